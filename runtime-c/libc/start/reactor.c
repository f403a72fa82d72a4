/* Where a program without a main is made ready: its functions are called one by one. */
void __wasm_call_ctors(void);

__attribute__((export_name("_initialize"))) void _initialize(void) { __wasm_call_ctors(); }
