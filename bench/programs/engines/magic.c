#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* A checksum, kept under a key, and behind it three words of which none stands in the program as it is compared. */
static uint32_t word(const uint8_t *at) {
  return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uint32_t sum = 1;
  if (size < 20) return 0;
  for (size_t i = 4; i < 20; i++) sum = (sum << 1 | sum >> 31) + data[i];
  if ((word(data) ^ 0x5f3759df) - 77 != sum) return 0;
  uint32_t a = word(data + 8), b = word(data + 12), c = word(data + 16);
  if ((a ^ (b << 3)) + 0x1234567 != 0xcafe1234) return 0;
  if ((b + 3 * c) != 0x0badf00d) return 0;
  if ((c ^ 0x51ed270b) != 0x77777777) return 0;
  abort(); /* bug: the magic is right */
}
