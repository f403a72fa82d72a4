#include <stdint.h>
#include <stddef.h>
#include <string.h>

/* Lines of words: `open`, `walk`, `shut`. Sixty rooms open at once are more than there are. */
static unsigned char rooms[60];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  size_t open = 0;
  for (size_t at = 0; at + 5 <= size; at += 5) {
    if (data[at + 4] != '\n') return 0;
    if (memcmp(data + at, "open", 4) == 0) rooms[open++] = 1; /* bug: one more than there are */
    else if (memcmp(data + at, "shut", 4) == 0 && open > 0) open--;
    else if (memcmp(data + at, "walk", 4) != 0) return 0;
  }
  return 0;
}
