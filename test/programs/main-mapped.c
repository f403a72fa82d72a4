// nearmiss: explore --file in=0..4
// expect: complete true
// expect: finding array-overflow @behind
// expect: unseen natively array-overflow @behind: whether something is mapped there is the machine's affair
// nearmiss: explore --file in=0..4 -DCAREFUL --checkers all
// expect: complete true
// expect: no findings
// A file mapped into memory is an object of whole pages, zeros behind its end; what was mapped is given back.

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  struct stat status;
  int fd = open("in", O_RDONLY);
  if (fd < 0 || fstat(fd, &status) != 0 || status.st_size == 0)
    return 1;
  unsigned char *data = mmap(NULL, status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  int result = 0;
  if (data == MAP_FAILED)
    return 2;
#ifdef CAREFUL
  if (data[0] < status.st_size)
    result = data[data[0]] == 'x';
#else
  if (data[0] == 1)
    result = data[status.st_size] + data[4096]; /* BUG:behind */
#endif
  close(fd);
  return munmap(data, status.st_size) == 0 ? result : 3;
}
