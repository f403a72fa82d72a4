// scandir reads what there is of an entry and no more.
// nearmiss: explore --file d/abcdefgh=0 --file d/b=0..1
// expect: assumed --file none=0..16
// expect: paths 2
// expect: finding abort @bug
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int is_no_dot(const struct dirent *entry) { return entry->d_name[0] != '.'; }

int main(void) {
  struct dirent **entries;
  struct stat status;
  int count = scandir("d", &entries, is_no_dot, alphasort);
  if (count != 2 || strcmp(entries[0]->d_name, "abcdefgh") || strcmp(entries[1]->d_name, "b")) exit(9);
  for (int i = 0; i < count; i++) free(entries[i]);
  free(entries);
  if (scandir("none", &entries, 0, 0) >= 0) exit(9);
  if (stat("d/b", &status) == 0 && status.st_size == 1) abort(); // BUG:bug
  return 0;
}
