/*
 * What the engine answers for a program: the imports of module "env", apart from the ones clang's own
 * instrumentation asks for (__asan_*, __ubsan_*). Everything here is i32 in Wasm.
 */
#ifndef NEARMISS_ENGINE_H
#define NEARMISS_ENGINE_H
#include <stddef.h>

#define IMPORT(name) __attribute__((import_module("env"), import_name(#name)))

IMPORT(__nm_malloc) void *__nm_malloc(size_t size);
IMPORT(__nm_calloc) void *__nm_calloc(size_t count, size_t size);
IMPORT(__nm_realloc) void *__nm_realloc(void *block, size_t size);
IMPORT(__nm_free) void __nm_free(void *block);
IMPORT(__nm_memalign) void *__nm_memalign(size_t alignment, size_t size);
IMPORT(__nm_usable_size) size_t __nm_usable_size(void *block);

IMPORT(__nm_symbolic) void __nm_symbolic(void *address, size_t size, const char *name);
IMPORT(__nm_assume) void __nm_assume(int condition);
IMPORT(__nm_assert_fail)
_Noreturn void __nm_assert_fail(const char *expression, const char *file, int line, const char *function);
IMPORT(__nm_abort) _Noreturn void __nm_abort(void);

#endif
