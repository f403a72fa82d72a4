#include <stddef.h>
#include <stdint.h>
#include "plist/plist.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  plist_t value = NULL;
  plist_from_memory((const char *)data, (uint32_t)size, &value);
  plist_free(value);
  return 0;
}
