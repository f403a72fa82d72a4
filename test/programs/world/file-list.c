// What a folder holds.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --file NAME=0..16
// nearmiss: explore --file key=0
// expect: finding abort @bug
#include <dirent.h>
#include <stdlib.h>

int main(void) {
  DIR *folder = opendir(".");
  struct dirent *entry;
  while (folder && (entry = readdir(folder)))
    if (entry->d_name[0] == 'k')
      abort(); /* BUG:bug */
  return 0;
}
