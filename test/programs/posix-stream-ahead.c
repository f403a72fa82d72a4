// A stream has read ahead of its reader, as glibc's has, and fflush gives it back: what gnulib's configure looks at.
// nearmiss: explore --file text=0..20
// expect: finding abort @bug
// expect: complete true
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  char five[5], more[4];
  FILE *file = fopen("text", "r");
  if (!file || fread(five, 1, 5, file) != 5)
    return 1;
  int number = fileno(file);
  off_t size = lseek(number, 0, SEEK_CUR);
  if (read(number, more, 1) != 0)
    return 2;
  if (ftell(file) != 5 || fflush(file) != 0 || lseek(number, 0, SEEK_CUR) != 5)
    return 3;
  if (getc(file) == 'x' && size == 17)
    abort(); /* BUG:bug */
  return 0;
}
