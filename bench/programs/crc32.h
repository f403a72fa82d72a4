/* CRC-32 (reflected 0xEDB88320) with a table made at first use. */
#include <stdint.h>

static uint32_t crc32_table[256];

static void crc32_prepare(void) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t value = i;
    for (int bit = 0; bit < 8; bit++)
      value = value & 1 ? value >> 1 ^ 0xEDB88320u : value >> 1;
    crc32_table[i] = value;
  }
}

static uint32_t crc32(const uint8_t *data, uint32_t size) {
  uint32_t crc = 0xffffffffu;
  if (!crc32_table[1])
    crc32_prepare();
  for (uint32_t i = 0; i < size; i++)
    crc = crc32_table[(crc ^ data[i]) & 255] ^ crc >> 8;
  return ~crc;
}
