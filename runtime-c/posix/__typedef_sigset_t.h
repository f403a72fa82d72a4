/* Takes the place of wasi-libc's, which has room for eight signals. */
#ifndef NEARMISS_SIGSET_T
#define NEARMISS_SIGSET_T
typedef unsigned long long sigset_t;
#endif
