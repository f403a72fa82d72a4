// nearmiss: explore --size 0..4
// expect: complete true
// expect: finding null-dereference @child
// nearmiss: explore --size 0..4 -DFIXED
// expect: complete true
// expect: no findings

/* Nodes own their children; one of a minus sign has a child only if there is something behind the sign. */
#include <cstddef>
#include <cstdint>
#include <memory>

struct Node {
  virtual ~Node() = default;
  virtual int value() const = 0;
};

struct Digit : Node {
  int digit;
  explicit Digit(int value) : digit(value) {}
  int value() const override { return digit; }
};

struct Minus : Node {
  std::unique_ptr<Node> child;
  explicit Minus(std::unique_ptr<Node> of) : child(std::move(of)) {}
  int value() const override {
    const Node *node = child.get();
#ifdef FIXED
    if (node == nullptr) return 0;
#endif
    return -node->value(); /* BUG:child */
  }
};

static std::unique_ptr<Node> parse(const uint8_t *&at, const uint8_t *end) {
  if (at == end) return nullptr;
  uint8_t c = *at++;
  if (c == '-') return std::make_unique<Minus>(parse(at, end));
  if (c >= '0' && c <= '9') return std::make_unique<Digit>(c - '0');
  return nullptr;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const uint8_t *at = data;
  if (auto tree = parse(at, data + size)) tree->value();
  return 0;
}
