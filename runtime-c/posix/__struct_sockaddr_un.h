/* Takes the place of wasi-libc's, which has no path: WASI has no such sockets, runtime-c/socket.c knows any kind. */
#ifndef NEARMISS_SOCKADDR_UN
#define NEARMISS_SOCKADDR_UN
#include <__typedef_sa_family_t.h>

struct sockaddr_un {
  sa_family_t sun_family;
  char sun_path[108];
};
#endif
