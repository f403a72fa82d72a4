// nearmiss: explore --size 0..4
// expect: complete true
// expect: finding use-after-free @old
// nearmiss: explore --size 0..4 -DFIXED
// expect: complete true
// expect: no findings

/* A state makes the next one, and is gone when it then looks at itself. */
#include <cstddef>
#include <cstdint>
#include <memory>

class Machine;

struct State {
  unsigned steps = 0;
  virtual ~State() = default;
  virtual void step(Machine &machine, uint8_t c) = 0;
};

class Machine {
 public:
  std::unique_ptr<State> state;
  unsigned total = 0;
  void run(const uint8_t *data, size_t size) {
    for (size_t i = 0; i < size; i++) state->step(*this, data[i]);
  }
};

struct Open : State {
  void step(Machine &machine, uint8_t c) override;
};

struct Closed : State {
  void step(Machine &machine, uint8_t c) override {
    steps++;
    if (c == 'o') machine.state = std::make_unique<Open>();
  }
};

void Open::step(Machine &machine, uint8_t c) {
  steps++;
  if (c != 'c') return;
#ifdef FIXED
  machine.total += steps;
  machine.state = std::make_unique<Closed>();
#else
  machine.state = std::make_unique<Closed>();
  machine.total += steps; /* BUG:old */
#endif
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Machine machine;
  machine.state = std::make_unique<Closed>();
  machine.run(data, size);
  return 0;
}
