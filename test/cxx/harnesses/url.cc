// nearmiss: explore --size 0..6
// expect: complete true
// expect: finding assertion @host
// nearmiss: explore --size 0..6 -DFIXED
// expect: complete true
// expect: no findings

/* scheme "://" host, where the last letter of an empty host is looked at. */
#include <cstddef>
#include <cstdint>
#include <string>

struct Url {
  std::string scheme, host;
};

static bool parse(const std::string &text, Url &url) {
  size_t colon = text.find("://");
  if (colon == std::string::npos) return false;
  url.scheme = text.substr(0, colon);
  url.host = text.substr(colon + 3);
#ifdef FIXED
  if (url.host.empty()) return false;
#endif
  if (url.host.back() == '.') url.host.pop_back(); /* BUG:host */
  return true;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Url url;
  parse(std::string(reinterpret_cast<const char *>(data), size), url);
  return 0;
}
