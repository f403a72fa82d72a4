#include <stddef.h>
#include <stdint.h>
#include "oniguruma.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const UChar text[] = "aab 12-Z\n";
  OnigErrorInfo info;
  regex_t *pattern;
  onig_set_retry_limit_in_match(200);
  if (onig_new(&pattern, data, data + size, ONIG_OPTION_NONE, ONIG_ENCODING_UTF8, ONIG_SYNTAX_DEFAULT, &info)) return 0;
  onig_search(pattern, text, text + 9, text, text + 9, NULL, ONIG_OPTION_NONE);
  onig_free(pattern);
  return 0;
}
