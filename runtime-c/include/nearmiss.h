/* What a program may say to nearmiss. Outside nearmiss, the same source builds with any compiler: see the end. */
#ifndef NEARMISS_H
#define NEARMISS_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __NEARMISS__

/* The `size` bytes at `ptr` become input; `name` is what tests call them. */
void nearmiss_symbolic(void *ptr, size_t size, const char *name);
/* Inputs for which `cond` is zero are not looked at. */
void nearmiss_assume(int cond);
void nearmiss_assert_failed(const char *expression, const char *file, int line, const char *function);
#define nearmiss_assert(cond) \
  ((cond) ? (void)0 : nearmiss_assert_failed(#cond, __FILE__, __LINE__, __func__))

#else

#include <assert.h>
#define nearmiss_symbolic(ptr, size, name) ((void)(ptr), (void)(size), (void)(name))
#define nearmiss_assume(cond) ((void)(cond))
#define nearmiss_assert(cond) assert(cond)

#endif

#ifdef __cplusplus
}
#endif
#endif
