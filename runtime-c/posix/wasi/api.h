/* wasi-libc's own refuses a machine of 64 bits; what its headers need of it there is this. */
#ifndef NEARMISS_WASI_API_H
#define NEARMISS_WASI_API_H
#ifdef __wasm64__
#define __WASI_RIFLAGS_RECV_PEEK 1
#define __WASI_RIFLAGS_RECV_WAITALL 2
#define __WASI_ROFLAGS_RECV_DATA_TRUNCATED 1
#define __WASI_CLOCKID_REALTIME 0
#else
#include_next <wasi/api.h>
#endif
#endif
