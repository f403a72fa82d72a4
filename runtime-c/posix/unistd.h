/* What wasi-libc leaves out of its own header, since WASI has no other programs; runtime-c/command.c says what they do. */
#ifndef NEARMISS_UNISTD_H
#define NEARMISS_UNISTD_H
#include_next <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

int execl(const char *path, const char *first, ...);
int execlp(const char *file, const char *first, ...);
int execle(const char *path, const char *first, ...);
int execv(const char *path, char *const args[]);
int execvp(const char *file, char *const args[]);
int execve(const char *path, char *const args[], char *const environment[]);

#ifdef __cplusplus
}
#endif

#endif
