/*
 * Takes the place of libc's: a stream asks for what its reader wants and reads nothing ahead. No program can
 * tell the difference, but exploring can: whether there is a next byte is asked when the program gets there,
 * so that lengths nobody looks at are not paths of their own.
 */
#include <stdio.h>
#include <unistd.h>

enum { END_OF_FILE = 16, ERROR = 32 };

int __toread(FILE *stream);

size_t __stdio_read(FILE *stream, unsigned char *buffer, size_t size) {
  /* scanf takes a byte back from where the buffer would have it: that it is empty has to be known. */
  setvbuf(stream, 0, _IONBF, 0);
  __toread(stream);
  ssize_t count = read(fileno(stream), buffer, size);
  if (count > 0)
    return count;
  /* musl's FILE begins with its flags. */
  *(unsigned *)stream |= count == 0 ? END_OF_FILE : ERROR;
  return 0;
}
