#include <stddef.h>
#include <stdint.h>
#include "jv.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  jv value = jv_parse_sized((const char *)data, (int)size);
  if (jv_is_valid(value)) value = jv_dump_string(value, JV_PRINT_SORTED | JV_PRINT_PRETTY);
  jv_free(value);
  return 0;
}
