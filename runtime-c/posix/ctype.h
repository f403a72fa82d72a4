/* As functions only: wasi-libc's macros count on numbers wrapping around, at what would then be the user's own line. */
#ifndef NEARMISS_CTYPE_H
#define NEARMISS_CTYPE_H
#include_next <ctype.h>

#undef isalpha
#undef isdigit
#undef isgraph
#undef islower
#undef isprint
#undef isspace
#undef isupper
#undef isascii

#endif
