// Names as POSIX has them: an empty one is no file, whether somebody called chdir or not.
// nearmiss: explore --file d/f=1 --arg 0..1
// expect: complete true
// expect: finding abort @bug
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void want(int condition) {
  if (!condition) exit(9);
}

static void no_name(void) {
  struct stat status;
  errno = 0;
  want(stat("", &status) < 0 && errno == ENOENT);
  errno = 0;
  want(open("", O_RDONLY) < 0 && errno == ENOENT);
  want(!opendir("") && !fopen("", "r") && access("", F_OK) < 0 && chdir("") < 0 && rename("", "x") < 0);
  want(stat(".", &status) == 0 && stat("./", &status) == 0);
}

int main(int argc, char **argv) {
  struct stat status;
  no_name();
  want(access("d/f", R_OK) == 0 && access("./d/f", R_OK) == 0);
  want(chdir("d") == 0);
  no_name();
  want(access("f", R_OK) == 0 && access("./f", R_OK) == 0 && access("../d/f", R_OK) == 0);
  want(rename("f", "g") == 0 && access("g", R_OK) == 0 && chdir("..") == 0 && access("d/g", R_OK) == 0);
  if (stat(argv[1], &status) == 0) return 0;
  if (argv[1][0] == '\0') abort(); // BUG:bug
  return 1;
}
