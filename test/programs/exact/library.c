// nearmiss: explore --entry scanned
// expect: complete true
// expect: finding nonnull-argument @scanned
// nearmiss: explore --entry tokens
// expect: complete true
// expect: finding null-dereference @tokens
// nearmiss: explore --entry tokens_right
// expect: complete true
// expect: verified null-dereference
// nearmiss: explore --entry resized
// expect: complete true
// expect: finding double-free @resized
// nearmiss: explore --entry resized_right
// expect: complete true
// expect: verified double-free
// nearmiss: explore --entry compared --len s=4
// expect: complete true
// expect: finding array-overflow @compared
// nearmiss: explore --entry compared_right --len s=4
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry arguments
// expect: complete true
// expect: finding vararg @arguments
// nearmiss: explore --entry arguments_right
// expect: complete true
// expect: verified vararg
// nearmiss: explore --entry jumped
// expect: complete true
// expect: finding invalid-longjmp @jumped
// nearmiss: explore --entry jumped_right
// expect: complete true
// expect: verified invalid-longjmp
// What a library that is kinder than the machine's lets pass.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int scanned(unsigned char n) {
  int value = 0;
  sscanf(n == 5 ? NULL : "12", "%d", &value); /* BUG:scanned */
  return value;
}

int tokens(unsigned char n) {
  char text[] = "a b";
  if (n != 6)
    strtok(text, " ");
  return strtok(NULL, " ") != NULL; /* BUG:tokens */
}

int tokens_right(unsigned char n) {
  char text[] = "a b";
  strtok(text, " ");
  strtok(NULL, " ");
  return (n == 6 ? strtok(NULL, " ") : text) != NULL;
}

int resized(unsigned char n) {
  char *first = malloc(8);
  char *second = realloc(first, n);
  free(second ? second : first); /* BUG:resized */
  return 0;
}

int resized_right(unsigned char n) {
  char *first = malloc(8);
  char *second = realloc(first, n);
  if (second)
    free(second);
  return 0;
}

int compared(char *s) {
  char own[2] = "x";
  return memcmp(own, s, 4) == 0; /* BUG:compared */
}

int compared_right(char *s) {
  char own[5] = "x";
  return memcmp(own, s, 4) == 0;
}

static int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int total = 0;
  while (count-- > 0)
    total += va_arg(list, int); /* BUG:arguments */
  va_end(list);
  return total;
}

int arguments(unsigned char n) {
  return sum(n > 250 ? 4 : 2, 1, 2);
}

int arguments_right(unsigned char n) {
  return sum(n > 250 ? 1 : 2, 1, 2);
}

static jmp_buf back;

static int set(void) {
  return setjmp(back);
}

int jumped(unsigned char n) {
  if (set() == 0 && n == 4)
    longjmp(back, 1); /* BUG:jumped */
  return n;
}

static void leave(int n) {
  if (n == 4)
    longjmp(back, 1);
}

int jumped_right(unsigned char n) {
  if (setjmp(back) == 0)
    leave(n);
  return n;
}
