// A document's header says where its tables are: one length is checked, one is not.
// nearmiss taint examples/document && nearmiss verify nearmiss-out/taint.sarif examples/document --file report.doc=20
#include "document.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  const char *name = "report.doc";
  struct header header;
  if (!read_header(name, &header)) {
    puts("not a document");
    return 1;
  }
  int length = 0;
  char *fonts = read_fonts(name, &header, &length);
  if (fonts) printf("fonts: %d bytes\n", length);
  free(fonts);
  char *styles = read_styles(name, &header, &length);
  if (styles) printf("styles: %d bytes\n", length);
  free(styles);
  return 0;
}
