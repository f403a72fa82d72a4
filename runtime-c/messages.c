/* Messages are in the language they were written in, and what is logged is formatted and forgotten. */
#include <libintl.h>
#include <syslog.h>
#include <stdio.h>
#include "host.h"

#define MESSAGE(text) ((char *)(text))

WEAK char *gettext(const char *text) { return MESSAGE(text); }
WEAK char *dgettext(const char *domain, const char *text) { return MESSAGE(text); }
WEAK char *dcgettext(const char *domain, const char *text, int category) { return MESSAGE(text); }
WEAK char *ngettext(const char *one, const char *many, unsigned long count) { return MESSAGE(count == 1 ? one : many); }
WEAK char *dngettext(const char *domain, const char *one, const char *many, unsigned long count) {
  return ngettext(one, many, count);
}
WEAK char *textdomain(const char *domain) { return MESSAGE(domain ? domain : "messages"); }
WEAK char *bindtextdomain(const char *domain, const char *folder) {
  return MESSAGE(folder ? folder : "/usr/share/locale");
}
WEAK char *bind_textdomain_codeset(const char *domain, const char *codeset) { return MESSAGE(codeset); }

static int logged = 0xff;

WEAK void openlog(const char *name, int options, int facility) {}
WEAK void closelog(void) {}
WEAK int setlogmask(int mask) {
  int before = logged;
  if (mask) logged = mask;
  return before;
}
WEAK void vsyslog(int priority, const char *format, va_list list) {
  char line[1024];
  if (logged & LOG_MASK(LOG_PRI(priority))) vsnprintf(line, sizeof line, format, list);
}
WEAK void syslog(int priority, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsyslog(priority, format, list);
  va_end(list);
}
