#include <stddef.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 3 && memcmp(data, "bug", 3) == 0)
    return data[size];
  return 0;
}
