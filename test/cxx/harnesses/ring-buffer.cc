// nearmiss: explore --size 0..6
// expect: complete true
// expect: finding array-overflow @full
// nearmiss: explore --size 0..6 -DFIXED
// expect: complete true
// expect: no findings

/* A template whose index wraps around one place too late. */
#include <cstddef>
#include <cstdint>

template <class Item, unsigned Room>
class Ring {
 public:
  void push(Item item) {
    items_[last_] = item; /* BUG:full */
#ifdef FIXED
    if (++last_ == Room) last_ = 0;
#else
    if (++last_ > Room) last_ = 0;
#endif
  }

 private:
  unsigned last_ = 0;
  Item items_[Room] = {};
};

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto *ring = new Ring<uint16_t, 4>;
  for (size_t i = 0; i < size; i++)
    if (data[i] == 'p') ring->push(data[i]);
  delete ring;
  return 0;
}
