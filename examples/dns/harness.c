#include "dns.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct dns_message message;
  dns_parse(data, size, &message);
  return 0;
}
