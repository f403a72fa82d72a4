/* Tables of mounted file systems, as a file that the program was given: the sandbox has none of its own. */
#include <mntent.h>
#include <stdio.h>
#include <string.h>
#include "host.h"

WEAK FILE *setmntent(const char *path, const char *mode) { return fopen(path, mode); }

WEAK int endmntent(FILE *table) {
  if (table) fclose(table);
  return 1;
}

static int digits(const char *word) {
  int number = 0;
  for (; word && *word >= '0' && *word <= '9' && number < 100000; word++) number = number * 10 + (*word - '0');
  return number;
}

WEAK struct mntent *getmntent_r(FILE *table, struct mntent *entry, char *line, int size) {
  while (fgets(line, size, table)) {
    char *rest, *fields[6] = {0};
    int count = 0;
    for (char *word = strtok_r(line, " \t\n", &rest); word && count < 6; word = strtok_r(0, " \t\n", &rest))
      fields[count++] = word;
    if (count < 4 || fields[0][0] == '#') continue;
    *entry = (struct mntent){fields[0], fields[1], fields[2], fields[3], digits(fields[4]), digits(fields[5])};
    return entry;
  }
  return 0;
}

WEAK struct mntent *getmntent(FILE *table) {
  static struct mntent entry;
  static char line[1024];
  return getmntent_r(table, &entry, line, sizeof line);
}

WEAK char *hasmntopt(const struct mntent *entry, const char *option) {
  size_t length = strlen(option);
  for (char *at = entry->mnt_opts; at && *at; at = strchr(at, ',') ? strchr(at, ',') + 1 : 0) {
    if (!strncmp(at, option, length) && (!at[length] || at[length] == ',' || at[length] == '=')) return at;
  }
  return 0;
}
