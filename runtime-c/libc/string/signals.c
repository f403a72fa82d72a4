/* What signals are called. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include "host.h"

static const char *const names[] = {
    "Unknown signal 0", "Hangup", "Interrupt", "Quit", "Illegal instruction", "Trace/breakpoint trap", "Aborted",
    "Bus error", "Floating point exception", "Killed", "User defined signal 1", "Segmentation fault",
    "User defined signal 2", "Broken pipe", "Alarm clock", "Terminated", "Stack fault", "Child exited", "Continued",
    "Stopped (signal)", "Stopped", "Stopped (tty input)", "Stopped (tty output)", "Urgent I/O condition",
    "CPU time limit exceeded", "File size limit exceeded", "Virtual timer expired", "Profiling timer expired",
    "Window changed", "I/O possible", "Power failure", "Bad system call",
};

WEAK char *strsignal(int signal) {
  return (char *)(signal > 0 && signal < (int)(sizeof names / sizeof *names) ? names[signal] : "Unknown signal");
}
WEAK void psignal(int signal, const char *text) {
  fprintf(stderr, "%s%s%s\n", text && *text ? text : "", text && *text ? ": " : "", strsignal(signal));
}
