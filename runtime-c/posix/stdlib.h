/* What wasi-libc leaves out of its own header: other programs (runtime-c/command.c) and names for files (temporary.c). */
#ifndef NEARMISS_STDLIB_H
#define NEARMISS_STDLIB_H
#include_next <stdlib.h>
#include <features.h>

#ifdef __cplusplus
extern "C" {
#endif

int system(const char *command);

#if defined(_POSIX_SOURCE) || defined(_POSIX_C_SOURCE) || defined(_XOPEN_SOURCE) || defined(_GNU_SOURCE) || \
    defined(_BSD_SOURCE)
int mkstemp(char *);
int mkostemp(char *, int);
int mkstemps(char *, int);
int mkostemps(char *, int, int);
char *mkdtemp(char *);
char *mktemp(char *);
#define mkstemp64 mkstemp
#endif

#if defined(_GNU_SOURCE) || defined(_BSD_SOURCE)
#include <alloca.h>
void *valloc(size_t);
void *memalign(size_t, size_t);
void *reallocarray(void *, size_t, size_t);
void qsort_r(void *, size_t, size_t, int (*)(const void *, const void *, void *), void *);
int getloadavg(double *, int);
#endif

#ifdef _GNU_SOURCE
char *canonicalize_file_name(const char *);
#endif

#ifdef __cplusplus
}
#endif

#endif
