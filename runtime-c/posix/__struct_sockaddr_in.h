/* Takes the place of wasi-libc's, which has no sin_zero: old programs clear it, and may count on 16 bytes. */
#ifndef NEARMISS_SOCKADDR_IN
#define NEARMISS_SOCKADDR_IN
#include <__struct_in_addr.h>
#include <__typedef_in_port_t.h>
#include <__typedef_sa_family_t.h>

struct sockaddr_in {
  __attribute__((aligned(__BIGGEST_ALIGNMENT__))) sa_family_t sin_family;
  in_port_t sin_port;
  struct in_addr sin_addr;
  unsigned char sin_zero[8];
};
#endif
