// nearmiss: explore --size 0..6
// expect: finding use-after-free @touched
// nearmiss: explore --size 0..6 -DFIXED
// expect: complete true
// expect: no findings

/* Keys in order of use; the one that is thrown out is looked at afterwards. */
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>

class Cache {
 public:
  void touch(uint8_t key) {
    auto known = places_.find(key);
    if (known != places_.end()) {
      order_.splice(order_.begin(), order_, known->second);
      return;
    }
    order_.push_front(key);
    places_[key] = order_.begin();
    if (order_.size() > 2) {
      const uint8_t &oldest = order_.back();
#ifdef FIXED
      places_.erase(oldest);
      order_.pop_back();
#else
      order_.pop_back();
      places_.erase(oldest); /* BUG:touched */
#endif
    }
  }

 private:
  std::list<uint8_t> order_;
  std::map<uint8_t, std::list<uint8_t>::iterator> places_;
};

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Cache cache;
  for (size_t i = 0; i < size && i < 4; i++) cache.touch(data[i] & 3);
  return 0;
}
