/* There is one user, 1000, called user, and root: runtime-c/users.c. */
#ifndef NEARMISS_PWD_H
#define NEARMISS_PWD_H
#include <stdio.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct passwd {
  char *pw_name;
  char *pw_passwd;
  uid_t pw_uid;
  gid_t pw_gid;
  char *pw_gecos;
  char *pw_dir;
  char *pw_shell;
};

struct passwd *getpwuid(uid_t);
struct passwd *getpwnam(const char *);
int getpwuid_r(uid_t, struct passwd *, char *, size_t, struct passwd **);
int getpwnam_r(const char *, struct passwd *, char *, size_t, struct passwd **);
void setpwent(void);
void endpwent(void);
struct passwd *getpwent(void);

#ifdef __cplusplus
}
#endif
#endif
