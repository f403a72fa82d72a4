#include "document.h"
#include <stdio.h>
#include <stdlib.h>

static char *read_part(const char *name, int begin, int length, char *into) {
  FILE *file = fopen(name, "rb");
  if (!file) return NULL;
  fseek(file, begin, SEEK_SET);
  size_t count = fread(into, 1, (size_t)length, file);
  fclose(file);
  return count == (size_t)length ? into : NULL;
}

/* The bug: a table that ends before it begins has a negative length. */
char *read_styles(const char *name, const struct header *header, int *length) {
  *length = header->styles_end - header->styles_begin;
  char *table = malloc(*length);
  if (!table) return NULL;
  if (!read_part(name, header->styles_begin, *length, table)) {
    free(table);
    return NULL;
  }
  return table;
}

/* The same, done right. */
char *read_fonts(const char *name, const struct header *header, int *length) {
  if (header->fonts_begin < 0 || header->fonts_end < header->fonts_begin) return NULL;
  *length = header->fonts_end - header->fonts_begin;
  if (*length == 0 || *length > 256) return NULL;
  char *table = malloc(*length);
  if (!table) return NULL;
  if (!read_part(name, header->fonts_begin, *length, table)) {
    free(table);
    return NULL;
  }
  return table;
}
