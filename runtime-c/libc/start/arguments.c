/* main(argc, argv), for which the host is asked only where a main wants it: apart, so that main(void) takes its place. */
#include <stdlib.h>
#include "wasi.h"

int __main_argc_argv(int count, char **words);

static char *no_words[1];

/* Known by more names where somebody asks for them: start/names.c. */
WEAK char *__progname, *__progname_full;

/* The name without its folders. */
static char *last_part(char *name) {
  char *last = name;
  for (; *name; name++)
    if (*name == '/') last = name + 1;
  return last;
}

WEAK int __main_void(void) {
  uint32_t count = 0, size = 0;
  if (wasi_args_sizes_get(ADDRESS(&count), ADDRESS(&size))) wasi_proc_exit(71);
  if (count == 0) return __main_argc_argv(0, no_words);
  /* The host's table has addresses of 32 bits; ours may have wider ones. */
  uint32_t *table = malloc((count + 1) * sizeof *table);
  char *text = malloc(size), **words = malloc((count + 1) * sizeof *words);
  if (!table || !text || !words || wasi_args_get(ADDRESS(table), ADDRESS(text))) wasi_proc_exit(71);
  for (uint32_t i = 0; i < count; i++) words[i] = (char *)(uintptr_t)table[i];
  words[count] = 0;
  free(table);
  __progname_full = words[0];
  __progname = last_part(words[0]);
  return __main_argc_argv((int)count, words);
}
