#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>
#include "png.h"

struct text { const uint8_t *data; size_t size; };

static void reading(png_structp png, png_bytep to, size_t count) {
  struct text *text = png_get_io_ptr(png);
  if (text->size < count) png_error(png, "end");
  memcpy(to, text->data, count);
  text->data += count;
  text->size -= count;
}

static void ignore(png_structp png, png_const_charp words) {}
static void fail(png_structp png, png_const_charp words) { png_longjmp(png, 1); }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct text text = {data, size};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, fail, ignore);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (info && !setjmp(png_jmpbuf(png))) {
    png_set_user_limits(png, 64, 64);
    png_set_chunk_malloc_max(png, 1 << 16);
    png_set_read_fn(png, &text, reading);
    png_read_png(png, info, PNG_TRANSFORM_EXPAND | PNG_TRANSFORM_STRIP_16, NULL);
  }
  png_destroy_read_struct(&png, &info, NULL);
  return 0;
}
