/*
 * The half of the C++ ABI that the sysroot's libc++abi lacks, as it is built without exceptions: throw, catch and
 * what travels between them. Types and casts are libc++abi's. Exceptions are WebAssembly's, of the tag
 * `__cpp_exception`, whose payload is the address of an `Exception`.
 */
#include <exception>
#include "../engine.h"
#include "exceptions.h"

using nearmiss::CatchableType;
using nearmiss::Destructor;
using nearmiss::Exception;
using nearmiss::exceptionOf;

/* Written by the code that clang makes of a catch, before it asks for the handler; see WasmEHPrepare. */
struct LandingPad {
  int index;
  const unsigned char *table;
  int selector;
};

extern "C" char __stack_high;

namespace {

Exception *innermost;
Exception *lastThrown;
unsigned flying;

/* The object may hold bytes of the input, so it is on the heap that knows of them. */
Exception *allocate(size_t size) {
  Exception *made = static_cast<Exception *>(__nm_malloc(sizeof(Exception) + size));
  if (!made) std::terminate();
  *made = Exception();
  made->object = made->seen = made + 1;
  return made;
}

void release(Exception *exception) {
  if (--exception->references > 0) return;
  if (exception->primary) release(exception->primary);
  else if (exception->destroy) exception->destroy(exception->object);
  __nm_free(exception);
}

/* Inlined: what it says is of who asks. */
[[gnu::always_inline]] inline void *stackPointer() {
  void *pointer;
  __asm__(".globaltype __stack_pointer, i32\n\tglobal.get __stack_pointer\n\tlocal.set %0" : "=r"(pointer));
  return pointer;
}

[[noreturn]] void raise(Exception *exception) {
  exception->seen = exception->object;
  flying++;
  lastThrown = exception;
  __nm_throw(exception->type->name(), nearmiss::messageOf(exception), stackPointer(), &__stack_high);
  __builtin_wasm_throw(0, exception);
}

unsigned readUnsigned(const unsigned char *&at) {
  unsigned value = 0;
  for (int shift = 0;; shift += 7) {
    unsigned char byte = *at++;
    value |= (byte & 0x7fu) << shift;
    if (byte < 0x80) return value;
  }
}

int readSigned(const unsigned char *&at) {
  unsigned value = 0;
  for (int shift = 0;;) {
    unsigned char byte = *at++;
    value |= (byte & 0x7fu) << shift;
    shift += 7;
    if (byte >= 0x80) continue;
    if ((byte & 0x40) && shift < 32) value |= ~0u << shift;
    return static_cast<int>(value);
  }
}

const unsigned char omitted = 0xff;

/* Which handler of a landing pad takes it? 0: none, so that it flies on. */
int handlerOf(Exception *exception, int pad, const unsigned char *at) {
  if (*at++ != omitted) readUnsigned(at);
  const CatchableType *const *types = nullptr;
  if (*at++ != omitted) {
    unsigned distance = readUnsigned(at);
    types = reinterpret_cast<const CatchableType *const *>(at + distance);
  }
  at++;
  unsigned length = readUnsigned(at);
  const unsigned char *actions = at + length;
  unsigned action = 0;
  for (int i = 0; i <= pad; i++) {
    readUnsigned(at);
    action = readUnsigned(at);
  }
  if (action == 0) return 0;
  const CatchableType *thrown = static_cast<const CatchableType *>(exception->type);
  for (const unsigned char *each = actions + action - 1;;) {
    int index = readSigned(each);
    if (index > 0) {
      const CatchableType *type = types[-index];
      void *seen = exception->object;
      if (!type || type->can_catch(thrown, seen)) {
        exception->seen = seen;
        return index;
      }
    }
    const unsigned char *next = each;
    int distance = readSigned(next);
    if (distance == 0) return 0;
    each += distance;
  }
}

}  // namespace

Exception *nearmiss::current() { return flying > 0 ? lastThrown : innermost; }

const char *nearmiss::messageOf(Exception *exception) {
  void *seen = exception->object;
  const CatchableType &standard = static_cast<const CatchableType &>(typeid(std::exception));
  if (!standard.can_catch(static_cast<const CatchableType *>(exception->type), seen)) return nullptr;
  return static_cast<std::exception *>(seen)->what();
}

extern "C" {

LandingPad __wasm_lpad_context;

int _Unwind_CallPersonality(void *exception) {
  LandingPad &pad = __wasm_lpad_context;
  pad.selector = handlerOf(static_cast<Exception *>(exception), pad.index, pad.table);
  return 0;
}

void *__cxa_allocate_exception(size_t size) { return allocate(size)->object; }
void __cxa_free_exception(void *object) { __nm_free(exceptionOf(object)); }

/* What libc++ calls a __cxa_exception is an Exception here. */
void *initialised(void *object, std::type_info *type, Destructor destroy) __asm__("__cxa_init_primary_exception");
void *initialised(void *object, std::type_info *type, Destructor destroy) {
  Exception *exception = exceptionOf(object);
  exception->type = type;
  exception->destroy = destroy;
  return exception;
}

[[noreturn]] void __cxa_throw(void *object, std::type_info *type, Destructor destroy) {
  initialised(object, type, destroy);
  exceptionOf(object)->references = 1;
  raise(exceptionOf(object));
}

void *__cxa_get_exception_ptr(void *exception) { return static_cast<Exception *>(exception)->seen; }

void *__cxa_begin_catch(void *flown) {
  Exception *exception = static_cast<Exception *>(flown);
  exception->handlers = (exception->handlers < 0 ? -exception->handlers : exception->handlers) + 1;
  if (exception != innermost) {
    exception->nextCaught = innermost;
    innermost = exception;
  }
  flying--;
  __nm_caught(stackPointer());
  return exception->seen;
}

void __cxa_end_catch(void) {
  Exception *exception = innermost;
  if (!exception) return;
  if (exception->handlers < 0) {
    if (++exception->handlers == 0) innermost = exception->nextCaught;
  } else if (--exception->handlers == 0) {
    innermost = exception->nextCaught;
    release(exception);
  }
}

[[noreturn]] void __cxa_rethrow(void) {
  Exception *exception = innermost;
  if (!exception) std::terminate();
  exception->handlers = -exception->handlers;
  raise(exception);
}

std::type_info *__cxa_current_exception_type(void) {
  return innermost ? const_cast<std::type_info *>(innermost->type) : nullptr;
}

bool __cxa_uncaught_exception(void) { return flying != 0; }
unsigned __cxa_uncaught_exceptions(void) { return flying; }

/* std::exception_ptr holds the address of the object. */
void __cxa_increment_exception_refcount(void *object) {
  if (object) exceptionOf(object)->references++;
}
void __cxa_decrement_exception_refcount(void *object) {
  if (object) release(exceptionOf(object));
}

void *__cxa_current_primary_exception(void) {
  if (!innermost) return nullptr;
  void *object = innermost->object;
  __cxa_increment_exception_refcount(object);
  return object;
}

void __cxa_rethrow_primary_exception(void *object) {
  if (!object) return;
  Exception *primary = exceptionOf(object);
  Exception *made = allocate(0);
  made->type = primary->type;
  made->object = object;
  made->primary = primary;
  made->references = 1;
  primary->references++;
  raise(made);
}

}  // extern "C"
