#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include "jansson.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  json_object_seed(1);
  json_t *value = json_loadb((const char *)data, size, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
  if (value) free(json_dumps(value, JSON_INDENT(1) | JSON_ENCODE_ANY | JSON_SORT_KEYS));
  json_decref(value);
  return 0;
}
