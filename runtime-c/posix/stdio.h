/* What wasi-libc leaves out of its own header, since WASI has no other programs, and C no gets; runtime-c has them. */
#ifndef NEARMISS_STDIO_H
#define NEARMISS_STDIO_H
#include_next <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

FILE *popen(const char *command, const char *mode);
int pclose(FILE *stream);
char *gets(char *line);

#ifdef __cplusplus
}
#endif

#endif
