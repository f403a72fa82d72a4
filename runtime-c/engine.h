/*
 * What the engine answers for a program: the imports of module "env", apart from the ones clang's own
 * instrumentation asks for (__asan_*, __ubsan_*). Everything here is i32 in Wasm.
 */
#ifndef NEARMISS_ENGINE_H
#define NEARMISS_ENGINE_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define IMPORT(name) __attribute__((import_module("env"), import_name(#name)))

IMPORT(__nm_malloc) void *__nm_malloc(size_t size);
IMPORT(__nm_calloc) void *__nm_calloc(size_t count, size_t size);
IMPORT(__nm_realloc) void *__nm_realloc(void *block, size_t size);
IMPORT(__nm_free) void __nm_free(void *block);
IMPORT(__nm_memalign) void *__nm_memalign(size_t alignment, size_t size);
IMPORT(__nm_usable_size) size_t __nm_usable_size(void *block);
IMPORT(__nm_read_only) void __nm_read_only(void *block, int isReadOnly);

IMPORT(__nm_symbolic) void __nm_symbolic(void *address, size_t size, const char *name);
IMPORT(__nm_assume) void __nm_assume(int condition);
/* The same of an answer of the world: what it can be at all. */
IMPORT(__nm_bound) void __nm_bound(int condition);
IMPORT(__nm_assert_fail) __attribute__((noreturn))
void __nm_assert_fail(const char *expression, const char *file, int line, const char *function);
IMPORT(__nm_abort) __attribute__((noreturn)) void __nm_abort(void);

/* C++ (runtime-c/cxx): how blocks are made and given back, what is thrown, and how it ends. */
IMPORT(__nm_new) void *__nm_new(size_t size, size_t alignment, int form);
IMPORT(__nm_delete) void __nm_delete(void *block, int form);
IMPORT(__nm_throw) void __nm_throw(const char *type, const char *message, void *stack, void *stackEnd);
IMPORT(__nm_caught) void __nm_caught(void *stack);
IMPORT(__nm_terminate) __attribute__((noreturn)) void __nm_terminate(const char *type, const char *message);
IMPORT(__nm_library_check) __attribute__((noreturn)) void __nm_library_check(const char *message);

#ifdef __cplusplus
}
#endif

#endif
