// nearmiss: explore --entry crc_check --len s=4
// expect: paths 2
// expect: complete true
// nearmiss: explore --entry multiplication
// expect: complete true
// nearmiss: explore --entry hash_of_eight --len s=8
// expect: paths 2
// expect: complete true
// Queries that byte domains and enumeration can't answer: a CRC to be met, a product to be factored, a hash
// of eight bytes to be inverted.

#include <stdint.h>

int crc_check(const char *s) {
  uint32_t crc = 0xffffffffu;
  for (int i = 0; i < 4; i++) {
    crc ^= (uint8_t)s[i];
    for (int bit = 0; bit < 8; bit++)
      crc = crc >> 1 ^ (0xEDB88320u & -(crc & 1));
  }
  if (~crc == 0x9bd366ae)
    return 1;
  return 0;
}

int multiplication(uint16_t a, uint16_t b) {
  if (a < 2 || b < 2)
    return 0;
  if ((uint32_t)a * b == 4292870399u)
    return 1;
  return 2;
}

int hash_of_eight(const char *s) {
  uint32_t hash = 2166136261u;
  for (int i = 0; i < 8; i++)
    hash = (hash ^ (uint8_t)s[i]) * 16777619u;
  hash ^= hash >> 15;
  if (hash == 0x12345678)
    return 1;
  return 0;
}
