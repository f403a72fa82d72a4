// nearmiss: explore --size 0..4
// expect: complete true
// expect: finding division-by-zero @quotient
// nearmiss: explore --size 0..4 -DFIXED
// expect: complete true
// expect: no findings

/* Errors are thrown through frames that have something to clean up. */
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

struct SyntaxError : std::runtime_error {
  size_t at;
  SyntaxError(size_t place, const std::string &words) : std::runtime_error(words), at(place) {}
};

static int depth;
struct Deeper {
  Deeper() { depth++; }
  ~Deeper() { depth--; }
};

class Tokenizer {
 public:
  explicit Tokenizer(const std::string &text) : text_(text) {}

  int sum() {
    int value = term();
    while (at_ < text_.size() && text_[at_] == '/') {
      at_++;
      int divisor = term();
#ifdef FIXED
      if (divisor == 0) throw SyntaxError(at_, "division by zero");
#endif
      value /= divisor; /* BUG:quotient */
    }
    if (at_ < text_.size() && text_[at_] != ')') throw SyntaxError(at_, "what is this?");
    return value;
  }

 private:
  int term() {
    Deeper deeper;
    if (at_ < text_.size() && text_[at_] == '(') {
      at_++;
      int value = sum();
      if (at_ == text_.size()) throw SyntaxError(at_, "a parenthesis is open");
      at_++;
      return value;
    }
    if (at_ == text_.size() || text_[at_] < '0' || text_[at_] > '9') throw SyntaxError(at_, "a number is missing");
    return text_[at_++] - '0';
  }

  const std::string &text_;
  size_t at_ = 0;
};

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  try {
    Tokenizer(text).sum();
  } catch (const SyntaxError &error) {
    if (depth != 0 || error.at > size) __builtin_trap();
  }
  return 0;
}
