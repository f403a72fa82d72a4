// nearmiss: explore --size 0..3
// expect: complete true
// expect: finding uncaught-exception @place
// nearmiss: explore --size 0..3 -DFIXED
// expect: complete true
// expect: no findings

/* "{n}" stands for the nth word; nobody looks whether there are so many. */
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

static std::string format(std::string_view pattern, const std::vector<std::string> &words) {
  std::string result;
  for (size_t i = 0; i < pattern.size(); i++) {
    if (pattern[i] != '{' || i + 2 >= pattern.size() || pattern[i + 2] != '}') {
      result += pattern[i];
      continue;
    }
    unsigned place = static_cast<unsigned char>(pattern[i + 1]) - '0';
#ifdef FIXED
    if (place >= words.size()) return result;
#else
    if (place > words.size()) return result;
#endif
    result += words.at(place); /* BUG:place */
    i += 2;
  }
  return result;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  format(std::string_view(reinterpret_cast<const char *>(data), size), {"one", "two"});
  return 0;
}
