// nearmiss: explore --size 1..2
// expect: complete true
// expect: finding assertion @assert
// A harness in several functions with state of its own, standard headers and an assert.

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct parser {
  const uint8_t *at, *end;
  int depth;
};

static int next(struct parser *parser) {
  return parser->at < parser->end ? *parser->at++ : -1;
}

static void parse(struct parser *parser) {
  for (int c = next(parser); c >= 0; c = next(parser)) {
    if (c == '[')
      parser->depth++;
    if (c == ']')
      parser->depth--;
    assert(parser->depth >= 0); /* BUG:assert */
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uint8_t *copy = malloc(size);
  memcpy(copy, data, size);
  struct parser parser = {copy, copy + size, 0};
  parse(&parser);
  free(copy);
  return 0;
}
