#include "document.h"
#include <stdio.h>

int read_header(const char *name, struct header *header) {
  FILE *file = fopen(name, "rb");
  if (!file) return 0;
  size_t count = fread(header, sizeof *header, 1, file);
  fclose(file);
  return count == 1 && header->magic == 0xa5ec;
}
