/* What wasi-libc leaves out of its own header; runtime-c/descriptors.c has it. */
#ifndef NEARMISS_DIRENT_H
#define NEARMISS_DIRENT_H
#include_next <dirent.h>

#ifdef __cplusplus
extern "C" {
#endif
int readdir_r(DIR *__restrict, struct dirent *__restrict, struct dirent **__restrict);
#ifdef __cplusplus
}
#endif

#endif
