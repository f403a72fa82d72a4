/* A stream from inside. */
#ifndef NEARMISS_STREAM_H
#define NEARMISS_STREAM_H
#include <stdio.h>
#include <sys/types.h>
#include "host.h"

enum {
  CAN_READ = 1,
  CAN_WRITE = 2,
  APPENDS = 4,
  ENDED = 16,
  FAILED = 32,
  /* How much is kept before it is written: a line, nothing; else a block. */
  BY_LINE = 64,
  UNBUFFERED = 128,
  /* Not known yet: asked of the descriptor when it is first used. */
  UNDECIDED = 256,
  IS_STATIC = 1024,
};

/* As much as glibc gives a stream that is no terminal; what can be pushed back lies in front of it. */
enum { BLOCK_SIZE = 4096, PUSH_ROOM = 8 };

struct _IO_FILE {
  /* Written and not yet given away: [write_start, write_next). Where src/runtime/effects.ts looks, at 0 and 8. */
  _Alignas(8) unsigned char *write_start;
  _Alignas(8) unsigned char *write_next;
  unsigned char *write_end;
  unsigned char *read_next, *read_end;
  unsigned char *buffer;
  size_t size;
  unsigned flags;
  int file;
  int pushed;
  int orientation;
  unsigned char push[PUSH_ROOM];
  /* As of read, write, lseek and close, unless the stream is something else than a descriptor. */
  ssize_t (*read)(FILE *, void *, size_t);
  ssize_t (*write)(FILE *, const void *, size_t);
  off_t (*seek)(FILE *, off_t, int);
  int (*close)(FILE *);
  void *cookie;
  FILE *next, *previous;
};

/* 0, or EOF and an error flag where the stream can't be used so. */
int __nm_to_read(FILE *stream);
int __nm_to_write(FILE *stream);
/* All of it, or less and an error flag. */
size_t __nm_stream_write(FILE *stream, const void *data, size_t size);
int __nm_stream_flush(FILE *stream);
/* As much as was there, up to what was asked for. */
size_t __nm_stream_read(FILE *stream, void *data, size_t size);
int __nm_get(FILE *stream);
int __nm_put(FILE *stream, int character);
void __nm_unget(FILE *stream, int character);
FILE *__nm_open_stream(int file, unsigned flags, size_t more);
void __nm_link_stream(FILE *stream);
/* -1 and errno where it is no mode at all; else the flags of open, and ours. */
int __nm_open_flags(const char *mode, unsigned *flags);

#endif
