/* Addresses of the Internet as text. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "host.h"

WEAK const struct in6_addr in6addr_any = {0};
WEAK const struct in6_addr in6addr_loopback = {.s6_addr = {[15] = 1}};

/* a, a.b, a.b.c or a.b.c.d, each in any base of C's: the last part has what is left. */
WEAK int inet_aton(const char *text, struct in_addr *to) {
  unsigned long parts[4];
  int count = 0;
  for (;; text++) {
    char *end;
    if ((unsigned char)(*text - '0') >= 10) return 0;
    parts[count++] = strtoul(text, &end, 0);
    text = end;
    if (*text != '.') break;
    if (count == 4) return 0;
  }
  if (*text && *text != ' ' && *text != '\t' && *text != '\n') return 0;
  uint32_t address = 0;
  for (int i = 0; i < count; i++) {
    int is_last = i == count - 1;
    unsigned long most = is_last ? 0xffffffffu >> (8 * i) : 255;
    if (parts[i] > most) return 0;
    address |= (uint32_t)parts[i] << (is_last ? 0 : 24 - 8 * i);
  }
  if (to) to->s_addr = htonl(address);
  return 1;
}
WEAK in_addr_t inet_addr(const char *text) {
  struct in_addr address;
  return inet_aton(text, &address) ? address.s_addr : (in_addr_t)-1;
}
WEAK char *inet_ntoa(struct in_addr address) {
  static char text[16];
  const unsigned char *bytes = (const unsigned char *)&address;
  snprintf(text, sizeof text, "%d.%d.%d.%d", bytes[0], bytes[1], bytes[2], bytes[3]);
  return text;
}

static int four_bytes(const char *text, unsigned char *to) {
  for (int i = 0; i < 4; i++) {
    int value = 0, digits = 0;
    for (; (unsigned char)(*text - '0') < 10; text++, digits++) value = value * 10 + (*text - '0');
    if (digits == 0 || digits > 3 || value > 255 || (digits > 1 && text[-digits] == '0')) return 0;
    to[i] = (unsigned char)value;
    if (*text++ != (i < 3 ? '.' : 0)) return 0;
  }
  return 1;
}
static int sixteen_bytes(const char *text, unsigned char *to) {
  unsigned char bytes[16] = {0};
  int count = 0, gap = -1;
  if (text[0] == ':' && *++text != ':') return 0;
  for (;;) {
    if (*text == ':' && gap < 0) {
      gap = count;
      if (!*++text) break;
      continue;
    }
    unsigned value = 0;
    int digits = 0;
    const char *start = text;
    for (;; text++, digits++) {
      int digit = (unsigned char)(*text - '0') < 10 ? *text - '0'
                  : (unsigned char)((*text | 32) - 'a') < 6 ? (*text | 32) - 'a' + 10
                                                            : -1;
      if (digit < 0 || digits == 4) break;
      value = value << 4 | (unsigned)digit;
    }
    if (*text == '.' && count <= 12) {
      if (!four_bytes(start, bytes + count)) return 0;
      count += 4;
      break;
    }
    if (digits == 0 || count == 16) return 0;
    bytes[count++] = (unsigned char)(value >> 8);
    bytes[count++] = (unsigned char)value;
    if (!*text) break;
    if (*text++ != ':' || !*text) return 0;
  }
  if (gap < 0 && count != 16) return 0;
  if (gap >= 0) {
    if (count == 16) return 0;
    memmove(bytes + 16 - (count - gap), bytes + gap, (size_t)(count - gap));
    memset(bytes + gap, 0, (size_t)(16 - count));
  }
  memcpy(to, bytes, 16);
  return 1;
}
WEAK int inet_pton(int family, const char *restrict text, void *restrict to) {
  if (family == AF_INET) return four_bytes(text, to);
  if (family == AF_INET6) return sixteen_bytes(text, to);
  return answer(EAFNOSUPPORT);
}
WEAK const char *inet_ntop(int family, const void *restrict from, char *restrict to, socklen_t room) {
  const unsigned char *bytes = from;
  char text[64];
  if (family == AF_INET) {
    snprintf(text, sizeof text, "%d.%d.%d.%d", bytes[0], bytes[1], bytes[2], bytes[3]);
  } else if (family == AF_INET6) {
    unsigned words[8];
    int gap = -1, longest = 1;
    for (int i = 0; i < 8; i++) words[i] = (unsigned)bytes[2 * i] << 8 | bytes[2 * i + 1];
    for (int i = 0; i < 8; i++) {
      int length = 0;
      while (i + length < 8 && words[i + length] == 0) length++;
      if (length > longest) longest = length, gap = i;
    }
    int is_mapped = gap == 0 && (longest == 6 || (longest == 5 && words[5] == 0xffff));
    char *end = text;
    for (int i = 0; i < 8; i++) {
      if (i == gap) {
        end += sprintf(end, "::");
        i += longest - 1;
        continue;
      }
      if (i == 6 && is_mapped) {
        end += sprintf(end, "%s%d.%d.%d.%d", end[-1] == ':' ? "" : ":", bytes[12], bytes[13], bytes[14], bytes[15]);
        break;
      }
      end += sprintf(end, "%s%x", end > text && end[-1] != ':' ? ":" : "", words[i]);
    }
    *end = 0;
  } else {
    errno = EAFNOSUPPORT;
    return 0;
  }
  size_t size = strlen(text) + 1;
  if (size > room) {
    errno = ENOSPC;
    return 0;
  }
  return memcpy(to, text, size);
}
