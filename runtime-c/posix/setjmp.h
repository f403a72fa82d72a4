/* clang knows setjmp and longjmp by these names alone; which signals are blocked is not put back. */
#ifndef NEARMISS_SETJMP_H
#define NEARMISS_SETJMP_H
#include_next <setjmp.h>

#define sigsetjmp(buffer, mask) setjmp(buffer)
#define siglongjmp(buffer, value) longjmp(buffer, value)
#define _setjmp(buffer) setjmp(buffer)
#define _longjmp(buffer, value) longjmp(buffer, value)

#endif
