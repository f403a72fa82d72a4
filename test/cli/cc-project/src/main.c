#include "config.h"
#include <stdio.h>
#include <stdlib.h>
#include "table.h"

#ifndef HAVE_STRTOL
#error "strtol is everywhere"
#endif
#ifdef HAVE_FROBNICATE
#error "frobnicate is nowhere"
#endif

int main(int argc, char **argv) {
  if (argc != 2) return SIZEOF_LONG;
  printf("%d\n", table_get((int)strtol(argv[1], NULL, 10)));
  return 0;
}
