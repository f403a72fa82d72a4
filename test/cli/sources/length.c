#include <string.h>

unsigned length(const char *s) { return (unsigned)strlen(s); }
