// Folders and links: every file of conf.d is read by what readdir says; `current` is a link that lstat and readlink know.
// nearmiss: explore --file conf.d/a=1 --file conf.d/b=1 --file spool/=0 --link current=conf.d/b
// expect: complete true
// expect: paths 6
// expect: finding division-by-zero @bug
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int first_byte(const char *path) {
  int fd = open(path, O_RDONLY);
  if (fd < 0) return -1;
  unsigned char byte = 0;
  ssize_t count = read(fd, &byte, 1);
  close(fd);
  return count == 1 ? byte : -1;
}

int main(void) {
  DIR *folder = opendir("conf.d");
  if (!folder) abort();
  int files = 0, sum = 0;
  for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
    if (entry->d_name[0] == '.') continue;
    char path[64];
    snprintf(path, sizeof path, "conf.d/%s", entry->d_name);
    int byte = first_byte(path);
    files++;
    if (byte == 'x') sum += 1;
  }
  closedir(folder);
  if (files != 2) abort();

  struct stat status;
  char target[16] = {0};
  if (lstat("current", &status) != 0 || !S_ISLNK(status.st_mode)) abort();
  if (stat("current", &status) != 0 || !S_ISREG(status.st_mode) || status.st_size != 1) abort();
  if (readlink("current", target, sizeof target - 1) != 8 || strcmp(target, "conf.d/b") != 0) abort();
  if (first_byte("current") == 'y' && sum == 1) return 10 / (sum - 1); // BUG:bug

  // The program's own links and folders.
  if (mkdir("spool/new", 0755) != 0 || symlink("../conf.d", "spool/link") != 0) abort();
  if (stat("spool/link/a", &status) != 0 || rmdir("spool/new") != 0 || unlink("spool/link") != 0) abort();
  if (stat("spool/link", &status) == 0) abort();
  return 0;
}
