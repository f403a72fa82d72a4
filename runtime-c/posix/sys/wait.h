/* There are no other processes: runtime-c/processes.c. */
#ifndef NEARMISS_SYS_WAIT_H
#define NEARMISS_SYS_WAIT_H
#include <signal.h>
#include <sys/resource.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WNOHANG 1
#define WUNTRACED 2
#define WSTOPPED 2
#define WEXITED 4
#define WCONTINUED 8
#define WNOWAIT 0x1000000
#define WEXITSTATUS(status) (((status) & 0xff00) >> 8)
#define WTERMSIG(status) ((status) & 0x7f)
#define WSTOPSIG(status) WEXITSTATUS(status)
#define WCOREDUMP(status) ((status) & 0x80)
#define WIFEXITED(status) (!WTERMSIG(status))
#define WIFSTOPPED(status) (((status) & 0xff) == 0x7f)
#define WIFSIGNALED(status) (((status) & 0xffff) - 1U < 0xffu)
#define WIFCONTINUED(status) ((status) == 0xffff)

pid_t wait(int *);
pid_t waitpid(pid_t, int *, int);
typedef enum { P_ALL, P_PID, P_PGID } idtype_t;
int waitid(idtype_t, id_t, siginfo_t *, int);
pid_t wait3(int *, int, struct rusage *);
pid_t wait4(pid_t, int *, int, struct rusage *);

#ifdef __cplusplus
}
#endif
#endif
