/* There is one group, 1000, called user, and root: runtime-c/users.c. */
#ifndef NEARMISS_GRP_H
#define NEARMISS_GRP_H
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct group {
  char *gr_name;
  char *gr_passwd;
  gid_t gr_gid;
  char **gr_mem;
};

struct group *getgrgid(gid_t);
struct group *getgrnam(const char *);
int getgrgid_r(gid_t, struct group *, char *, size_t, struct group **);
int getgrnam_r(const char *, struct group *, char *, size_t, struct group **);
void setgrent(void);
void endgrent(void);
struct group *getgrent(void);
int getgrouplist(const char *, gid_t, gid_t *, int *);
int initgroups(const char *, gid_t);
int setgroups(size_t, const gid_t *);

#ifdef __cplusplus
}
#endif
#endif
