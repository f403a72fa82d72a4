/* What wasi-libc leaves out of its own header; runtime-c/permissions.c has it. */
#ifndef NEARMISS_SYS_STAT_H
#define NEARMISS_SYS_STAT_H
#include_next <sys/stat.h>

#ifdef __cplusplus
extern "C" {
#endif
mode_t umask(mode_t);
int chmod(const char *, mode_t) __asm__("__nearmiss_chmod");
int fchmod(int, mode_t) __asm__("__nearmiss_fchmod");
int fchmodat(int, const char *, mode_t, int) __asm__("__nearmiss_fchmodat");
int mkfifo(const char *, mode_t);
int mkfifoat(int, const char *, mode_t);
int mknod(const char *, mode_t, dev_t);
int lchmod(const char *, mode_t);
#ifdef __cplusplus
}
#endif
#endif
