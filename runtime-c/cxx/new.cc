/* operator new and delete in all their forms, over the engine's heap, which is told how a block was made and is given back. */
#include <new>
#include "../engine.h"

#define REPLACEABLE __attribute__((weak))

namespace {

/* As src/vocabulary/allocation.ts numbers them. */
enum Form { One = 1, Array = 2 };

const size_t usual = 16;

void *make(size_t size, size_t alignment, Form form) {
  for (;;) {
    void *block = __nm_new(size, alignment < usual ? usual : alignment, form);
    if (block) return block;
    std::new_handler handler = std::get_new_handler();
    if (!handler) return nullptr;
    handler();
  }
}

void *makeOrThrow(size_t size, size_t alignment, Form form) {
  void *block = make(size, alignment, form);
  if (!block) throw std::bad_alloc();
  return block;
}

/* What a handler throws is no concern of who asked for null. */
void *makeOrNull(size_t size, size_t alignment, Form form) noexcept {
  try {
    return make(size, alignment, form);
  } catch (...) {
    return nullptr;
  }
}

size_t bytes(std::align_val_t alignment) { return static_cast<size_t>(alignment); }

}  // namespace

using std::align_val_t;
using std::nothrow_t;

REPLACEABLE void *operator new(size_t size) { return makeOrThrow(size, usual, One); }
REPLACEABLE void *operator new[](size_t size) { return makeOrThrow(size, usual, Array); }
REPLACEABLE void *operator new(size_t size, const nothrow_t &) noexcept { return makeOrNull(size, usual, One); }
REPLACEABLE void *operator new[](size_t size, const nothrow_t &) noexcept { return makeOrNull(size, usual, Array); }
REPLACEABLE void *operator new(size_t size, align_val_t at) { return makeOrThrow(size, bytes(at), One); }
REPLACEABLE void *operator new[](size_t size, align_val_t at) { return makeOrThrow(size, bytes(at), Array); }
REPLACEABLE void *operator new(size_t size, align_val_t at, const nothrow_t &) noexcept {
  return makeOrNull(size, bytes(at), One);
}
REPLACEABLE void *operator new[](size_t size, align_val_t at, const nothrow_t &) noexcept {
  return makeOrNull(size, bytes(at), Array);
}

REPLACEABLE void operator delete(void *block) noexcept { __nm_delete(block, One); }
REPLACEABLE void operator delete[](void *block) noexcept { __nm_delete(block, Array); }
REPLACEABLE void operator delete(void *block, size_t) noexcept { __nm_delete(block, One); }
REPLACEABLE void operator delete[](void *block, size_t) noexcept { __nm_delete(block, Array); }
REPLACEABLE void operator delete(void *block, const nothrow_t &) noexcept { __nm_delete(block, One); }
REPLACEABLE void operator delete[](void *block, const nothrow_t &) noexcept { __nm_delete(block, Array); }
REPLACEABLE void operator delete(void *block, align_val_t) noexcept { __nm_delete(block, One); }
REPLACEABLE void operator delete[](void *block, align_val_t) noexcept { __nm_delete(block, Array); }
REPLACEABLE void operator delete(void *block, size_t, align_val_t) noexcept { __nm_delete(block, One); }
REPLACEABLE void operator delete[](void *block, size_t, align_val_t) noexcept { __nm_delete(block, Array); }
REPLACEABLE void operator delete(void *block, align_val_t, const nothrow_t &) noexcept { __nm_delete(block, One); }
REPLACEABLE void operator delete[](void *block, align_val_t, const nothrow_t &) noexcept { __nm_delete(block, Array); }
