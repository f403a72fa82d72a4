#include <stddef.h>
#include <stdint.h>
#include "magic.h"
#include "small-magic.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  void *part = small_magic;
  size_t length = sizeof small_magic;
  magic_t magic = magic_open(MAGIC_NONE);
  if (!magic) return 0;
  if (magic_load_buffers(magic, &part, &length, 1) == 0) magic_buffer(magic, data, size);
  magic_close(magic);
  return 0;
}
