// nearmiss: explore --entry negative
// expect: complete true
// expect: finding alloc-underflow @negative
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// expect: verified alloc-underflow
// nearmiss: explore --entry almost
// expect: complete true
// expect: finding alloc-underflow @almost
// expect: input n=-1
// nearmiss: explore --entry difference
// expect: complete true
// expect: finding alloc-underflow @difference
// nearmiss: explore --entry safe_difference
// expect: complete true
// expect: no findings
// nearmiss: explore --entry extended --checkers sign-extension-overflow
// expect: complete true
// expect: finding sign-extension-overflow @extended
// nearmiss: explore --entry extended
// expect: complete true
// expect: finding alloc-underflow @extended
// nearmiss: explore --entry safe_extended
// expect: complete true
// expect: no findings
// nearmiss: explore --entry large
// expect: complete true
// expect: no findings
// A size below zero is a huge one. large: an unsigned number that is merely large is not below anything.

#include <stdlib.h>

int negative(int n) {
  if (n < -100 || n > 100)
    return 0;
  char *block = malloc(n); /* BUG:negative */
  free(block);
  return block != NULL;
}

int safe(int n) {
  if (n < 0 || n > 100)
    return 0;
  char *block = malloc(n);
  free(block);
  return block != NULL;
}

int almost(int n) {
  if (n < -1 || n > 100)
    return 0;
  char *block = malloc(n); /* BUG:almost */
  free(block);
  return block != NULL;
}

int difference(unsigned char total, unsigned char header) {
  char *block = malloc((size_t)total - header); /* BUG:difference */
  free(block);
  return block != NULL;
}

int safe_difference(unsigned char total, unsigned char header) {
  if (header > total)
    return 0;
  char *block = malloc((size_t)total - header);
  free(block);
  return block != NULL;
}

int extended(signed char n) {
  char *block = malloc(n); /* BUG:extended */
  free(block);
  return block != NULL;
}

int safe_extended(unsigned char n) {
  char *block = malloc(n);
  free(block);
  return block != NULL;
}

int large(unsigned n) {
  if (n > 16 && n < 0xfffffff0)
    return 0;
  char *block = malloc(n);
  free(block);
  return block != NULL;
}
