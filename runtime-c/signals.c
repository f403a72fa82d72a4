/*
 * Signals that a program sends to itself; nothing comes from outside, so who waits for one has nothing left to do.
 * Takes the place of wasi-libc's emulation, which knows neither masks nor sigaction. (strsignal, psignal stay.)
 */
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "host.h"

static struct sigaction actions[_NSIG];
static sigset_t blocked, pending;

static sigset_t bit(int signal) { return 1ull << (signal - 1); }
static int is_signal(int signal) { return signal > 0 && signal < _NSIG; }
static int is_fixed(int signal) { return signal == SIGKILL || signal == SIGSTOP; }

WEAK void __SIG_IGN(int signal) {}
WEAK _Noreturn void __SIG_ERR(int signal) { abort(); }

static void by_default(int signal) {
  switch (signal) {
    case SIGCHLD:
    case SIGURG:
    case SIGWINCH:
    case SIGCONT:
    case SIGSTOP:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU:
      return;
    case SIGQUIT:
    case SIGILL:
    case SIGTRAP:
    case SIGABRT:
    case SIGBUS:
    case SIGFPE:
    case SIGSEGV:
    case SIGSYS:
    case SIGXCPU:
    case SIGXFSZ:
      fprintf(stderr, "Program received fatal signal: %s\n", strsignal(signal));
      abort();
    default:
      _Exit(128 + signal);
  }
}

static void deliver(int signal) {
  struct sigaction action = actions[signal];
  if (action.sa_handler == SIG_IGN) return;
  if (action.sa_handler == SIG_DFL) return by_default(signal);
  if (action.sa_flags & SA_RESETHAND) actions[signal].sa_handler = SIG_DFL;
  sigset_t before = blocked;
  blocked |= action.sa_mask | (action.sa_flags & SA_NODEFER ? 0 : bit(signal));
  if (action.sa_flags & SA_SIGINFO) {
    siginfo_t about;
    memset(&about, 0, sizeof about);
    about.si_signo = signal;
    about.si_code = SI_USER;
    about.si_pid = getpid();
    about.si_uid = getuid();
    action.sa_sigaction(signal, &about, 0);
  } else {
    action.sa_handler(signal);
  }
  blocked = before;
}

static void deliver_pending(void) {
  for (int signal = 1; signal < _NSIG && (pending & ~blocked); signal++) {
    if (!(pending & ~blocked & bit(signal))) continue;
    pending &= ~bit(signal);
    deliver(signal);
  }
}

WEAK int raise(int signal) {
  if (!is_signal(signal)) return answer(EINVAL);
  pending |= bit(signal);
  deliver_pending();
  return 0;
}

/* Where nobody explores, somebody ends a program that works on when its time is over (src/build/cc/alarm.ts). */
HOST(alarm_set) int __nm_alarm_set(unsigned seconds);

/* Seconds until an alarm rings, 0 for none, and from then to the next one. */
static unsigned armed, interval;
void __nearmiss_ring(void) {
  if (!armed) return;
  armed = interval;
  __nm_alarm_set(armed);
  raise(SIGALRM);
}

WEAK int kill(pid_t id, int signal) {
  if (signal != 0 && !is_signal(signal)) return answer(EINVAL);
  if (id != 0 && id != -1 && id != getpid() && id != -getpid()) return answer(ESRCH);
  return signal == 0 ? 0 : raise(signal);
}
WEAK int killpg(pid_t group, int signal) { return kill(group, signal); }

WEAK int sigaction(int signal, const struct sigaction *restrict new, struct sigaction *restrict old) {
  if (!is_signal(signal) || (new && is_fixed(signal))) return answer(EINVAL);
  struct sigaction before = actions[signal];
  if (new) actions[signal] = *new;
  if (old) *old = before;
  return 0;
}

/* As glibc has it: the handler stays. */
WEAK void (*signal(int signal, void (*handler)(int)))(int) {
  struct sigaction new = {0}, old;
  new.sa_handler = handler;
  new.sa_flags = SA_RESTART;
  return sigaction(signal, &new, &old) < 0 ? SIG_ERR : old.sa_handler;
}
WEAK void (*bsd_signal(int number, void (*handler)(int)))(int) { return signal(number, handler); }

WEAK int sigemptyset(sigset_t *set) { return *set = 0; }
WEAK int sigfillset(sigset_t *set) {
  *set = ~0ull;
  return 0;
}
WEAK int sigaddset(sigset_t *set, int signal) {
  if (!is_signal(signal)) return answer(EINVAL);
  *set |= bit(signal);
  return 0;
}
WEAK int sigdelset(sigset_t *set, int signal) {
  if (!is_signal(signal)) return answer(EINVAL);
  *set &= ~bit(signal);
  return 0;
}
WEAK int sigismember(const sigset_t *set, int signal) {
  return is_signal(signal) ? (*set & bit(signal)) != 0 : answer(EINVAL);
}

static int mask(int how, const sigset_t *set, sigset_t *old) {
  sigset_t before = blocked;
  if (set) {
    if (how == SIG_BLOCK)
      blocked |= *set;
    else if (how == SIG_UNBLOCK)
      blocked &= ~*set;
    else if (how == SIG_SETMASK)
      blocked = *set;
    else
      return EINVAL;
    blocked &= ~(bit(SIGKILL) | bit(SIGSTOP));
  }
  if (old) *old = before;
  deliver_pending();
  return 0;
}
WEAK int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
  return answer(mask(how, set, old));
}
WEAK int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old) { return mask(how, set, old); }
WEAK int sigpending(sigset_t *set) {
  *set = pending;
  return 0;
}

WEAK int sigsuspend(const sigset_t *set) {
  sigset_t before = blocked;
  if (!(pending & ~*set)) {
    if (!armed || *set & bit(SIGALRM)) _Exit(0);
    armed = interval;
    pending |= bit(SIGALRM);
  }
  blocked = *set;
  deliver_pending();
  blocked = before;
  return answer(EINTR);
}
WEAK int pause(void) {
  if (!armed) _Exit(0);
  __nearmiss_ring();
  return answer(EINTR);
}
/* Who sleeps longer is woken. */
WEAK int nanosleep(const struct timespec *time, struct timespec *left) {
  if (!armed || time->tv_sec < armed) {
    if (armed) armed -= time->tv_sec;
    return answer(clock_nanosleep(CLOCK_REALTIME, 0, time, left));
  }
  struct timespec until = {.tv_sec = armed};
  if (left) *left = (struct timespec){time->tv_sec - armed, time->tv_nsec};
  clock_nanosleep(CLOCK_REALTIME, 0, &until, 0);
  __nearmiss_ring();
  return answer(EINTR);
}
WEAK unsigned sleep(unsigned seconds) {
  unsigned slept = armed && armed <= seconds ? armed : seconds;
  struct timespec time = {.tv_sec = slept};
  clock_nanosleep(CLOCK_REALTIME, 0, &time, 0);
  if (armed && armed <= seconds) __nearmiss_ring();
  else if (armed) armed -= seconds;
  /* What is left of the second that was cut is not told. */
  return seconds - slept - (seconds > slept);
}
WEAK int sigaltstack(const stack_t *restrict new, stack_t *restrict old) { return 0; }
WEAK int siginterrupt(int signal, int flag) { return is_signal(signal) ? 0 : answer(EINVAL); }

/*
 * When time runs out is not known, which the engine is told. An alarm rings at the last moment: where the program waits,
 * or, called by the engine, where it has been at work for so long that the run would end.
 */
static unsigned arm(unsigned seconds, unsigned again) {
  void (*volatile bell)(void) = __nearmiss_ring;
  unsigned before = armed;
  (void)bell;
  armed = seconds;
  interval = again;
  __nm_alarm_set(seconds);
  return before;
}
WEAK unsigned alarm(unsigned seconds) {
  if (seconds) UNMODELLED("alarm");
  return arm(seconds, 0);
}
WEAK unsigned ualarm(unsigned first, unsigned interval) { return alarm(first); }
WEAK int setitimer(int which, const struct itimerval *restrict new, struct itimerval *restrict old) {
  if (old) memset(old, 0, sizeof *old);
  int is_set = new->it_value.tv_sec || new->it_value.tv_usec;
  if (is_set) UNMODELLED("setitimer");
  /* Part of a second is a second here; other clocks send other signals. */
  if (which == ITIMER_REAL) {
    int is_repeated = new->it_interval.tv_sec || new->it_interval.tv_usec;
    arm(is_set ? (unsigned)new->it_value.tv_sec + !new->it_value.tv_sec : 0,
        is_repeated ? (unsigned)new->it_interval.tv_sec + !new->it_interval.tv_sec : 0);
  }
  return 0;
}
WEAK int getitimer(int which, struct itimerval *value) {
  memset(value, 0, sizeof *value);
  return 0;
}
