// nearmiss: explore --size 0..24
// expect: finding array-overflow @wide
// A byte is looked at, then more are copied than may be there: what is remembered of the one says nothing of the other.

#include <stdint.h>
#include <stddef.h>

struct record {
  uint8_t bytes[17];
};

static struct record seen;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2 || data[1] == 7)
    return 0;
  seen = *(const struct record *)data; /* BUG:wide */
  return seen.bytes[16];
}
