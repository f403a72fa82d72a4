/* What else POSIX asks of a system. */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>
#include "wasi.h"

WEAK pid_t getpid(void) { return 42; }
WEAK pid_t __getpid(void) { return getpid(); }
WEAK int sched_yield(void) { return answer(wasi_sched_yield()); }
WEAK int getpagesize(void) { return 65536; }
WEAK int gethostname(char *to, size_t room) {
  static const char name[] = "localhost";
  if (room < sizeof name) return answer(ENAMETOOLONG);
  memcpy(to, name, sizeof name);
  return 0;
}

WEAK long sysconf(int name) {
  switch (name) {
    case _SC_PAGESIZE:
      return getpagesize();
    case _SC_NPROCESSORS_CONF:
    case _SC_NPROCESSORS_ONLN:
      return 1;
    case _SC_OPEN_MAX:
      return 1024;
    case _SC_CLK_TCK:
      return 100;
    case _SC_ARG_MAX:
      return ARG_MAX;
    case _SC_IOV_MAX:
      return IOV_MAX;
    case _SC_PHYS_PAGES:
      return 32768;
    case _SC_AVPHYS_PAGES:
      return 16384;
    case _SC_LINE_MAX:
      return 2048;
    case _SC_NGROUPS_MAX:
      return 32;
    case _SC_CHILD_MAX:
      return -1;
    case _SC_VERSION:
      return _POSIX_VERSION;
    case _SC_HOST_NAME_MAX:
      return 255;
    case _SC_GETPW_R_SIZE_MAX:
    case _SC_GETGR_R_SIZE_MAX:
      return 1024;
    default:
      return answer(EINVAL);
  }
}
WEAK long fpathconf(int file, int name) {
  switch (name) {
    case _PC_LINK_MAX:
      return 8;
    case _PC_NAME_MAX:
      return 255;
    case _PC_PATH_MAX:
      return 4096;
    case _PC_PIPE_BUF:
      return 4096;
    case _PC_NO_TRUNC:
    case _PC_CHOWN_RESTRICTED:
      return 1;
    default:
      return answer(EINVAL);
  }
}
WEAK long pathconf(const char *path, int name) { return fpathconf(-1, name); }
WEAK size_t confstr(int name, char *to, size_t room) {
  const char *text = name == 0 ? "/bin:/usr/bin" : "";
  size_t size = strlen(text) + 1;
  if (room > 0) {
    memcpy(to, text, size < room ? size : room);
    to[room - 1] = size > room ? 0 : to[room - 1];
  }
  return size;
}

WEAK int ioctl(int file, int request, ...) {
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  wasi_fdstat status;
  int error = wasi_fd_fdstat_get(file, ADDRESS(&status));
  if (error) return answer(error);
  if (request == FIONBIO) {
    int flags = *(int *)argument ? status.flags | 4 : status.flags & ~4;
    return answer(wasi_fd_fdstat_set_flags(file, flags));
  }
  if (request == FIONREAD) {
    *(int *)argument = 0;
    wasi_subscription wanted = {.tag = 1, .kind = WASI_READ_EVENT, .file.file = (uint32_t)file};
    wasi_event event;
    uint32_t count = 0;
    error = wasi_poll_oneoff(ADDRESS(&wanted), ADDRESS(&event), 1, ADDRESS(&count));
    if (!error && count == 1 && !event.error) *(int *)argument = (int)event.bytes;
    return answer(error);
  }
  return answer(ENOTTY);
}

/* One subscription for each thing waited for, and one for the time. */
WEAK int poll(struct pollfd files[], nfds_t count, int timeout) {
  size_t most = 2 * (size_t)count + 1, wanted = 0;
  wasi_subscription *subscriptions = calloc(most, sizeof *subscriptions);
  wasi_event *events = calloc(most, sizeof *events);
  if (!subscriptions || !events) {
    free(subscriptions);
    free(events);
    return answer(ENOMEM);
  }
  for (nfds_t i = 0; i < count; i++) {
    files[i].revents = 0;
    if (files[i].fd < 0) continue;
    const int kinds[] = {POLLRDNORM, POLLWRNORM};
    for (int k = 0; k < 2; k++) {
      if (!(files[i].events & kinds[k])) continue;
      wasi_subscription *one = &subscriptions[wanted++];
      one->tag = i;
      one->kind = k ? WASI_WRITE_EVENT : WASI_READ_EVENT;
      one->file.file = (uint32_t)files[i].fd;
    }
  }
  if (timeout >= 0 || wanted == 0) {
    wasi_subscription *one = &subscriptions[wanted++];
    one->tag = UINT64_MAX;
    one->kind = WASI_CLOCK_EVENT;
    one->clock.id = 1;
    one->clock.timeout = (uint64_t)(timeout < 0 ? 0 : timeout) * 1000000;
  }
  uint32_t happened = 0;
  int error = wasi_poll_oneoff(ADDRESS(subscriptions), ADDRESS(events), (uint32_t)wanted, ADDRESS(&happened));
  for (uint32_t i = 0; !error && i < happened; i++) {
    const wasi_event *event = &events[i];
    if (event->kind == WASI_CLOCK_EVENT) continue;
    struct pollfd *one = &files[event->tag];
    if (event->error == EBADF) one->revents |= POLLNVAL;
    else if (event->error == EPIPE) one->revents |= POLLHUP;
    else if (event->error) one->revents |= POLLERR;
    else {
      one->revents |= event->kind == WASI_READ_EVENT ? POLLRDNORM : POLLWRNORM;
      if (event->flags & 1) one->revents |= POLLHUP;
    }
  }
  free(subscriptions);
  free(events);
  if (error) return answer(error);
  int ready = 0;
  for (nfds_t i = 0; i < count; i++) ready += files[i].revents != 0;
  return ready;
}

WEAK int pselect(int count, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict errors,
                 const struct timespec *restrict timeout, const sigset_t *restrict mask) {
  static struct pollfd files[FD_SETSIZE];
  nfds_t wanted = 0;
  if (count < 0 || count > FD_SETSIZE) return answer(EINVAL);
  for (int file = 0; file < count; file++) {
    int events = (reads && FD_ISSET(file, reads) ? POLLRDNORM : 0) | (writes && FD_ISSET(file, writes) ? POLLWRNORM : 0);
    if (events) files[wanted++] = (struct pollfd){.fd = file, .events = (short)events};
  }
  int wait = timeout ? (int)(timeout->tv_sec * 1000 + (timeout->tv_nsec + 999999) / 1000000) : -1;
  if (poll(files, wanted, wait) < 0) return -1;
  if (reads) FD_ZERO(reads);
  if (writes) FD_ZERO(writes);
  if (errors) FD_ZERO(errors);
  int ready = 0;
  for (nfds_t i = 0; i < wanted; i++) {
    int seen = files[i].revents;
    if (seen & POLLNVAL) return answer(EBADF);
    if (reads && files[i].events & POLLRDNORM && seen & (POLLRDNORM | POLLHUP | POLLERR)) {
      FD_SET(files[i].fd, reads);
      ready++;
    }
    if (writes && files[i].events & POLLWRNORM && seen & (POLLWRNORM | POLLERR)) {
      FD_SET(files[i].fd, writes);
      ready++;
    }
  }
  return ready;
}
WEAK int select(int count, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict errors,
                struct timeval *restrict timeout) {
  struct timespec exact;
  if (timeout) {
    if (timeout->tv_sec < 0 || timeout->tv_usec < 0) return answer(EINVAL);
    exact = (struct timespec){timeout->tv_sec, timeout->tv_usec * 1000};
  }
  return pselect(count, reads, writes, errors, timeout ? &exact : 0, 0);
}
