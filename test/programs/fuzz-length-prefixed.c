// nearmiss: explore --size 0..5
// expect: paths 7
// expect: complete true
// expect: finding array-overflow @copy
// expect: brute-force size:0..5 data[0..4]:0..3
// nearmiss: explore --size 2
// expect: complete true
// expect: no findings
// A message says how long it is; nobody asks whether that many bytes came. Two bytes can't overrun: the
// length byte's low bit chooses 0 or 1. Nothing | two bytes, 0 or 1 rounds | else, 0 … 3 rounds: 7.

#include <stddef.h>
#include <stdint.h>

static int sum(const uint8_t *bytes, size_t count) {
  int total = 0;
  for (size_t i = 0; i < count; i++)
    total += bytes[i]; /* BUG:copy */
  return total;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1)
    return 0;
  if (size == 2)
    return sum(data + 1, data[0] & 1), 0;
  sum(data + 1, data[0] & 3);
  return 0;
}
