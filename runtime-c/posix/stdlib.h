/* What wasi-libc leaves out of its own header, since WASI has no other programs; runtime-c/command.c says what they do. */
#ifndef NEARMISS_STDLIB_H
#define NEARMISS_STDLIB_H
#include_next <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

int system(const char *command);

#ifdef __cplusplus
}
#endif

#endif
