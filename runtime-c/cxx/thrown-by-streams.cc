#include "thrown-by-streams.h"
#include <ios>
#include <system_error>

namespace {

[[noreturn]] void throwFailure(const char *message) { throw std::ios_base::failure(message); }
[[noreturn]] void throwSystem(int code, const char *message) {
  throw std::system_error(std::error_code(code, std::generic_category()), message);
}

/* Before any constructor of the program's own, which may use streams. */
[[gnu::constructor(101)]] void tellOfStreams() { nearmiss::thrownByStreams = {throwFailure, throwSystem}; }

}  // namespace
