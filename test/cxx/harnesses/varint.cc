// nearmiss: explore --size 0..4
// expect: complete true
// expect: finding array-overflow @length
// nearmiss: explore --size 0..4 -DFIXED
// expect: complete true
// expect: no findings

/* Fields of a key, a length as a varint, and bytes; the length is believed. */
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

class Message {
 public:
  Message(const uint8_t *at, const uint8_t *end) : at_(at), end_(end) {}

  bool read() {
    while (at_ < end_) {
      uint8_t key = *at_++;
      std::optional<uint32_t> length = varint();
      if (key != 10 || !length) return false;
#ifdef FIXED
      if (*length > static_cast<size_t>(end_ - at_)) return false;
#else
      if (*length > 8) return false;
#endif
      for (uint32_t i = 0; i < *length; i++) bytes_.push_back(at_[i]); /* BUG:length */
      at_ += *length;
    }
    return true;
  }

 private:
  std::optional<uint32_t> varint() {
    uint32_t value = 0;
    for (unsigned shift = 0; shift < 28 && at_ < end_; shift += 7) {
      uint8_t byte = *at_++;
      value |= static_cast<uint32_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    return std::nullopt;
  }

  const uint8_t *at_, *end_;
  std::vector<uint8_t> bytes_;
};

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Message(data, data + size).read();
  return 0;
}
