// nearmiss: explore --size 0..5
// expect: complete true
// expect: finding assertion @before
// nearmiss: explore --size 0..5 -DFIXED
// expect: complete true
// expect: no findings

/* Stretches by where they begin, none of which may overlap; the one before a new one is not looked at. */
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>

class Intervals {
 public:
  void add(uint8_t from, uint8_t to) {
    auto next = stretches_.lower_bound(from);
#ifdef FIXED
    if (next != stretches_.begin() && std::prev(next)->second >= from) from = (--next)->first;
#endif
    while (next != stretches_.end() && next->first <= to) {
      if (next->second > to) to = next->second;
      next = stretches_.erase(next);
    }
    stretches_[from] = to;
  }

  void check() const {
    int last = -1;
    for (const auto &[from, to] : stretches_) {
      assert(from > last); /* BUG:before */
      last = to;
    }
  }

 private:
  std::map<uint8_t, uint8_t> stretches_;
};

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Intervals intervals;
  for (size_t i = 0; i + 2 <= size; i += 2) {
    uint8_t from = data[i] & 7;
    intervals.add(from, from + (data[i + 1] & 3));
  }
  intervals.check();
  return 0;
}
