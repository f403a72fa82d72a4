/*
 * This process and no other. Where another is started the engine ends the run and counts it: what the program would
 * do with two is not known. Started by hand, a program sees it fail, as it does where a limit is
 * reached. Nothing is limited and nobody is more important.
 */
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <errno.h>
#include <fcntl.h>
#include "host.h"

enum { PARENT = 1 };

WEAK pid_t fork(void) {
  UNMODELLED("fork");
  return answer(EAGAIN);
}
WEAK pid_t vfork(void) {
  UNMODELLED("vfork");
  return answer(EAGAIN);
}
WEAK int daemon(int stay, int keep) {
  UNMODELLED("daemon");
  return answer(EAGAIN);
}

WEAK pid_t waitpid(pid_t id, int *status, int options) { return answer(ECHILD); }
WEAK pid_t wait(int *status) { return answer(ECHILD); }
WEAK int waitid(idtype_t kind, id_t id, siginfo_t *about, int options) { return answer(ECHILD); }
WEAK pid_t wait3(int *status, int options, struct rusage *usage) { return answer(ECHILD); }
WEAK pid_t wait4(pid_t id, int *status, int options, struct rusage *usage) { return answer(ECHILD); }

WEAK pid_t getppid(void) { return PARENT; }
WEAK pid_t gettid(void) { return getpid(); }
WEAK pid_t getpgrp(void) { return getpid(); }
WEAK pid_t setpgrp(void) { return 0; }
static pid_t own(pid_t id) { return id == 0 || id == getpid() ? getpid() : answer(ESRCH); }
WEAK pid_t getpgid(pid_t id) { return own(id); }
WEAK pid_t getsid(pid_t id) { return own(id); }
WEAK int setpgid(pid_t id, pid_t group) {
  if (own(id) < 0) return -1;
  return group == 0 || group == getpid() ? 0 : answer(EPERM);
}
/* It leads a group already. */
WEAK pid_t setsid(void) { return answer(EPERM); }

WEAK int nice(int more) { return 0; }
WEAK int getpriority(int which, id_t who) { return 0; }
WEAK int setpriority(int which, id_t who, int priority) { return 0; }
WEAK int getloadavg(double *loads, int count) { return -1; }

WEAK int getrlimit(int resource, struct rlimit *limit) {
  if (resource < 0 || resource >= RLIM_NLIMITS) return answer(EINVAL);
  limit->rlim_cur = limit->rlim_max = resource == RLIMIT_NOFILE ? 1024 : RLIM_INFINITY;
  return 0;
}
WEAK int setrlimit(int resource, const struct rlimit *limit) {
  if (resource < 0 || resource >= RLIM_NLIMITS) return answer(EINVAL);
  return limit->rlim_cur > limit->rlim_max ? answer(EINVAL) : 0;
}
WEAK int getdtablesize(void) { return 1024; }
WEAK int chroot(const char *path) { return answer(EPERM); }
