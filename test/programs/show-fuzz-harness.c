// nearmiss: explore --size 0..6
// expect: paths 8
// expect: complete true
// expect: finding array-overflow @read
// expect: brute-force size:0..6 data[0]:0,'N' data[1]:0,'M' data[2]:0,'!' data[3]:1..3
// expect: exit 1
// nearmiss: explore --size 3
// expect: paths 4
// expect: complete true
// expect: no findings
// expect: brute-force size:3 data[0..2]:'N','M','!'
// A libFuzzer harness as it stands in a project: no change, no header of ours. At exactly 3 bytes the header
// is never complete (needs 4): wrong first | second | third byte, or too short: 4. At 0..6 the length is symbolic:
// it ends before, or goes wrong at, each of three bytes, ends after the third, or all is read: 8.

#include <stddef.h>
#include <stdint.h>

static int parse(const uint8_t *bytes, size_t length) {
  if (length >= 1 && bytes[0] != 'N')
    return 0;
  if (length >= 2 && bytes[1] != 'M')
    return 0;
  if (length >= 3 && bytes[2] != '!')
    return 0;
  if (length < 4)
    return 0;
  size_t skip = bytes[3] & 3;
  return bytes[3 + skip]; /* BUG:read */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  parse(data, size);
  return 0;
}
