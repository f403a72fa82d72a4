// A function that calls setjmp keeps its parameters: text is a string, not any number, and a letter has 8 bits.
// nearmiss: explore --entry parse --len text=2
// expect: complete true
// expect: finding division-by-zero @rest
// expect: brute-force text[0..1]:0..255 letter:0
// nearmiss: explore --entry narrow
// expect: complete true
// expect: paths 2
// expect: no findings
#include <assert.h>
#include <setjmp.h>

static jmp_buf failed;

static int digit(const char *at) {
  if (*at < '0' || *at > '9')
    longjmp(failed, 1);
  return *at - '0';
}

int parse(const char *text, unsigned char letter) {
  if (setjmp(failed))
    return -letter;
  int first = digit(text);
  return first / digit(text + 1); // BUG:rest
}

int narrow(unsigned char a, signed char b) {
  if (setjmp(failed))
    return 1;
  assert(a < 256 && b < 128);
  if (a > 200)
    longjmp(failed, b);
  return b > 3;
}
