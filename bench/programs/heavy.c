// nearmiss: explore --entry heavy
// expect: paths 8
// expect: complete true
// expect: no findings
// A run dominated by concrete work: CRC-32 and SHA-256 of 1 MiB, then three branches on symbolic bytes that
// need both results: 2^3 paths, 8 runs of it.

#include "crc32.h"
#include "sha256.h"

static uint8_t data[1 << 20];

int heavy(unsigned char a, unsigned char b, unsigned char c) {
  uint32_t digest[8], seed = 1, result = 0;
  for (uint32_t i = 0; i < sizeof data; i++) {
    seed = seed * 1103515245u + 12345u;
    data[i] = (uint8_t)(seed >> 16);
  }
  uint32_t check = crc32(data, sizeof data);
  sha256(data, sizeof data, digest);
  if (a == (check & 255))
    result |= 1;
  if (b < (digest[0] >> 24))
    result |= 2;
  if ((c ^ digest[7]) & 64)
    result |= 4;
  return (int)result;
}
