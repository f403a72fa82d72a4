// A bitmap's header: the offset of the pixels is checked against the end of the file, but it is signed.
// npx nearmiss explore examples/image.c --size 0..12

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct bitmap {
  const uint8_t *pixels;
  uint16_t width, height;
};

static uint16_t read_u16(const uint8_t *bytes) {
  return (uint16_t)(bytes[0] | bytes[1] << 8);
}

static int32_t read_i32(const uint8_t *bytes) {
  return (int32_t)(read_u16(bytes) | (uint32_t)read_u16(bytes + 2) << 16);
}

int read_header(struct bitmap *bitmap, const uint8_t *file, int32_t size) {
  if (size < 10 || memcmp(file, "BM", 2) != 0)
    return -1;
  int32_t offset = read_i32(file + 2);
  bitmap->width = read_u16(file + 6);
  bitmap->height = read_u16(file + 8);
  if (bitmap->width == 0 || bitmap->height == 0)
    return -1;
  if (offset + (int64_t)bitmap->width * bitmap->height > size)
    return -1;
  bitmap->pixels = file + offset;
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct bitmap bitmap;
  if (read_header(&bitmap, data, (int32_t)size) < 0)
    return 0;
  return bitmap.pixels[0] == 0 ? 0 : -1;
}
