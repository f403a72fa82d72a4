// nearmiss: explore --file data=0..6
// expect: complete true
// expect: finding division-by-zero @stat
// expect: finding assertion @seek
// expect: brute-force files.data.length:0..6 files.data[0..5]:0,'x'
// nearmiss: explore --file data=2
// expect: complete true
// expect: no findings
// expect: brute-force files.data[0..1]:0,'x'
// A file's size as stat and as seeking to the end tell it.

#include <assert.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  struct stat status;
  if (stat("data", &status) != 0)
    return 1;
  if (status.st_size > 4)
    return 12 / (status.st_size - 5); /* BUG:stat */
  int file = open("data", O_RDONLY);
  long size = lseek(file, 0, SEEK_END);
  assert(size != 3); /* BUG:seek */
  char last = 'y';
  lseek(file, -1, SEEK_END);
  read(file, &last, 1);
  return last == 'x' ? 2 : size == status.st_size ? 3 : 4;
}
