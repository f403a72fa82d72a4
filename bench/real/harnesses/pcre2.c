#include <stddef.h>
#include <stdint.h>
#define PCRE2_CODE_UNIT_WIDTH 8
#include "pcre2.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  int error;
  size_t at;
  pcre2_code *code = pcre2_compile(data, size, PCRE2_UTF, &error, &at, NULL);
  pcre2_match_context *context = pcre2_match_context_create(NULL);
  pcre2_match_data *match = code ? pcre2_match_data_create_from_pattern(code, NULL) : NULL;
  pcre2_set_match_limit(context, 200);
  if (match) pcre2_match(code, (PCRE2_SPTR) "aab 12-Z\n", 9, 0, 0, match, context);
  pcre2_match_data_free(match);
  pcre2_match_context_free(context);
  pcre2_code_free(code);
  return 0;
}
