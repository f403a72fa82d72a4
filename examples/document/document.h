/* A word processor's file: a header says where in the file its tables lie. */
#include <stddef.h>

struct header {
  unsigned short magic;
  unsigned short version;
  int styles_begin, styles_end;
  int fonts_begin, fonts_end;
};

int read_header(const char *name, struct header *header);
char *read_styles(const char *name, const struct header *header, int *length);
char *read_fonts(const char *name, const struct header *header, int *length);
