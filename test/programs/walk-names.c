// nearmiss: explore --entry expand --len message=3 --fuel 400
// expect: complete true
// expect: finding hang @jump
// nearmiss: explore --entry bounded --len message=4
// expect: complete true
// expect: no findings
// expect: brute-force message[0..3]:0..5,128..132
// nearmiss: explore --size 0..64 --fuel 400 --max-runs 600
// expect: finding hang @jump
// Names with jumps to other names, as mail and name servers compress them: a jump that leads back to itself is
// followed for ever.

#include <stddef.h>
#include <stdint.h>

static int name(const uint8_t *message, size_t size, size_t at, int jumps) {
  int last = 0;
  while (at < size && message[at] != 0) { /* BUG:jump */
    uint8_t length = message[at];
    if (length & 0x80) {
      if (jumps == 0)
        return -1;
      if (jumps > 0)
        jumps--;
      at = length & 0x7f;
      continue;
    }
    last = length;
    at += (size_t)length + 1;
  }
  return last;
}

int expand(const uint8_t *message) { return name(message, 3, 0, -1); }

int bounded(const uint8_t *message) { return name(message, 4, 0, 2) > 1; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 8 || data[0] != 'N' || data[1] != 'M')
    return 0;
  name(data, size, 4, -1);
  return 0;
}
