/* What wasi-libc leaves out of its own header; runtime-c/descriptors.c has it. */
#ifndef NEARMISS_DIRENT_H
#define NEARMISS_DIRENT_H
/* wasi-libc's own, which opendir calls; gnulib's programs have one with other parameters, which it must not come to. */
#define opendirat __nearmiss_no_opendirat
#include_next <dirent.h>
#undef opendirat
#pragma redefine_extname opendirat opendirat_of_program

#ifdef __cplusplus
extern "C" {
#endif
int readdir_r(DIR *__restrict, struct dirent *__restrict, struct dirent **__restrict);
#ifdef __cplusplus
}
#endif

#endif
