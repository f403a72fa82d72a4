// nearmiss: explore --size 0..4
// expect: complete true
// expect: finding uncaught-exception @escape
// nearmiss: explore --size 0..4 -DFIXED
// expect: complete true
// expect: no findings

/* Strings and lists of them; an escape at the very end of the text. */
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace json {

struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Reader {
 public:
  explicit Reader(std::string text) : text_(std::move(text)) {}

  void value() {
    if (peek() == '"') string();
    else if (peek() == '[') list();
    else throw Error("a value is missing");
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void string() {
    std::string result;
    for (at_++; peek() != '"'; at_++) {
      if (at_ >= text_.size()) throw Error("a string does not end");
      if (peek() == '\\') {
        at_++;
#ifdef FIXED
        if (at_ >= text_.size()) throw Error("an escape does not end");
#endif
        result.push_back(text_.at(at_)); /* BUG:escape */
      } else result.push_back(peek());
    }
    at_++;
  }

  void list() {
    at_++;
    if (peek() == ']') return;
    for (value(); peek() == ','; value()) at_++;
    if (peek() != ']') throw Error("a list does not end");
    at_++;
  }

  std::string text_;
  size_t at_ = 0;
};

}  // namespace json

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  try {
    json::Reader(std::string(reinterpret_cast<const char *>(data), size)).value();
  } catch (const json::Error &) {
    return 0;
  }
  return 0;
}
