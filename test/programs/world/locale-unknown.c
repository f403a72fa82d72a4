// A locale that is not installed.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --world locale
// nearmiss: explore --world locale
// expect: finding abort @bug
#include <locale.h>
#include <stdlib.h>

int main(void) {
  if (!setlocale(LC_ALL, ""))
    abort(); /* BUG:bug */
  return 0;
}
