/* The environment: read from the host when somebody first asks. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "wasi.h"

/* In place of a table that nobody has asked for yet. */
char *__nm_environment_unread[1];
/* stdlib/environ.c has it under the name that programs use, where one does. */
WEAK char **__nm_environment = __nm_environment_unread;

static char *none[1];

void __nm_read_environment(void) {
  if (__nm_environment != __nm_environment_unread) return;
  __nm_environment = none;
  uint32_t count = 0, size = 0;
  if (wasi_environ_sizes_get(ADDRESS(&count), ADDRESS(&size))) wasi_proc_exit(71);
  if (count == 0) return;
  uint32_t *table = malloc(count * sizeof *table);
  char *text = malloc(size), **all = malloc((count + 1) * sizeof *all);
  if (!table || !text || !all || wasi_environ_get(ADDRESS(table), ADDRESS(text))) wasi_proc_exit(71);
  for (uint32_t i = 0; i < count; i++) all[i] = (char *)(uintptr_t)table[i];
  all[count] = 0;
  free(table);
  __nm_environment = all;
}

/* Where the variable stands, or NULL. */
static char **place_of(const char *name, size_t length) {
  __nm_read_environment();
  if (!__nm_environment) return 0;
  for (char **each = __nm_environment; *each; each++)
    if (strncmp(name, *each, length) == 0 && (*each)[length] == '=') return each;
  return 0;
}

static size_t name_length(const char *name) {
  size_t length = 0;
  while (name[length] && name[length] != '=') length++;
  return length;
}

WEAK char *getenv(const char *name) {
  size_t length = name_length(name);
  if (length == 0 || name[length]) return 0;
  char **place = place_of(name, length);
  return place ? *place + length + 1 : 0;
}
WEAK char *secure_getenv(const char *name) { return getenv(name); }

/* The table we made last, which may be made larger. */
static char **own;

static int append(char *text) {
  size_t count = 0;
  while (__nm_environment && __nm_environment[count]) count++;
  char **larger = malloc((count + 2) * sizeof *larger);
  if (!larger) return -1;
  for (size_t i = 0; i < count; i++) larger[i] = __nm_environment[i];
  larger[count] = text;
  larger[count + 1] = 0;
  if (own == __nm_environment) free(own);
  own = __nm_environment = larger;
  return 0;
}

WEAK int putenv(char *text) {
  size_t length = name_length(text);
  if (length == 0) return answer(EINVAL);
  if (!text[length]) return unsetenv(text);
  char **place = place_of(text, length);
  if (!place) return append(text);
  *place = text;
  return 0;
}

WEAK int setenv(const char *name, const char *value, int replaces) {
  if (!name || !*name || name[name_length(name)]) return answer(EINVAL);
  size_t length = strlen(name), size = strlen(value);
  char **place = place_of(name, length);
  if (place && !replaces) return 0;
  char *text = malloc(length + size + 2);
  if (!text) return -1;
  memcpy(text, name, length);
  text[length] = '=';
  memcpy(text + length + 1, value, size + 1);
  if (!place) return append(text);
  *place = text;
  return 0;
}

WEAK int unsetenv(const char *name) {
  if (!name || !*name || name[name_length(name)]) return answer(EINVAL);
  for (char **place; (place = place_of(name, strlen(name)));)
    for (; *place; place++) place[0] = place[1];
  return 0;
}

WEAK int clearenv(void) {
  __nm_environment = none;
  return 0;
}
