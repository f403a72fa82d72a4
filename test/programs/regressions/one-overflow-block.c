// nearmiss: explore --entry mailbox --len name=5
// expect: paths 168
// expect: bugs 1
// expect: finding array-overflow @coded
// expect: finding array-overflow @ended
// expect: finding array-overflow @plain
// expect: finding array-overflow @escaped
// expect: finding array-overflow @begun
// expect: finding array-overflow @unit
// expect: finding array-overflow @last_coded
// expect: finding array-overflow @last_ended
// expect: finding array-overflow @nul
// nearmiss: explore --entry roomy_mailbox --len name=5
// expect: paths 168
// expect: no findings
// One block that is too small for what a mail reader encodes: whichever line the input makes the first to leave it, it is
// one bug.

#include <stdlib.h>
#include <string.h>

static const char base64[64] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,";

static char *encode(const char *text, size_t length, char *coded) {
  char *at = coded;
  int shifted = 0, bits = 0;
  unsigned pending = 0;
  while (length > 0) {
    unsigned char c = *text;
    if (c < 0x80) {
      if (shifted) {
        if (bits > 0)
          *at++ = base64[(pending << (6 - bits)) & 63]; /* BUG:coded */
        *at++ = '-'; /* BUG:ended */
        shifted = bits = 0;
      }
      *at++ = (char)c; /* BUG:plain */
      if (c == '&')
        *at++ = '-'; /* BUG:escaped */
      text++, length--;
      continue;
    }
    if (length < 2) break;
    unsigned value = (c & 31u) << 6 | (text[1] & 63);
    text += 2, length -= 2;
    if (!shifted) {
      *at++ = '&'; /* BUG:begun */
      shifted = 1;
    }
    pending = (pending << 16 | value) & 0xffffff;
    bits += 16;
    while (bits >= 6) {
      bits -= 6;
      *at++ = base64[(pending >> bits) & 63]; /* BUG:unit */
    }
  }
  if (shifted) {
    if (bits > 0)
      *at++ = base64[(pending << (6 - bits)) & 63]; /* BUG:last_coded */
    *at++ = '-'; /* BUG:last_ended */
  }
  *at++ = '\0'; /* BUG:nul */
  return realloc(coded, at - coded);
}

static int total(char *coded) {
  int sum = 0;
  for (char *c = coded; *c; c++)
    sum += *c;
  sum += (int)strlen(coded);
  free(coded);
  return sum;
}

int mailbox(const char *name) {
  size_t length = strlen(name);
  return total(encode(name, length, malloc(length + 1)));
}

int roomy_mailbox(const char *name) {
  size_t length = strlen(name);
  return total(encode(name, length, malloc(4 * length + 3)));
}
