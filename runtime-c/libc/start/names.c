/* What the program is called: of who prints messages about itself. start/arguments.c sets it. */
#include "host.h"

static char nothing[1];
char *__progname = nothing, *__progname_full = nothing;
extern char *program_invocation_short_name __attribute__((weak, alias("__progname")));
extern char *program_invocation_name __attribute__((weak, alias("__progname_full")));
