/* 128-bit integers, for which Wasm has no instructions: what clang calls for them. Nothing here may need itself. */
#include <stdint.h>
#include "host.h"

typedef __int128 wide;
typedef unsigned __int128 uwide;

union halves {
  uwide all;
  struct {
    uint64_t low, high;
  };
};

static uwide joined(uint64_t high, uint64_t low) {
  union halves value;
  value.low = low;
  value.high = high;
  return value.all;
}

WEAK wide __ashlti3(wide number, int by) {
  union halves value = {.all = (uwide)number};
  if (by == 0) return number;
  if (by >= 64) return (wide)joined(value.low << (by - 64), 0);
  return (wide)joined(value.high << by | value.low >> (64 - by), value.low << by);
}
WEAK wide __lshrti3(wide number, int by) {
  union halves value = {.all = (uwide)number};
  if (by == 0) return number;
  if (by >= 64) return (wide)joined(0, value.high >> (by - 64));
  return (wide)joined(value.high >> by, value.high << (64 - by) | value.low >> by);
}
WEAK wide __ashrti3(wide number, int by) {
  union halves value = {.all = (uwide)number};
  if (by == 0) return number;
  int64_t high = (int64_t)value.high;
  if (by >= 64) return (wide)joined((uint64_t)(high >> 63), (uint64_t)(high >> (by - 64)));
  return (wide)joined((uint64_t)(high >> by), value.high << (64 - by) | value.low >> by);
}

static uwide product(uint64_t a, uint64_t b) {
  uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)middle;
  return joined(a1 * b1 + (middle >> 32) + (other >> 32), other << 32 | (uint32_t)low);
}

WEAK wide __multi3(wide first, wide second) {
  union halves a = {.all = (uwide)first}, b = {.all = (uwide)second}, result;
  result.all = product(a.low, b.low);
  result.high += a.low * b.high + a.high * b.low;
  return (wide)result.all;
}

/* Bit by bit, but for what 64 bits can do. */
WEAK uwide __udivmodti4(uwide number, uwide by, uwide *rest) {
  union halves n = {.all = number}, d = {.all = by}, q = {.low = 0, .high = 0}, r = {.low = 0, .high = 0};
  if (n.high == 0 && d.high == 0) {
    if (rest) *rest = joined(0, n.low % d.low);
    return joined(0, n.low / d.low);
  }
  for (int i = 127; i >= 0; i--) {
    uint64_t bit = (i >= 64 ? n.high >> (i - 64) : n.low >> i) & 1;
    uint64_t over = r.high >> 63;
    r.high = r.high << 1 | r.low >> 63;
    r.low = r.low << 1 | bit;
    q.high = q.high << 1 | q.low >> 63;
    q.low <<= 1;
    if (over || r.high > d.high || (r.high == d.high && r.low >= d.low)) {
      uint64_t borrow = r.low < d.low;
      r.low -= d.low;
      r.high -= d.high + borrow;
      q.low |= 1;
    }
  }
  if (rest) *rest = r.all;
  return q.all;
}

WEAK uwide __udivti3(uwide number, uwide by) { return __udivmodti4(number, by, 0); }
WEAK uwide __umodti3(uwide number, uwide by) {
  uwide rest;
  __udivmodti4(number, by, &rest);
  return rest;
}
static uwide size_of(wide number) { return number < 0 ? -(uwide)number : (uwide)number; }
WEAK wide __divti3(wide number, wide by) {
  uwide quotient = __udivmodti4(size_of(number), size_of(by), 0);
  return (wide)((number < 0) != (by < 0) ? -quotient : quotient);
}
WEAK wide __modti3(wide number, wide by) {
  uwide rest;
  __udivmodti4(size_of(number), size_of(by), &rest);
  return (wide)(number < 0 ? -rest : rest);
}
WEAK wide __divmodti4(wide number, wide by, wide *rest) {
  wide quotient = __divti3(number, by);
  *rest = (wide)((uwide)number - (uwide)__multi3(quotient, by));
  return quotient;
}

/* The product as it wraps, and whether it did. */
WEAK wide __muloti4(wide a, wide b, int *overflow) {
  union halves x = {.all = size_of(a)}, y = {.all = size_of(b)};
  int is_negative = (a < 0) != (b < 0);
  uwide least = (uwide)1 << 127;
  uwide result = (uwide)__multi3((wide)x.all, (wide)y.all);
  *overflow = x.all != 0 && y.all != 0 && __udivti3(result, x.all) != y.all;
  if (is_negative ? result > least : result >= least) *overflow = 1;
  return (wide)(is_negative ? -result : result);
}
WEAK long long __mulodi4(long long a, long long b, int *overflow) {
  wide result = __multi3(a, b);
  *overflow = result != (long long)result;
  return (long long)result;
}
