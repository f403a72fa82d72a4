#include <stddef.h>
#include <stdint.h>
#include "csv.h"

static void field(void *text, size_t size, void *fields) { ++*(int *)fields; }
static void row(int last, void *fields) { ++*(int *)fields; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct csv_parser parser;
  int fields = 0;
  if (size == 0 || csv_init(&parser, data[0])) return 0;
  csv_parse(&parser, data + 1, size - 1, field, row, &fields);
  csv_fini(&parser, field, row, &fields);
  csv_free(&parser);
  return 0;
}
