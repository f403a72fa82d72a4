/*
 * POSIX sockets over the engine's network of one other side (src/host/socket.ts). recv, send and
 * shutdown are wasi-libc's own. All are weak: a program may bring its own.
 */
#include <errno.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include "wasi.h"

HOST(sock_open) int __nm_sock_open(int type, int flags, uint32_t result);
HOST(sock_listen) int __nm_sock_listen(int socket);
HOST(sock_connect) int __nm_sock_connect(int socket);

/* Where the other side is, for who asks. */
static void tell_address(struct sockaddr *address, socklen_t *size, uint16_t port) {
  if (!address || !size) return;
  struct sockaddr_in loopback;
  memset(&loopback, 0, sizeof loopback);
  loopback.sin_family = AF_INET;
  loopback.sin_port = htons(port);
  loopback.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  memcpy(address, &loopback, *size < sizeof loopback ? *size : sizeof loopback);
  *size = sizeof loopback;
}

WEAK int socket(int domain, int type, int protocol) {
  int result;
  int error = __nm_sock_open(type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC), type & SOCK_NONBLOCK ? 4 : 0, ADDRESS(&result));
  return error ? answer(error) : result;
}

WEAK int bind(int socket, const struct sockaddr *address, socklen_t size) {
  int type;
  socklen_t type_size = sizeof type;
  return getsockopt(socket, SOL_SOCKET, SO_TYPE, &type, &type_size);
}

WEAK int listen(int socket, int backlog) { return answer(__nm_sock_listen(socket)); }

/* wasi-libc's own writes to the address even where nobody asked for one. */
WEAK int accept4(int socket, struct sockaddr *restrict address, socklen_t *restrict size, int flags) {
  int result;
  int error = wasi_sock_accept(socket, flags & SOCK_NONBLOCK ? 4 : 0, ADDRESS(&result));
  if (error) return answer(error);
  tell_address(address, size, 49152);
  return result;
}

WEAK int accept(int socket, struct sockaddr *restrict address, socklen_t *restrict size) {
  return accept4(socket, address, size, 0);
}

WEAK int connect(int socket, const struct sockaddr *address, socklen_t size) {
  return answer(__nm_sock_connect(socket));
}

WEAK int setsockopt(int socket, int level, int option, const void *value, socklen_t size) {
  int type;
  socklen_t type_size = sizeof type;
  return getsockopt(socket, SOL_SOCKET, SO_TYPE, &type, &type_size);
}

WEAK int getsockname(int socket, struct sockaddr *restrict address, socklen_t *restrict size) {
  tell_address(address, size, 80);
  return bind(socket, 0, 0);
}

WEAK int getpeername(int socket, struct sockaddr *restrict address, socklen_t *restrict size) {
  tell_address(address, size, 49152);
  return bind(socket, 0, 0);
}

/* Flags WASI does not know change nothing here: nobody waits and nobody is signalled. */
static int known_flags(int flags) { return flags & (MSG_PEEK | MSG_WAITALL); }

WEAK ssize_t recvfrom(int socket, void *restrict buffer, size_t size, int flags, struct sockaddr *restrict address,
                      socklen_t *restrict address_size) {
  ssize_t count = recv(socket, buffer, size, known_flags(flags));
  if (count >= 0) tell_address(address, address_size, 49152);
  return count;
}

WEAK ssize_t sendto(int socket, const void *buffer, size_t size, int flags, const struct sockaddr *address,
                    socklen_t address_size) {
  return send(socket, buffer, size, 0);
}

WEAK ssize_t recvmsg(int socket, struct msghdr *message, int flags) {
  ssize_t total = 0;
  for (int i = 0; i < (int)message->msg_iovlen; i++) {
    size_t wanted = message->msg_iov[i].iov_len;
    if (wanted == 0) continue;
    ssize_t count = recv(socket, message->msg_iov[i].iov_base, wanted, known_flags(flags));
    if (count < 0) return total > 0 ? total : count;
    total += count;
    if ((size_t)count < wanted) break;
  }
  message->msg_flags = 0;
  return total;
}

WEAK ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
  ssize_t total = 0;
  for (int i = 0; i < (int)message->msg_iovlen; i++) {
    ssize_t count = send(socket, message->msg_iov[i].iov_base, message->msg_iov[i].iov_len, 0);
    if (count < 0) return total > 0 ? total : count;
    total += count;
  }
  return total;
}
