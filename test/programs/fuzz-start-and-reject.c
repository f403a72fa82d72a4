// LLVMFuzzerInitialize runs first, −1 rejects an input, and the macro fuzzers define is there.
// nearmiss: explore --size 2
// expect: complete true
// expect: paths 4
// expect: finding abort @bug
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static char *key;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  if (*argc != 1 || (*argv)[0] == NULL || (*argv)[1] != NULL) abort();
  key = malloc(3);
  strcpy(key, "ok");
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
  return 0;
#endif
  if (data[0] != key[0]) return -1;
  if (data[1] == key[1]) abort(); // BUG:bug
  return data[1] == 'x' ? -1 : 0;
}
