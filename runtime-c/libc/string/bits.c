/* Bits, bytes and their order. */
#include <arpa/inet.h>
#include <strings.h>
#include <string.h>
#include <unistd.h>
#include "host.h"

WEAK int ffs(int bits) { return bits ? __builtin_ctz((unsigned)bits) + 1 : 0; }
WEAK int ffsl(long bits) { return bits ? __builtin_ctzl((unsigned long)bits) + 1 : 0; }
WEAK int ffsll(long long bits) { return bits ? __builtin_ctzll((unsigned long long)bits) + 1 : 0; }
WEAK uint16_t htons(uint16_t number) { return (uint16_t)(number >> 8 | number << 8); }
WEAK uint16_t ntohs(uint16_t number) { return (uint16_t)(number >> 8 | number << 8); }
WEAK uint32_t htonl(uint32_t number) { return __builtin_bswap32(number); }
WEAK uint32_t ntohl(uint32_t number) { return __builtin_bswap32(number); }

WEAK void swab(const void *restrict from, void *restrict to, ssize_t size) {
  const char *f = from;
  char *t = to;
  for (; size > 1; size -= 2, f += 2, t += 2) {
    char first = f[0];
    t[0] = f[1];
    t[1] = first;
  }
}
