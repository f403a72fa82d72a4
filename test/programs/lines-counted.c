// nearmiss: explore --stdin 12
// expect: paths 4096
// expect: complete true
// expect: no findings
// Large enough that inputs are put together beside the search (search/beside), and yet wholly explored: nothing of
// that may show.
#include <unistd.h>

int main(void) {
  char text[12];
  int lines = 0, longest = 0, length = 0;
  if (read(0, text, sizeof text) != sizeof text) return 2;
  for (int i = 0; i < 12; i++) {
    if (text[i] == '\n') {
      lines++;
      longest = length > longest ? length : longest;
      length = 0;
    } else length++;
  }
  return lines == 3 && longest == 4;
}
