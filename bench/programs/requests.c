/*
 * A server's reading of requests: a line with a method, a path and a version, then headers. It is written as such code
 * is: with strchr, strstr, strcmp and their like. Three mistakes are in it; docs/strings.md says what models do to the
 * search for them.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct request {
  int method;
  char path[16];
  int is_new;
  int length;
  int keeps_open;
  char range[4];
};

static int read_line(char *line, struct request *request) {
  char *space = strchr(line, ' ');
  if (!space) return -1;
  *space = 0;
  if (strcmp(line, "GET") == 0) request->method = 1;
  else if (strcmp(line, "PUT") == 0) request->method = 2;
  else if (strcmp(line, "HEAD") == 0) request->method = 3;
  else return -2;
  char *path = space + 1;
  char *version = strchr(path, ' ');
  if (!version) return -3;
  *version++ = 0;
  if (path[0] != '/' || strstr(path, "..")) return -4;
  if (strlen(path) > sizeof request->path) return -5;
  strcpy(request->path, path); /* one byte too many when it fits exactly */
  request->is_new = strncmp(version, "HTTP/1.", 7) == 0 && version[7] == '1';
  return 0;
}

static int read_header(char *line, struct request *request) {
  size_t name = strcspn(line, ":");
  if (line[name] != ':') return -1;
  line[name] = 0;
  char *value = line + name + 1;
  value += strspn(value, " ");
  if (strcasecmp(line, "length") == 0) {
    request->length = atoi(value);
    if (request->length < 0) return -2;
  } else if (strcasecmp(line, "connection") == 0) request->keeps_open = strcasecmp(value, "close") != 0;
  else if (strcasecmp(line, "range") == 0) {
    char *dash = strrchr(value, '-');
    memcpy(request->range, value, (size_t)(dash - value)); /* no dash at all, or one that is far away */
  } else if (strcasecmp(line, "host") == 0 && request->is_new) return 100 / (int)strlen(value); /* an empty one */
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (!text) return 0;
  memcpy(text, data, size);
  text[size] = 0;
  struct request request = {0};
  char *next = text;
  int lines = 0;
  while (next && *next) {
    char *line = next;
    char *end = strstr(line, "\r\n");
    next = end ? end + 2 : NULL;
    if (end) *end = 0;
    if ((lines++ == 0 ? read_line(line, &request) : read_header(line, &request)) != 0) break;
  }
  free(text);
  return 0;
}
