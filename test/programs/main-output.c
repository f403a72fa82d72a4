// nearmiss: explore --stdin 0..2 --arg 1 --env MODE=0..1 --file table=1
// expect: complete true
// expect: finding array-overflow @cell
// expect: brute-force stdin.length:0..2 stdin[0..1]:0,'a' argv.1[0]:0,'q' env.MODE.length:0..1 env.MODE[0]:0,'f' files.table[0]:0..4
// Every kind of input at once, constructors and atexit handlers, and output that is printed at the end.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int cells[3];
static int started;

__attribute__((constructor)) static void start(void) { started++; }
static void finish(void) { printf("done %d\n", started); }

int main(int argc, char **argv) {
  atexit(finish);
  FILE *table = fopen("table", "rb");
  if (argc != 2 || started != 1 || !table)
    return 1;
  int index = fgetc(table);
  if (index > 3)
    return 2;
  if (strcmp(argv[1], "q") == 0)
    return 3;
  cells[index] = 1; /* BUG:cell */
  const char *mode = getenv("MODE");
  if (mode && *mode == 'f')
    return 4;
  char text[4];
  size_t size = fread(text, 1, sizeof text, stdin);
  if (size == 2 && text[0] == text[1])
    return 5;
  return feof(stdin) ? 0 : 6;
}
