/* An exception that is thrown: what stands before its object in memory, and what is known of it while it flies. */
#ifndef NEARMISS_EXCEPTIONS_H
#define NEARMISS_EXCEPTIONS_H
#include <stddef.h>
#include <typeinfo>

namespace nearmiss {

/* libc++abi's classes behind type_info have this one more question; the two before it keep vtables of other compilers apart. */
class CatchableType : public std::type_info {
public:
  virtual ~CatchableType();
  virtual void unused1() const;
  virtual void unused2() const;
  virtual bool can_catch(const CatchableType *thrown, void *&object) const = 0;
};

/* On Wasm a destructor returns what it is given. */
typedef void *(*Destructor)(void *);

struct alignas(16) Exception {
  const std::type_info *type;
  Destructor destroy;
  /* Who holds it: its flight and each exception_ptr. */
  int references;
  /* Handlers it is in; negative once it is thrown on from there. */
  int handlers;
  Exception *nextCaught;
  void *object;
  /* As the handler sees it: a base of it, say. */
  void *seen;
  /* Of one that rethrow_exception() made: whose object it is. */
  Exception *primary;
};

inline Exception *exceptionOf(void *object) { return static_cast<Exception *>(object) - 1; }

/* The one that flies, or the innermost that is being handled, or null. */
Exception *current();
/* Its what(), or null if it is no std::exception. */
const char *messageOf(Exception *exception);

}  // namespace nearmiss

#endif
