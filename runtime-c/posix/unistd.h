/*
 * What wasi-libc leaves out of its own header, since WASI has no other programs, users or terminals. Programs are
 * in runtime-c/command.c and processes.c, users in users.c, descriptors in descriptors.c, owners in permissions.c.
 */
#ifndef NEARMISS_UNISTD_H
#define NEARMISS_UNISTD_H
#include_next <unistd.h>
#include <features.h>
/* A macro of wasi-libc's with branches that nobody wrote. */
#undef lseek

#ifdef __cplusplus
extern "C" {
#endif

int execl(const char *path, const char *first, ...);
int execlp(const char *file, const char *first, ...);
int execle(const char *path, const char *first, ...);
int execv(const char *path, char *const args[]);
int execvp(const char *file, char *const args[]);
int execve(const char *path, char *const args[], char *const environment[]);

pid_t fork(void);
int pipe(int[2]);
int dup(int);
int dup2(int, int);
int chown(const char *, uid_t, gid_t);
int fchown(int, uid_t, gid_t);
int lchown(const char *, uid_t, gid_t);
int fchownat(int, const char *, uid_t, gid_t, int);
unsigned alarm(unsigned);
int pause(void);
pid_t getppid(void);
pid_t getpgrp(void);
pid_t getpgid(pid_t);
int setpgid(pid_t, pid_t);
pid_t setsid(void);
pid_t getsid(pid_t);
char *ttyname(int);
int ttyname_r(int, char *, size_t);
pid_t tcgetpgrp(int);
int tcsetpgrp(int, pid_t);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
int getgroups(int, gid_t[]);
int setuid(uid_t);
int seteuid(uid_t);
int setgid(gid_t);
int setegid(gid_t);
int fchdir(int);

#if defined(_XOPEN_SOURCE) || defined(_GNU_SOURCE) || defined(_BSD_SOURCE)
int setreuid(uid_t, uid_t);
int setregid(gid_t, gid_t);
int lockf(int, int, off_t);
int nice(int);
void sync(void);
pid_t setpgrp(void);
pid_t vfork(void);
#endif

#if defined(_GNU_SOURCE) || defined(_BSD_SOURCE)
int getdtablesize(void);
char *getpass(const char *);
int daemon(int, int);
int chroot(const char *);
int setgroups(size_t, const gid_t *);
int issetugid(void);
#endif

#ifdef _GNU_SOURCE
int setresuid(uid_t, uid_t, uid_t);
int setresgid(gid_t, gid_t, gid_t);
int getresuid(uid_t *, uid_t *, uid_t *);
int getresgid(gid_t *, gid_t *, gid_t *);
char *get_current_dir_name(void);
int execvpe(const char *, char *const[], char *const[]);
int pipe2(int[2], int);
int dup3(int, int, int);
int eaccess(const char *, int);
int euidaccess(const char *, int);
pid_t gettid(void);
#define TEMP_FAILURE_RETRY(expression) \
  (__extension__({                     \
    long __result;                     \
    do                                 \
      __result = (long)(expression);   \
    while (__result == -1 && errno == EINTR); \
    __result;                          \
  }))
#endif

#ifdef __cplusplus
}
#endif

#endif
