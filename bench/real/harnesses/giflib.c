#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "gif_lib.h"

struct text { const uint8_t *data; size_t size; };

static int reading(GifFileType *file, GifByteType *to, int count) {
  struct text *text = file->UserData;
  size_t some = text->size < (size_t)count ? text->size : (size_t)count;
  memcpy(to, text->data, some);
  text->data += some;
  text->size -= some;
  return (int)some;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct text text = {data, size};
  GifFileType *file = DGifOpen(&text, reading, NULL);
  if (!file) return 0;
  if (file->SWidth <= 64 && file->SHeight <= 64) DGifSlurp(file);
  DGifCloseFile(file, NULL);
  return 0;
}
