/*
 * What libc++ throws. The sysroot's is built without exceptions: where it would throw, it calls one function with a
 * sentence that says what. Here that sentence becomes the exception. All else that is said so is one of libc++'s own
 * checks of how it is used (hardening).
 */
#include <new>
#include <stdarg.h>
#include <stdexcept>
#include <string.h>
#include <typeinfo>
#include "../engine.h"
#include "thrown-by-streams.h"

using nearmiss::thrownByStreams;
nearmiss::ThrownByStreams nearmiss::thrownByStreams;

namespace {

template <class Error> [[noreturn]] void throwWith(const char *message) { throw Error(message); }

struct WithMessage {
  const char *name;
  void (*raise)(const char *message);
};

const WithMessage withMessage[] = {
    {"length_error", throwWith<std::length_error>},
    {"out_of_range", throwWith<std::out_of_range>},
    {"invalid_argument", throwWith<std::invalid_argument>},
    {"overflow_error", throwWith<std::overflow_error>},
    {"runtime_error", throwWith<std::runtime_error>},
};

/* "out_of_range was thrown in -fno-exceptions mode …" */
bool says(const char *sentence, const char *name) {
  size_t length = strlen(name);
  return strncmp(sentence, name, length) == 0 && strncmp(sentence + length, " was thrown", 11) == 0;
}

}  // namespace

/* libc++ says that it never throws, so it goes by another name here. */
extern "C" [[noreturn]] void said(const char *format, ...) __asm__("_ZNSt3__222__libcpp_verbose_abortEPKcz");

void said(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  for (const WithMessage &each : withMessage) {
    if (says(format, each.name)) each.raise(va_arg(arguments, const char *));
  }
  if (thrownByStreams.failure && says(format, "ios_base::failure")) {
    thrownByStreams.failure(va_arg(arguments, const char *));
  }
  if (thrownByStreams.system && says(format, "system_error")) {
    int code = va_arg(arguments, int);
    thrownByStreams.system(code, va_arg(arguments, const char *));
  }
  if (says(format, "bad_alloc")) throw std::bad_alloc();
  if (says(format, "bad_array_new_length")) throw std::bad_array_new_length();
  if (says(format, "bad_cast")) throw std::bad_cast();
  const char *text = strcmp(format, "%s") == 0 ? va_arg(arguments, const char *) : format;
  va_end(arguments);
  __nm_library_check(text);
}

extern "C" {
[[noreturn]] void __cxa_bad_cast() { throw std::bad_cast(); }
[[noreturn]] void __cxa_bad_typeid() { throw std::bad_typeid(); }
[[noreturn]] void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }
}
