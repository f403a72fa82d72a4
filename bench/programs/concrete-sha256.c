/* Concrete overhead, hash: n blocks of 1 KiB through SHA-256. */
#include "sha256.h"

static uint8_t message[1024];

int run(int n) {
  uint32_t digest[8], sum = 0;
  for (int i = 0; i < n; i++) {
    for (uint32_t j = 0; j < sizeof message; j++)
      message[j] = (uint8_t)(i + j * 7);
    sha256(message, sizeof message, digest);
    sum ^= digest[i & 7];
  }
  return (int)sum;
}
