// nearmiss: explore --file in=6
// expect: paths 4
// expect: complete true
// expect: finding abort @stream
// nearmiss: explore --file in=6 -DDESCRIPTOR
// expect: complete true
// expect: finding abort @descriptor
// nearmiss: explore --file in=12 -DWIDE
// expect: finding abort @wide
// A file that says where in it its record lies: every place it can name is looked at.

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined DESCRIPTOR
int main(void) {
  signed char back = 0;
  int fd = open("in", O_RDONLY);
  if (read(fd, &back, 1) != 1 || lseek(fd, back, SEEK_CUR) != 4)
    return 1;
  if (read(fd, &back, 1) == 1 && back == 'R')
    abort(); /* BUG:descriptor */
  close(fd);
  return 0;
}
#elif defined WIDE
int main(void) {
  long long at = 0;
  char text[2];
  int fd = open("in", O_RDONLY);
  if (read(fd, &at, 8) != 8 || at < 8 || lseek(fd, at, SEEK_SET) != at)
    return 1;
  if (read(fd, text, 2) == 2 && memcmp(text, "RX", 2) == 0)
    abort(); /* BUG:wide */
  close(fd);
  return 0;
}
#else
int main(void) {
  FILE *file = fopen("in", "rb");
  int at = file ? fgetc(file) : -1;
  if (at < 0 || fseek(file, at & 7, SEEK_SET) != 0)
    return 1;
  if (fgetc(file) == 'R' && (at & 7) == 3)
    abort(); /* BUG:stream */
  fclose(file);
  return 0;
}
#endif
