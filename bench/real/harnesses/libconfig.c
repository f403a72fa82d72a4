#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "libconfig.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  config_t config;
  char *text = calloc(size + 1, 1);
  if (!text) return 0;
  memcpy(text, data, size);
  config_init(&config);
  config_read_string(&config, text);
  config_destroy(&config);
  free(text);
  return 0;
}
