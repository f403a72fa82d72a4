// nearmiss: explore --stdin 1
// expect: incomplete assumed
// expect: no findings
// gnulib has a function of this name with other parameters than the C library's own, which opendir calls.

#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

DIR *opendirat(int folder, const char *path, int flags, int *result) {
  int file = openat(folder, path, O_RDONLY | O_DIRECTORY | flags);
  if (file < 0) return NULL;
  *result = file;
  return fdopendir(file);
}

int main(void) {
  int file = -1;
  DIR *mine = opendirat(AT_FDCWD, ".", 0, &file), *theirs = opendir(".");
  assert(mine && theirs && file >= 0);
  closedir(mine);
  closedir(theirs);
  return getchar() == 'x';
}
