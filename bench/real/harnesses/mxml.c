#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "mxml.h"

static void ignore(const char *words) {}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = calloc(size + 1, 1);
  if (!text) return 0;
  memcpy(text, data, size);
  mxmlSetErrorCallback(ignore);
  mxmlDelete(mxmlLoadString(NULL, text, MXML_OPAQUE_CALLBACK));
  free(text);
  return 0;
}
