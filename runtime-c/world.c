/*
 * Answers of the world that are explored (--faults, --world): the user's calls come here instead of to the C library,
 * which itself goes on calling its own. Whether a call fails, and what a fact is, is input like any other. The same
 * source serves the machine itself (`nearmiss replay --native`), where the linker's --wrap sends the calls here.
 */
#ifdef NEARMISS_NATIVE
#define _GNU_SOURCE
#endif
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#ifdef NEARMISS_NATIVE
#define OURS(name) __wrap_##name
#define THEIRS(name) __real_##name
/* The harness is at work, not the program. */
extern int nearmiss_native_busy;
#define IS_BUSY nearmiss_native_busy
void __nm_symbolic(void *address, size_t size, const char *name);
void __nm_bound(int condition);
#else
#define OURS(name) __nearmiss_world_##name
#define THEIRS(name) name
#define IS_BUSY 0
#include "engine.h"
#endif

/* Failures a run may have: --fault-budget. */
extern int __nearmiss_fault_budget;
__attribute__((weak)) int __nearmiss_fault_budget = 1;
static int faults;

/* `3rd malloc fails`: src/inputs/faults.ts knows such names. */
static char *ordinal(char *text, unsigned number, const char *function, const char *how) {
  char digits[12];
  int count = 0;
  unsigned last = number % 10, teen = number / 10 % 10 == 1;
  const char *ending = teen || last == 0 || last > 3 ? "th " : last == 1 ? "st " : last == 2 ? "nd " : "rd ";
  const char *parts[] = {ending, function, " ", how};
  char *end = text;
  do digits[count++] = '0' + number % 10;
  while (number /= 10);
  while (count > 0) *end++ = digits[--count];
  for (int i = 0; i < 4; i++)
    for (const char *from = parts[i]; *from; from++) *end++ = *from;
  *end = 0;
  return text;
}

/* Does this call go wrong in this way? Asked as long as another failure is allowed. */
static int goes_wrong(unsigned number, const char *function, const char *how) {
  char name[64];
  unsigned char wrong;
  if (IS_BUSY || faults >= __nearmiss_fault_budget) return 0;
  __nm_symbolic(&wrong, 1, ordinal(name, number, function, how));
  if (!(wrong & 1)) return 0;
  faults++;
  return 1;
}

/* Calls are counted by function, the program's own only. */
#define COUNTED(name) \
  static unsigned calls; \
  unsigned call = IS_BUSY ? 0 : ++calls; \
  const char *function = #name
#define FAILS(error, result) \
  if (goes_wrong(call, function, "fails")) { \
    errno = error; \
    return result; \
  }
#define INTERRUPTED(result) \
  if (goes_wrong(call, function, "is interrupted")) { \
    errno = EINTR; \
    return result; \
  }
/* One byte at least, so that it is not the end. */
#define SHORT(size) \
  if (size > 1 && goes_wrong(call, function, "is short")) size = 1

#define FALLIBLE(type, name, parameters, arguments, error, result) \
  type THEIRS(name) parameters; \
  type OURS(name) parameters { \
    COUNTED(name); \
    FAILS(error, result) \
    return THEIRS(name) arguments; \
  }

FALLIBLE(void *, malloc, (size_t size), (size), ENOMEM, 0)
FALLIBLE(void *, calloc, (size_t count, size_t size), (count, size), ENOMEM, 0)
FALLIBLE(void *, realloc, (void *block, size_t size), (block, size), ENOMEM, 0)
FALLIBLE(void *, reallocarray, (void *block, size_t count, size_t size), (block, count, size), ENOMEM, 0)
FALLIBLE(char *, strdup, (const char *text), (text), ENOMEM, 0)
FALLIBLE(char *, strndup, (const char *text, size_t size), (text, size), ENOMEM, 0)
FALLIBLE(void *, aligned_alloc, (size_t alignment, size_t size), (alignment, size), ENOMEM, 0)
FALLIBLE(void *, memalign, (size_t alignment, size_t size), (alignment, size), ENOMEM, 0)
FALLIBLE(void *, valloc, (size_t size), (size), ENOMEM, 0)
FALLIBLE(int, posix_memalign, (void **block, size_t alignment, size_t size), (block, alignment, size), ENOMEM, ENOMEM)
FALLIBLE(int, vasprintf, (char **text, const char *format, va_list rest), (text, format, rest), ENOMEM, -1)

int OURS(asprintf)(char **text, const char *format, ...) {
  COUNTED(asprintf);
  FAILS(ENOMEM, -1)
  va_list rest;
  va_start(rest, format);
#ifdef NEARMISS_NATIVE
  extern int THEIRS(vasprintf)(char **, const char *, va_list);
  int length = THEIRS(vasprintf)(text, format, rest);
#else
  int length = vasprintf(text, format, rest);
#endif
  va_end(rest);
  return length;
}

int THEIRS(open)(const char *path, int flags, ...);
int OURS(open)(const char *path, int flags, ...) {
  COUNTED(open);
  FAILS(EMFILE, -1)
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return THEIRS(open)(path, flags, mode);
}
int THEIRS(openat)(int folder, const char *path, int flags, ...);
int OURS(openat)(int folder, const char *path, int flags, ...) {
  COUNTED(openat);
  FAILS(EMFILE, -1)
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return THEIRS(openat)(folder, path, flags, mode);
}
FALLIBLE(int, creat, (const char *path, mode_t mode), (path, mode), EMFILE, -1)
FALLIBLE(FILE *, fopen, (const char *path, const char *mode), (path, mode), EMFILE, 0)
FALLIBLE(FILE *, freopen, (const char *path, const char *mode, FILE *file), (path, mode, file), EMFILE, 0)
FALLIBLE(FILE *, fdopen, (int file, const char *mode), (file, mode), ENOMEM, 0)
FALLIBLE(DIR *, opendir, (const char *path), (path), EMFILE, 0)
FALLIBLE(int, mkstemp, (char *path), (path), EMFILE, -1)
FALLIBLE(char *, mkdtemp, (char *path), (path), EACCES, 0)
FALLIBLE(FILE *, tmpfile, (void), (), EMFILE, 0)

#define MOVING(name, parameters, arguments, error) \
  ssize_t THEIRS(name) parameters; \
  ssize_t OURS(name) parameters { \
    COUNTED(name); \
    FAILS(error, -1) \
    INTERRUPTED(-1) \
    SHORT(size); \
    return THEIRS(name) arguments; \
  }

MOVING(read, (int file, void *data, size_t size), (file, data, size), EIO)
MOVING(pread, (int file, void *data, size_t size, off_t at), (file, data, size, at), EIO)
MOVING(write, (int file, const void *data, size_t size), (file, data, size), ENOSPC)
MOVING(pwrite, (int file, const void *data, size_t size, off_t at), (file, data, size, at), ENOSPC)
MOVING(recv, (int socket, void *data, size_t size, int flags), (socket, data, size, flags), ECONNRESET)
MOVING(send, (int socket, const void *data, size_t size, int flags), (socket, data, size, flags), ECONNRESET)
MOVING(recvfrom, (int socket, void *restrict data, size_t size, int flags, struct sockaddr *restrict from, socklen_t *restrict length), (socket, data, size, flags, from, length), ENOMEM)
MOVING(sendto, (int socket, const void *data, size_t size, int flags, const struct sockaddr *to, socklen_t length), (socket, data, size, flags, to, length), ENOMEM)

FALLIBLE(size_t, fread, (void *restrict data, size_t size, size_t count, FILE *restrict file), (data, size, count, file), EIO, 0)
FALLIBLE(char *, fgets, (char *restrict data, int size, FILE *restrict file), (data, size, file), EIO, 0)
FALLIBLE(ssize_t, getline, (char **restrict line, size_t *restrict size, FILE *restrict file), (line, size, file), EIO, -1)
FALLIBLE(ssize_t, getdelim, (char **restrict line, size_t *restrict size, int end, FILE *restrict file), (line, size, end, file), EIO, -1)
FALLIBLE(size_t, fwrite, (const void *restrict data, size_t size, size_t count, FILE *restrict file), (data, size, count, file), ENOSPC, 0)
FALLIBLE(int, fflush, (FILE *file), (file), ENOSPC, EOF)

int THEIRS(fclose)(FILE *file);
int OURS(fclose)(FILE *file) {
  COUNTED(fclose);
  int result = THEIRS(fclose)(file);
  FAILS(ENOSPC, EOF)
  return result;
}

/* Printing is one call, whatever it prints. */
#define PRINTING(name, parameters, last, file, tell) \
  int OURS(name) parameters { \
    COUNTED(name); \
    FAILS(ENOSPC, -1) \
    va_list rest; \
    va_start(rest, last); \
    int result = tell(file, last, rest); \
    va_end(rest); \
    return result; \
  }
PRINTING(printf, (const char *restrict format, ...), format, stdout, vfprintf)
PRINTING(fprintf, (FILE *restrict file, const char *restrict format, ...), format, file, vfprintf)
PRINTING(scanf, (const char *restrict format, ...), format, stdin, vfscanf)
PRINTING(fscanf, (FILE *restrict file, const char *restrict format, ...), format, file, vfscanf)
FALLIBLE(int, puts, (const char *text), (text), ENOSPC, EOF)
FALLIBLE(int, fputs, (const char *restrict text, FILE *restrict file), (text, file), ENOSPC, EOF)
FALLIBLE(int, putchar, (int byte), (byte), ENOSPC, EOF)
FALLIBLE(int, putc, (int byte, FILE *file), (byte, file), ENOSPC, EOF)
FALLIBLE(int, fputc, (int byte, FILE *file), (byte, file), ENOSPC, EOF)
FALLIBLE(int, getchar, (void), (), EIO, EOF)
FALLIBLE(int, getc, (FILE *file), (file), EIO, EOF)
FALLIBLE(int, fgetc, (FILE *file), (file), EIO, EOF)

FALLIBLE(int, close, (int file), (file), EIO, -1)
FALLIBLE(int, pipe, (int ends[2]), (ends), EMFILE, -1)
FALLIBLE(int, dup, (int file), (file), EMFILE, -1)
FALLIBLE(int, dup2, (int file, int other), (file, other), EIO, -1)
FALLIBLE(off_t, lseek, (int file, off_t at, int from), (file, at, from), ESPIPE, -1)
FALLIBLE(int, fseek, (FILE *file, long at, int from), (file, at, from), ESPIPE, -1)
FALLIBLE(long, ftell, (FILE *file), (file), ESPIPE, -1)
FALLIBLE(int, ftruncate, (int file, off_t size), (file, size), EIO, -1)
FALLIBLE(int, fstat, (int file, struct stat *about), (file, about), EIO, -1)
FALLIBLE(int, mkdir, (const char *path, mode_t mode), (path, mode), EEXIST, -1)
FALLIBLE(int, rmdir, (const char *path), (path), EBUSY, -1)
FALLIBLE(int, unlink, (const char *path), (path), EBUSY, -1)
FALLIBLE(int, remove, (const char *path), (path), EBUSY, -1)
FALLIBLE(int, rename, (const char *from, const char *to), (from, to), EXDEV, -1)
FALLIBLE(int, chdir, (const char *path), (path), EACCES, -1)
FALLIBLE(char *, getcwd, (char *path, size_t size), (path, size), ENOENT, 0)

FALLIBLE(int, socket, (int family, int type, int protocol), (family, type, protocol), EMFILE, -1)
FALLIBLE(int, bind, (int socket, const struct sockaddr *address, socklen_t length), (socket, address, length), EADDRINUSE, -1)
FALLIBLE(int, listen, (int socket, int waiting), (socket, waiting), EADDRINUSE, -1)
FALLIBLE(int, accept, (int socket, struct sockaddr *restrict address, socklen_t *restrict length), (socket, address, length), ECONNABORTED, -1)
FALLIBLE(int, connect, (int socket, const struct sockaddr *address, socklen_t length), (socket, address, length), ECONNREFUSED, -1)

/*
 * Facts. Each look at a clock is an input of its own, not before the last one: how long anything takes is as little
 * known as when it began. Conditions without branches, so that they are one assumption.
 */
struct moment {
  long long seconds;
  int nanoseconds;
};
static void look(struct moment *last, struct moment *now, int is_fine) {
  __nm_symbolic(&now->seconds, sizeof now->seconds, "time");
  if (is_fine) __nm_symbolic(&now->nanoseconds, sizeof now->nanoseconds, "time");
  else now->nanoseconds = last->nanoseconds;
  /* Up to the year 9999. */
  __nm_bound(((unsigned long long)now->seconds < 253402300800ull) & ((unsigned)now->nanoseconds < 1000000000u) &
              ((now->seconds > last->seconds) |
               ((now->seconds == last->seconds) & (now->nanoseconds >= last->nanoseconds))));
  last->nanoseconds = is_fine ? now->nanoseconds : last->nanoseconds * (now->seconds == last->seconds);
  last->seconds = now->seconds;
}
/* What the clock of the wall said last, and any other. */
static struct moment wall, other;

time_t THEIRS(time)(time_t *result);
time_t OURS(time)(time_t *result) {
  struct moment now = {THEIRS(time)(0), 0};
  if (!IS_BUSY) look(&wall, &now, 0);
  if (result) *result = (time_t)now.seconds;
  return (time_t)now.seconds;
}
int THEIRS(clock_gettime)(clockid_t clock, struct timespec *result);
int OURS(clock_gettime)(clockid_t clock, struct timespec *result) {
  int error = THEIRS(clock_gettime)(clock, result);
  if (error != 0 || IS_BUSY) return error;
  struct moment now = {result->tv_sec, (int)result->tv_nsec};
  look(clock == CLOCK_REALTIME ? &wall : &other, &now, 1);
  result->tv_sec = (time_t)now.seconds;
  result->tv_nsec = now.nanoseconds;
  return 0;
}
#ifdef NEARMISS_NATIVE
int THEIRS(gettimeofday)(struct timeval *restrict result, void *restrict zone);
#endif
int OURS(gettimeofday)(struct timeval *restrict result, void *restrict zone) {
  int error = THEIRS(gettimeofday)(result, zone);
  if (error != 0 || IS_BUSY) return error;
  struct moment now = {result->tv_sec, (int)result->tv_usec * 1000};
  look(&wall, &now, 1);
  result->tv_sec = (time_t)now.seconds;
  result->tv_usec = now.nanoseconds / 1000;
  return 0;
}
clock_t THEIRS(clock)(void);
clock_t OURS(clock)(void) {
  static int last;
  int now = (int)THEIRS(clock)();
  if (IS_BUSY) return now;
  __nm_symbolic(&now, sizeof now, "time");
  __nm_bound(now >= last);
  last = now;
  return now;
}

#define NUMBER(type, name, fact, least, most) \
  type THEIRS(name)(void); \
  type OURS(name)(void) { \
    static int number; \
    static char asked; \
    if (IS_BUSY) return THEIRS(name)(); \
    if (!asked) { \
      asked = 1; \
      int given = (int)THEIRS(name)(); \
      __nm_symbolic(&given, sizeof given, fact); \
      /* One assumption, no branch. */ \
      __nm_bound((unsigned)given - (unsigned)(least) <= (unsigned)(most) - (unsigned)(least)); \
      number = given; \
    } \
    return (type)number; \
  }

NUMBER(pid_t, getpid, "pid", 1, 4194304)
NUMBER(pid_t, getppid, "parent pid", 0, 4194304)
NUMBER(uid_t, getuid, "uid", 0, 65535)
NUMBER(uid_t, geteuid, "effective uid", 0, 65535)
NUMBER(gid_t, getgid, "gid", 0, 65535)
NUMBER(gid_t, getegid, "effective gid", 0, 65535)

static long drawn(const char *name, long usual) {
  unsigned value = (unsigned)usual;
  __nm_symbolic(&value, sizeof value, name);
  return (long)value;
}
int THEIRS(rand)(void);
int OURS(rand)(void) { return IS_BUSY ? THEIRS(rand)() : (int)(drawn("rand", THEIRS(rand)()) & 0x7fffffff); }
long THEIRS(random)(void);
long OURS(random)(void) { return IS_BUSY ? THEIRS(random)() : drawn("random", THEIRS(random)()) & 0x7fffffff; }
/* Not on every machine: there, nobody asks for what is usual. */
#ifdef NEARMISS_NATIVE
#define BY_CHANCE 0
#define FILL(data, size) memset(data, 0, size)
#else
#define BY_CHANCE arc4random()
#define FILL(data, size) arc4random_buf(data, size)
#endif
unsigned OURS(arc4random)(void) { return (unsigned)drawn("arc4random", (long)BY_CHANCE); }
unsigned OURS(arc4random_uniform)(unsigned bound) {
  return bound < 2 ? 0 : (unsigned)drawn("arc4random", (long)BY_CHANCE) % bound;
}
static void fill(void *data, size_t size, const char *name) {
  if (size == 0) return;
  FILL(data, size);
  __nm_symbolic(data, size, name);
}
void OURS(arc4random_buf)(void *data, size_t size) {
  fill(data, size, "arc4random");
}
ssize_t OURS(getrandom)(void *data, size_t size, unsigned flags) {
  fill(data, size, "getrandom");
  return (ssize_t)size;
}
int OURS(getentropy)(void *data, size_t size) {
  if (size > 256) {
    errno = EIO;
    return -1;
  }
  fill(data, size, "getentropy");
  return 0;
}

int THEIRS(isatty)(int file);
int OURS(isatty)(int file) {
  unsigned char terminal = 0;
  if (IS_BUSY || file < 0 || file > 2) return THEIRS(isatty)(file);
  char name[] = "terminal 0";
  name[9] = '0' + file;
  __nm_symbolic(&terminal, 1, name);
  if (terminal & 1) return 1;
  errno = ENOTTY;
  return 0;
}

/* The name of the machine, and how much of what it has. */
int THEIRS(gethostname)(char *name, size_t size);
int OURS(gethostname)(char *name, size_t size) {
  int error = THEIRS(gethostname)(name, size);
  if (error != 0 || IS_BUSY || size < 2) return error;
  __nm_symbolic(name, 1, "machine");
  return 0;
}
long THEIRS(sysconf)(int what);
long OURS(sysconf)(int what) {
  int number = (int)THEIRS(sysconf)(what);
  if (IS_BUSY || number < 0) return number;
  __nm_symbolic(&number, sizeof number, "machine");
  __nm_bound(number > 0);
  return number;
}

char *THEIRS(setlocale)(int category, const char *name);
char *OURS(setlocale)(int category, const char *name) {
  unsigned char known = 0;
  if (IS_BUSY || !name || *name) return THEIRS(setlocale)(category, name);
  __nm_symbolic(&known, 1, "locale is unknown");
  return known & 1 ? 0 : THEIRS(setlocale)(category, name);
}
