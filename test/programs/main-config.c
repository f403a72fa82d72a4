// nearmiss: explore --file app.cfg=0..5
// expect: complete true
// expect: finding null-dereference @value
// nearmiss: explore --file app.cfg=0..5 -DSAFE
// expect: complete true
// expect: no findings
// nearmiss: explore --stdin 1
// expect: paths 1
// expect: assumed --file app.cfg=0..16
// expect: no findings
// A configuration file read by name, line by line; a line without `=` has no value. Without the file: one path.

#include <stdio.h>
#include <string.h>

int main(void) {
  FILE *file = fopen("app.cfg", "r");
  if (!file)
    return 1;
  char line[8];
  int verbose = 0;
  while (fgets(line, sizeof line, file)) {
    char *value = strchr(line, '=');
#ifdef SAFE
    if (!value)
      continue;
#endif
    if (line[0] == 'v')
      verbose = value[1] == '1'; /* BUG:value */
  }
  fclose(file);
  return verbose;
}
