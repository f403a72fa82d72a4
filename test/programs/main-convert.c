// nearmiss: explore --stdin 2
// expect: complete true
// expect: finding division-by-zero @back
// expect: brute-force stdin[0..1]:0,'a','A','7'
// Standard input converted into a file, which is then read back: bytes keep their symbols on the way.

#include <ctype.h>
#include <stdio.h>

int main(void) {
  FILE *out = fopen("out.txt", "w");
  int c;
  while ((c = getchar()) != EOF)
    fputc(c + 1, out);
  fclose(out);
  FILE *in = fopen("out.txt", "r");
  int first = fgetc(in), second = fgetc(in);
  if (first == 'b' && second == '8')
    return 5 / (first + second - 'b' - '8'); /* BUG:back */
  return ungetc(fgetc(in), in) == EOF;
}
