/* The ends of a C++ program that nobody asked for, and the functions that are told of them. */
#include <exception>
#include <new>
#include <typeinfo>
#include "../engine.h"
#include "exceptions.h"

namespace {

/* Where a run ends that throws and does not catch, or can't go on. */
[[noreturn]] void lastResort() {
  nearmiss::Exception *exception = nearmiss::current();
  __nm_terminate(exception ? exception->type->name() : nullptr, exception ? nearmiss::messageOf(exception) : nullptr);
}

std::terminate_handler whenTerminated = lastResort;
std::new_handler whenFull;

}  // namespace

namespace std {

terminate_handler set_terminate(terminate_handler handler) noexcept {
  terminate_handler before = whenTerminated;
  whenTerminated = handler ? handler : lastResort;
  return before;
}
terminate_handler get_terminate() noexcept { return whenTerminated; }

void terminate() noexcept {
  whenTerminated();
  lastResort();
}

new_handler set_new_handler(new_handler handler) noexcept {
  new_handler before = whenFull;
  whenFull = handler;
  return before;
}
new_handler get_new_handler() noexcept { return whenFull; }

}  // namespace std
