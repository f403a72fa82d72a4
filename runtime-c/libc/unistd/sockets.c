/* What of sockets is the sandbox's own; the rest is runtime-c/socket.c. */
#include <errno.h>
#include <sys/socket.h>
#include "wasi.h"

WEAK ssize_t recv(int socket, void *restrict data, size_t size, int flags) {
  wasi_part part = {ADDRESS(data), (uint32_t)size};
  uint32_t count = 0;
  uint16_t told = 0;
  if (flags & ~(MSG_PEEK | MSG_WAITALL)) return answer(EOPNOTSUPP);
  int error = wasi_sock_recv(socket, ADDRESS(&part), 1, flags, ADDRESS(&count), ADDRESS(&told));
  return error ? answer(error) : (ssize_t)count;
}
WEAK ssize_t send(int socket, const void *data, size_t size, int flags) {
  wasi_part part = {ADDRESS(data), (uint32_t)size};
  uint32_t count = 0;
  int error = wasi_sock_send(socket, ADDRESS(&part), 1, 0, ADDRESS(&count));
  return error ? answer(error) : (ssize_t)count;
}
WEAK int shutdown(int socket, int how) {
  if (how != SHUT_RD && how != SHUT_WR && how != SHUT_RDWR) return answer(EINVAL);
  return answer(wasi_sock_shutdown(socket, how));
}

WEAK int getsockopt(int socket, int level, int name, void *restrict value, socklen_t *restrict size) {
  wasi_fdstat status;
  int error = wasi_fd_fdstat_get(socket, ADDRESS(&status));
  if (error) return answer(error);
  if (status.type != WASI_STREAM && status.type != WASI_DATAGRAM) return answer(ENOTSOCK);
  if (level != SOL_SOCKET || (name != SO_TYPE && name != SO_ERROR)) return answer(ENOPROTOOPT);
  int result = name == SO_ERROR ? 0 : status.type == WASI_STREAM ? SOCK_STREAM : SOCK_DGRAM;
  if (*size > sizeof result) *size = sizeof result;
  for (socklen_t i = 0; i < *size; i++) ((char *)value)[i] = ((const char *)&result)[i];
  return 0;
}
