#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "mujs.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  js_State *state = js_newstate(NULL, NULL, 0);
  char *text = calloc(size + 1, 1);
  if (!state || !text) return 0;
  memcpy(text, data, size);
  js_ploadstring(state, "text", text);
  free(text);
  js_freestate(state);
  return 0;
}
