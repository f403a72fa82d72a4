// nearmiss: explore --stdin 2
// expect: complete true
// expect: finding array-overflow @read
// nearmiss: explore --entry lookup
// expect: complete true
// expect: finding array-overflow @read
// nearmiss: explore --entry lookup_safe
// expect: complete true
// expect: no findings
// expect: verified array-overflow
// nearmiss: explore --entry lookup_almost
// expect: complete true
// expect: finding array-overflow @almost
// PRETEX, Figure 3: an array of a size that is read, and an index tested against something else.

#include <stdio.h>
#include <stdlib.h>

static unsigned read_from(unsigned size, unsigned index) {
  if (size <= 0 || size > 10)
    return 0;
  unsigned *array = calloc(size, sizeof(unsigned));
  if (!array || index > 9)
    return 0;
  unsigned value = array[index]; /* BUG:read */
  free(array);
  return value;
}

int lookup(unsigned char size, unsigned char index) {
  return read_from(size, index);
}

int lookup_safe(unsigned char size, unsigned char index) {
  if (size <= 0 || size > 10 || index >= size)
    return 0;
  unsigned *array = calloc(size, sizeof(unsigned));
  unsigned value = array ? array[index] : 0;
  free(array);
  return value;
}

int lookup_almost(unsigned char size, unsigned char index) {
  if (size <= 0 || size > 10 || index > size)
    return 0;
  unsigned *array = calloc(size, sizeof(unsigned));
  unsigned value = array ? array[index] : 0; /* BUG:almost */
  free(array);
  return value;
}

int main(void) {
  int size = getchar();
  int index = getchar();
  if (size < 0 || index < 0)
    return 1;
  return read_from(size, index);
}
