#include <stddef.h>
#include <stdint.h>
#include "lz4frame.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static char out[4096];
  LZ4F_dctx *context;
  if (LZ4F_isError(LZ4F_createDecompressionContext(&context, LZ4F_VERSION))) return 0;
  for (size_t left = size; left > 0;) {
    size_t room = sizeof out, used = left;
    size_t hint = LZ4F_decompress(context, out, &room, data + (size - left), &used, NULL);
    if (LZ4F_isError(hint) || (used == 0 && room == 0)) break;
    left -= used;
  }
  LZ4F_freeDecompressionContext(context);
  return 0;
}
