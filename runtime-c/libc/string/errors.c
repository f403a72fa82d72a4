/* What errors are called, in glibc's words. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <locale.h>
#include "host.h"

static const char *const messages[] = {
    [0] = "Success",
    [E2BIG] = "Argument list too long",
    [EACCES] = "Permission denied",
    [EADDRINUSE] = "Address already in use",
    [EADDRNOTAVAIL] = "Cannot assign requested address",
    [EAFNOSUPPORT] = "Address family not supported by protocol",
    [EAGAIN] = "Resource temporarily unavailable",
    [EALREADY] = "Operation already in progress",
    [EBADF] = "Bad file descriptor",
    [EBADMSG] = "Bad message",
    [EBUSY] = "Device or resource busy",
    [ECANCELED] = "Operation canceled",
    [ECHILD] = "No child processes",
    [ECONNABORTED] = "Software caused connection abort",
    [ECONNREFUSED] = "Connection refused",
    [ECONNRESET] = "Connection reset by peer",
    [EDEADLK] = "Resource deadlock avoided",
    [EDESTADDRREQ] = "Destination address required",
    [EDOM] = "Numerical argument out of domain",
    [EDQUOT] = "Disk quota exceeded",
    [EEXIST] = "File exists",
    [EFAULT] = "Bad address",
    [EFBIG] = "File too large",
    [EHOSTUNREACH] = "No route to host",
    [EIDRM] = "Identifier removed",
    [EILSEQ] = "Invalid or incomplete multibyte or wide character",
    [EINPROGRESS] = "Operation now in progress",
    [EINTR] = "Interrupted system call",
    [EINVAL] = "Invalid argument",
    [EIO] = "Input/output error",
    [EISCONN] = "Transport endpoint is already connected",
    [EISDIR] = "Is a directory",
    [ELOOP] = "Too many levels of symbolic links",
    [EMFILE] = "Too many open files",
    [EMLINK] = "Too many links",
    [EMSGSIZE] = "Message too long",
    [EMULTIHOP] = "Multihop attempted",
    [ENAMETOOLONG] = "File name too long",
    [ENETDOWN] = "Network is down",
    [ENETRESET] = "Network dropped connection on reset",
    [ENETUNREACH] = "Network is unreachable",
    [ENFILE] = "Too many open files in system",
    [ENOBUFS] = "No buffer space available",
    [ENODEV] = "No such device",
    [ENOENT] = "No such file or directory",
    [ENOEXEC] = "Exec format error",
    [ENOLCK] = "No locks available",
    [ENOLINK] = "Link has been severed",
    [ENOMEM] = "Cannot allocate memory",
    [ENOMSG] = "No message of desired type",
    [ENOPROTOOPT] = "Protocol not available",
    [ENOSPC] = "No space left on device",
    [ENOSYS] = "Function not implemented",
    [ENOTCONN] = "Transport endpoint is not connected",
    [ENOTDIR] = "Not a directory",
    [ENOTEMPTY] = "Directory not empty",
    [ENOTRECOVERABLE] = "State not recoverable",
    [ENOTSOCK] = "Socket operation on non-socket",
    [ENOTSUP] = "Operation not supported",
    [ENOTTY] = "Inappropriate ioctl for device",
    [ENXIO] = "No such device or address",
    [EOVERFLOW] = "Value too large for defined data type",
    [EOWNERDEAD] = "Owner died",
    [EPERM] = "Operation not permitted",
    [EPIPE] = "Broken pipe",
    [EPROTO] = "Protocol error",
    [EPROTONOSUPPORT] = "Protocol not supported",
    [EPROTOTYPE] = "Protocol wrong type for socket",
    [ERANGE] = "Numerical result out of range",
    [EROFS] = "Read-only file system",
    [ESPIPE] = "Illegal seek",
    [ESRCH] = "No such process",
    [ESTALE] = "Stale file handle",
    [ETIMEDOUT] = "Connection timed out",
    [ETXTBSY] = "Text file busy",
    [EXDEV] = "Invalid cross-device link",
    [ENOTCAPABLE] = "Capabilities insufficient",
};

WEAK char *strerror(int error) {
  static char unknown[32];
  if (error >= 0 && error < (int)(sizeof messages / sizeof *messages) && messages[error]) return (char *)messages[error];
  /* Not through printf, which a program that never prints need not have. */
  char digits[12], *end = unknown;
  const char *words = "Unknown error ";
  unsigned left = error < 0 ? -(unsigned)error : (unsigned)error;
  int count = 0;
  while (*words) *end++ = *words++;
  if (error < 0) *end++ = '-';
  do digits[count++] = (char)('0' + left % 10);
  while (left /= 10);
  while (count > 0) *end++ = digits[--count];
  *end = 0;
  return unknown;
}
WEAK char *strerror_l(int error, locale_t locale) { return strerror(error); }

/* POSIX's, which is what the headers declare. */
WEAK int strerror_r(int error, char *to, size_t room) {
  const char *message = strerror(error);
  size_t length = strlen(message);
  if (length >= room) {
    if (room > 0) {
      memcpy(to, message, room - 1);
      to[room - 1] = 0;
    }
    return ERANGE;
  }
  memcpy(to, message, length + 1);
  return 0;
}
WEAK int __xpg_strerror_r(int error, char *to, size_t room) { return strerror_r(error, to, room); }
