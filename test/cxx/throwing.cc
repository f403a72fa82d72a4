// nearmiss: explore --size 0..4
// expect: complete true
// nearmiss: explore --size 0..4 -DCODES
// expect: complete true

#include <cstddef>
#include <cstdint>

enum Code { fine, missing, surplus };

#ifdef CODES
#define FAIL(code) return code
#define TRY(expression) \
  if (Code code = expression) return code
#else
#define FAIL(code) throw code
#define TRY(expression) expression
#endif

struct Text {
  const uint8_t *at, *end;
};

static Code list(Text &text);

static Code item(Text &text) {
  if (text.at == text.end) FAIL(missing);
  if (*text.at == '(') {
    text.at++;
    TRY(list(text));
    if (text.at == text.end) FAIL(missing);
    if (*text.at != ')') FAIL(surplus);
  } else if (*text.at != 'x') FAIL(missing);
  text.at++;
  return fine;
}

static Code list(Text &text) {
  TRY(item(text));
  while (text.at != text.end && *text.at == ',') {
    text.at++;
    TRY(item(text));
  }
  return fine;
}

static Code whole(Text &text) {
  TRY(list(text));
  if (text.at != text.end) FAIL(surplus);
  return fine;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Text text = {data, data + size};
#ifdef CODES
  static Code result;
  result = whole(text);
#else
  static Code result;
  try {
    result = whole(text);
  } catch (Code code) {
    result = code;
  }
#endif
  return 0;
}
