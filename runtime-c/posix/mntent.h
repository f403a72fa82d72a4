/* wasi-libc has none; runtime-c/mounts.c reads such a table from a file, if there is one. */
#ifndef NEARMISS_MNTENT_H
#define NEARMISS_MNTENT_H
#include <stdio.h>

#define MNTTAB "/etc/fstab"
#define MOUNTED "/etc/mtab"
#define MNTTYPE_IGNORE "ignore"
#define MNTTYPE_NFS "nfs"
#define MNTTYPE_SWAP "swap"
#define MNTOPT_DEFAULTS "defaults"
#define MNTOPT_RO "ro"
#define MNTOPT_RW "rw"
#define MNTOPT_SUID "suid"
#define MNTOPT_NOSUID "nosuid"
#define MNTOPT_NOAUTO "noauto"

struct mntent {
  char *mnt_fsname;
  char *mnt_dir;
  char *mnt_type;
  char *mnt_opts;
  int mnt_freq;
  int mnt_passno;
};

#ifdef __cplusplus
extern "C" {
#endif
FILE *setmntent(const char *path, const char *mode);
struct mntent *getmntent(FILE *table);
struct mntent *getmntent_r(FILE *table, struct mntent *entry, char *line, int size);
int endmntent(FILE *table);
char *hasmntopt(const struct mntent *entry, const char *option);
#ifdef __cplusplus
}
#endif
#endif
