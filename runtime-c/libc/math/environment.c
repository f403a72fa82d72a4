/* Wasm rounds to nearest and raises no exceptions: there is nothing to set. */
#include <fenv.h>
#include "host.h"

WEAK int feclearexcept(int which) { return 0; }
WEAK int feraiseexcept(int which) { return 0; }
WEAK int fetestexcept(int which) { return 0; }
WEAK int fegetround(void) { return FE_TONEAREST; }
WEAK int fesetround(int mode) { return mode == FE_TONEAREST ? 0 : -1; }
WEAK int fegetenv(fenv_t *environment) { return 0; }
WEAK int fesetenv(const fenv_t *environment) { return 0; }
WEAK int feholdexcept(fenv_t *environment) { return 0; }
WEAK int feupdateenv(const fenv_t *environment) { return 0; }
