/* What clang makes of setjmp and longjmp: which call of which function, and where in it. The engine knows the names. */
#include <stdint.h>
#include "host.h"

#ifdef __wasm64__
#define POINTER "i64"
#else
#define POINTER "i32"
#endif
__asm__(".globl __c_longjmp\n.weak __c_longjmp\n.tagtype __c_longjmp " POINTER "\n__c_longjmp:\n");

struct jump {
  void *call;
  uint32_t label;
  /* What is thrown: its address. */
  struct {
    void *jump;
    int value;
  } thrown;
};

void __wasm_setjmp(void *buffer, uint32_t label, void *call) {
  struct jump *jump = buffer;
  jump->call = call;
  jump->label = label;
}

uint32_t __wasm_setjmp_test(void *buffer, void *call) {
  struct jump *jump = buffer;
  return jump->call == call ? jump->label : 0;
}

__attribute__((target("exception-handling"))) _Noreturn void __wasm_longjmp(void *buffer, int value) {
  struct jump *jump = buffer;
  jump->thrown.jump = buffer;
  jump->thrown.value = value ? value : 1;
  __builtin_wasm_throw(1, &jump->thrown);
}
