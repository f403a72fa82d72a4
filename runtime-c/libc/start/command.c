/* Where a program with a main begins. */
#include <stdlib.h>
#include "wasi.h"

void __wasm_call_ctors(void);
int __main_void(void);
void __nm_at_end(void);

__attribute__((export_name("_start"))) void _start(void) {
  __wasm_call_ctors();
  int status = __main_void();
  __nm_at_end();
  if (status != 0) wasi_proc_exit(status);
}
