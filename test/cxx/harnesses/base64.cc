// nearmiss: explore --size 0..4
// expect: complete true
// expect: finding array-underflow @table
// nearmiss: explore --size 0..4 -DFIXED
// expect: complete true
// expect: no findings

/* The table has -1 where a letter is none of the alphabet's. */
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

static constexpr char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static std::array<int8_t, 256> makeTable() {
  std::array<int8_t, 256> table;
  table.fill(-1);
  for (int8_t i = 0; i < 64; i++) table[static_cast<uint8_t>(alphabet[i])] = i;
  return table;
}
static const std::array<int8_t, 256> table = makeTable();

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static unsigned counts[64];
  if (size % 4 != 0) return 0;
  std::string decoded;
  for (size_t i = 0; i + 4 <= size; i += 4) {
    int sextet = table[data[i]];
#ifdef FIXED
    if (sextet < 0) return 0;
#endif
    counts[sextet]++; /* BUG:table */
    decoded.push_back(static_cast<char>(sextet << 2 | (table[data[i + 1]] & 3)));
  }
  return 0;
}
