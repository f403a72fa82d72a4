/*
 * The sandbox's calls (WASI preview 1), for both widths. Addresses and sizes that cross this border have 32 bits whatever
 * the program's own have: its memory lies below 4 GB. What holds addresses in memory (lists of parts, tables of
 * arguments) has the sandbox's form here; libc/host converts it, and nobody else has to.
 */
#ifndef NEARMISS_WASI_H
#define NEARMISS_WASI_H
#include <stdint.h>
#include "host.h"

typedef struct {
  uint32_t data;
  uint32_t size;
} wasi_part;

typedef struct {
  uint8_t type;
  uint16_t flags;
  uint64_t rights;
  uint64_t inheriting;
} wasi_fdstat;

typedef struct {
  uint64_t device;
  uint64_t inode;
  uint8_t type;
  /* Ours, where WASI's record has room: the mode, if the host knows one. */
  uint16_t mode;
  uint64_t links;
  uint64_t size;
  uint64_t accessed;
  uint64_t modified;
  uint64_t changed;
} wasi_filestat;

typedef struct {
  uint64_t next;
  uint64_t inode;
  uint32_t name_length;
  uint8_t type;
} wasi_entry;

typedef struct {
  uint8_t tag;
  uint32_t name_length;
} wasi_prestat;

typedef struct {
  uint64_t tag;
  uint8_t kind;
  union {
    struct {
      uint32_t id;
      uint64_t timeout;
      uint64_t precision;
      uint16_t flags;
    } clock;
    struct {
      uint32_t file;
    } file;
  };
} wasi_subscription;

typedef struct {
  uint64_t tag;
  uint16_t error;
  uint8_t kind;
  uint64_t bytes;
  uint16_t flags;
} wasi_event;

enum { WASI_CLOCK_EVENT, WASI_READ_EVENT, WASI_WRITE_EVENT };
enum { WASI_UNKNOWN, WASI_BLOCK, WASI_CHARACTER, WASI_FOLDER, WASI_FILE, WASI_DATAGRAM, WASI_STREAM, WASI_LINK };
enum { WASI_FOLLOW = 1 };
#define WASI_RIGHT_DATASYNC (1ull << 0)
#define WASI_RIGHT_READ (1ull << 1)
#define WASI_RIGHT_SEEK (1ull << 2)
#define WASI_RIGHT_TELL (1ull << 5)
#define WASI_RIGHT_WRITE (1ull << 6)
#define WASI_RIGHT_ALLOCATE (1ull << 8)
#define WASI_RIGHT_READDIR (1ull << 14)
#define WASI_RIGHT_SET_SIZE (1ull << 22)

HOST(args_sizes_get) int wasi_args_sizes_get(uint32_t count, uint32_t size);
HOST(args_get) int wasi_args_get(uint32_t table, uint32_t text);
HOST(environ_sizes_get) int wasi_environ_sizes_get(uint32_t count, uint32_t size);
HOST(environ_get) int wasi_environ_get(uint32_t table, uint32_t text);
HOST(clock_res_get) int wasi_clock_res_get(uint32_t clock, uint32_t result);
HOST(clock_time_get) int wasi_clock_time_get(uint32_t clock, uint64_t precision, uint32_t result);
HOST(fd_advise) int wasi_fd_advise(int file, uint64_t offset, uint64_t size, int advice);
HOST(fd_allocate) int wasi_fd_allocate(int file, uint64_t offset, uint64_t size);
HOST(fd_close) int wasi_fd_close(int file);
HOST(fd_datasync) int wasi_fd_datasync(int file);
HOST(fd_fdstat_get) int wasi_fd_fdstat_get(int file, uint32_t result);
HOST(fd_fdstat_set_flags) int wasi_fd_fdstat_set_flags(int file, int flags);
HOST(fd_filestat_get) int wasi_fd_filestat_get(int file, uint32_t result);
HOST(fd_filestat_set_size) int wasi_fd_filestat_set_size(int file, uint64_t size);
HOST(fd_filestat_set_times)
int wasi_fd_filestat_set_times(int file, uint64_t accessed, uint64_t modified, int flags);
HOST(fd_pread) int wasi_fd_pread(int file, uint32_t parts, uint32_t count, uint64_t offset, uint32_t result);
HOST(fd_prestat_get) int wasi_fd_prestat_get(int file, uint32_t result);
HOST(fd_prestat_dir_name) int wasi_fd_prestat_dir_name(int file, uint32_t name, uint32_t size);
HOST(fd_pwrite) int wasi_fd_pwrite(int file, uint32_t parts, uint32_t count, uint64_t offset, uint32_t result);
HOST(fd_read) int wasi_fd_read(int file, uint32_t parts, uint32_t count, uint32_t result);
HOST(fd_readdir) int wasi_fd_readdir(int file, uint32_t buffer, uint32_t size, uint64_t cookie, uint32_t result);
HOST(fd_renumber) int wasi_fd_renumber(int from, int to);
HOST(fd_seek) int wasi_fd_seek(int file, int64_t offset, int from, uint32_t result);
HOST(fd_sync) int wasi_fd_sync(int file);
HOST(fd_write) int wasi_fd_write(int file, uint32_t parts, uint32_t count, uint32_t result);
HOST(path_create_directory) int wasi_path_create_directory(int folder, uint32_t path, uint32_t length);
HOST(path_filestat_get)
int wasi_path_filestat_get(int folder, int follow, uint32_t path, uint32_t length, uint32_t result);
HOST(path_filestat_set_times)
int wasi_path_filestat_set_times(int folder, int follow, uint32_t path, uint32_t length, uint64_t accessed,
                                 uint64_t modified, int flags);
HOST(path_link)
int wasi_path_link(int from, int follow, uint32_t path, uint32_t length, int to, uint32_t name, uint32_t size);
HOST(path_open)
int wasi_path_open(int folder, int follow, uint32_t path, uint32_t length, int how, uint64_t rights,
                   uint64_t inheriting, int flags, uint32_t result);
HOST(path_readlink)
int wasi_path_readlink(int folder, uint32_t path, uint32_t length, uint32_t buffer, uint32_t size, uint32_t result);
HOST(path_remove_directory) int wasi_path_remove_directory(int folder, uint32_t path, uint32_t length);
HOST(path_rename)
int wasi_path_rename(int from, uint32_t path, uint32_t length, int to, uint32_t name, uint32_t size);
HOST(path_symlink) int wasi_path_symlink(uint32_t text, uint32_t length, int folder, uint32_t path, uint32_t size);
HOST(path_unlink_file) int wasi_path_unlink_file(int folder, uint32_t path, uint32_t length);
HOST(poll_oneoff) int wasi_poll_oneoff(uint32_t wanted, uint32_t events, uint32_t count, uint32_t result);
HOST(proc_exit) _Noreturn void wasi_proc_exit(int status);
HOST(sched_yield) int wasi_sched_yield(void);
HOST(random_get) int wasi_random_get(uint32_t buffer, uint32_t size);
HOST(sock_accept) int wasi_sock_accept(int socket, int flags, uint32_t result);
HOST(sock_recv)
int wasi_sock_recv(int socket, uint32_t parts, uint32_t count, int flags, uint32_t result, uint32_t result_flags);
HOST(sock_send) int wasi_sock_send(int socket, uint32_t parts, uint32_t count, int flags, uint32_t result);
HOST(sock_shutdown) int wasi_sock_shutdown(int socket, int how);

#endif
