// nearmiss: explore
// expect: complete true
// expect: finding array-overflow @first
// expect: finding array-overflow @star
// expect: finding array-overflow @end
// expect: exit 1
// nearmiss: explore -DTERMINATED
// expect: complete true
// expect: no findings
// expect: verified array-overflow
// A matcher of literals, '.', '*', '^' and '$' whose pattern is input. KLEE's tutorial has its bug in the same
// place: nobody put a NUL behind the pattern. With `klee_assume` there is one, and nothing is left to find.

#include <klee/klee.h>

static int match_here(const char *pattern, const char *text);

static int match_star(char c, const char *pattern, const char *text) {
  do {
    if (match_here(pattern, text))
      return 1;
  } while (*text != 0 && (*text++ == c || c == '.'));
  return 0;
}

static int match_here(const char *pattern, const char *text) {
  if (pattern[0] == 0) /* BUG:first */
    return 1;
  if (pattern[1] == '*') /* BUG:star */
    return match_star(pattern[0], pattern + 2, text);
  if (pattern[0] == '$' && pattern[1] == 0) /* BUG:end */
    return *text == 0;
  if (*text != 0 && (pattern[0] == '.' || pattern[0] == *text))
    return match_here(pattern + 1, text + 1);
  return 0;
}

static int match(const char *pattern, const char *text) {
  if (pattern[0] == '^')
    return match_here(pattern + 1, text);
  do {
    if (match_here(pattern, text))
      return 1;
  } while (*text++ != 0);
  return 0;
}

int main(void) {
  char pattern[5];
  klee_make_symbolic(pattern, sizeof pattern, "pattern");
#ifdef TERMINATED
  klee_assume(pattern[sizeof pattern - 1] == 0);
#endif
  return match(pattern, "hello");
}
