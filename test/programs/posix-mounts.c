// nearmiss: explore --file table=1
// expect: complete true
// expect: no findings
// A table of mounted file systems is a file like any other.
#include <assert.h>
#include <mntent.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  FILE *made = fopen("made", "w");
  assert(made && fputs("# one\n/dev/a / ext4 rw,size=5,ro 1 2\nshort\nb /b nfs ro\n", made) >= 0 && fclose(made) == 0);
  FILE *table = setmntent("made", "r");
  struct mntent *entry = getmntent(table);
  assert(entry && !strcmp(entry->mnt_fsname, "/dev/a") && !strcmp(entry->mnt_dir, "/") && entry->mnt_passno == 2);
  assert(hasmntopt(entry, "ro") && hasmntopt(entry, MNTOPT_RW) && hasmntopt(entry, "size") && !hasmntopt(entry, "r"));
  entry = getmntent(table);
  assert(entry && !strcmp(entry->mnt_type, MNTTYPE_NFS) && entry->mnt_freq == 0 && !getmntent(table));
  assert(endmntent(table) == 1);
  table = setmntent("table", "r");
  int count = 0;
  while (table && getmntent(table)) count++;
  return endmntent(table) + count;
}
