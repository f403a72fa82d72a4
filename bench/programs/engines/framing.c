#include <stddef.h>
#include <stdint.h>

/* Frames, each `FR`, a length, as many bytes, and a semicolon. More than 64 KB of them in a row do not fit. */
static unsigned char totals[16];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  size_t at = 0;
  while (at < size) {
    if (size - at < 4 || data[at] != 'F' || data[at + 1] != 'R') return 0;
    size_t length = data[at + 2];
    if (size - at < length + 4 || data[at + 3 + length] != ';') return 0;
    at += length + 4;
    totals[at >> 12] = 1; /* bug: the 65,536th byte is behind them */
  }
  return 0;
}
