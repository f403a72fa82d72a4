#include <stddef.h>
#include <stdint.h>
#include "libxml/parser.h"

static void ignore(void *context, const char *words, ...) {}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  xmlSetGenericErrorFunc(NULL, ignore);
  xmlFreeDoc(xmlReadMemory((const char *)data, (int)size, "text.xml", NULL, XML_PARSE_NONET | XML_PARSE_NOENT));
  xmlCleanupParser();
  return 0;
}
