#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include "cJSON.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  cJSON *value = cJSON_ParseWithLength((const char *)data, size);
  free(cJSON_Print(value));
  cJSON_Delete(value);
  return 0;
}
