// nearmiss: explore --stdin 2
// expect: complete true
// expect: no findings
// Streams are variables, as glibc has them; what prints without naming one goes where they lead.

#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  FILE *before = stdout, *input = stdin;
  char text[32] = {0};
  FILE *file = fopen("said", "w+");
  assert(file);
  stdout = file;
  puts("one");
  printf("%d", 2);
  putchar('3');
  stdout = before;
  rewind(file);
  stdin = file;
  assert(getchar() == 'o');
  assert(scanf("%31s", text) == 1 && !strcmp(text, "ne"));
  assert(gets(text) && !text[0] && gets(text) && !strcmp(text, "23"));
  stdin = input;
  int first = getchar();
  if (first == 'x') fputs("an x\n", stderr);
  return fclose(file);
}
