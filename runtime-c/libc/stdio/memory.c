/* Streams that are memory: fmemopen, open_memstream, and fopencookie. */
#include "stream.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct block {
  char *data;
  size_t position, size, room;
  int owns, appends;
};

static ssize_t read_block(FILE *stream, void *to, size_t size) {
  struct block *block = stream->cookie;
  size_t left = block->position < block->size ? block->size - block->position : 0;
  if (size > left) size = left;
  memcpy(to, block->data + block->position, size);
  block->position += size;
  return (ssize_t)size;
}
static ssize_t write_block(FILE *stream, const void *from, size_t size) {
  struct block *block = stream->cookie;
  if (block->appends) block->position = block->size;
  size_t left = block->position < block->room ? block->room - block->position : 0;
  if (left == 0) return answer(ENOSPC);
  if (size > left) size = left;
  memcpy(block->data + block->position, from, size);
  block->position += size;
  if (block->position > block->size) block->size = block->position;
  if (block->size < block->room) block->data[block->size] = 0;
  return (ssize_t)size;
}
static off_t moved(off_t position, off_t size, off_t most, off_t to, int from) {
  off_t base = from == SEEK_SET ? 0 : from == SEEK_CUR ? position : size;
  return to < -base || to > most - base ? answer(EINVAL) : base + to;
}
static off_t seek_block(FILE *stream, off_t to, int from) {
  struct block *block = stream->cookie;
  off_t at = moved((off_t)block->position, (off_t)block->size, (off_t)block->room, to, from);
  if (at >= 0) block->position = (size_t)at;
  return at;
}
static int close_block(FILE *stream) {
  struct block *block = stream->cookie;
  if (block->owns) free(block->data);
  return 0;
}

WEAK FILE *fmemopen(void *restrict data, size_t size, const char *restrict mode) {
  unsigned flags;
  if (__nm_open_flags(mode, &flags) < 0) return 0;
  char *own = data ? 0 : calloc(size ? size : 1, 1);
  FILE *stream = data || own ? __nm_open_stream(-1, flags & ~(unsigned)UNDECIDED, sizeof(struct block)) : 0;
  if (!stream) {
    free(own);
    return 0;
  }
  struct block *block = stream->cookie;
  *block = (struct block){data ? data : own, 0, 0, size, !data, mode[0] == 'a'};
  if (mode[0] == 'r') block->size = data ? size : 0;
  if (mode[0] == 'a') block->position = block->size = strnlen(block->data, size);
  if (mode[0] == 'w' && size > 0) block->data[0] = 0;
  stream->read = read_block;
  stream->write = write_block;
  stream->seek = seek_block;
  stream->close = close_block;
  return stream;
}

struct grown {
  char **data;
  size_t *size;
  size_t position, length, room;
};
static ssize_t write_grown(FILE *stream, const void *from, size_t size) {
  struct grown *grown = stream->cookie;
  size_t end = grown->position + size;
  if (end + 1 > grown->room) {
    size_t room = 2 * grown->room > end + 1 ? 2 * grown->room : end + 1;
    char *larger = realloc(*grown->data, room);
    if (!larger) return -1;
    memset(larger + grown->room, 0, room - grown->room);
    *grown->data = larger;
    grown->room = room;
  }
  memcpy(*grown->data + grown->position, from, size);
  grown->position = end;
  if (end > grown->length) {
    grown->length = end;
    (*grown->data)[end] = 0;
  }
  *grown->size = grown->position;
  return (ssize_t)size;
}
static off_t seek_grown(FILE *stream, off_t to, int from) {
  struct grown *grown = stream->cookie;
  off_t at = moved((off_t)grown->position, (off_t)grown->length, PTRDIFF_MAX, to, from);
  if (at < 0) return at;
  grown->position = (size_t)at;
  *grown->size = grown->position < grown->length ? grown->position : grown->length;
  return at;
}
WEAK FILE *open_memstream(char **data, size_t *size) {
  char *block = malloc(1);
  FILE *stream = block ? __nm_open_stream(-1, CAN_WRITE, sizeof(struct grown)) : 0;
  if (!stream) {
    free(block);
    return 0;
  }
  *block = 0;
  *data = block;
  *size = 0;
  *(struct grown *)stream->cookie = (struct grown){data, size, 0, 0, 1};
  stream->write = write_grown;
  stream->seek = seek_grown;
  return stream;
}
