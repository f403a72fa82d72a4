// nearmiss: explore --entry rate
// expect: paths 2
// expect: complete true
// expect: finding division-by-zero @rate
// expect: brute-force total:0,9 start:0,4294967296 end:0,4294967296,4294967299
// nearmiss: explore --entry safe
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: brute-force total:0,9 start:0,4294967296 end:0,4294967296,4294967299
// 64-bit operands, split by nobody: the difference of two of them is the divisor.

typedef unsigned long long u64;

u64 rate(u64 total, u64 start, u64 end) {
  if (end < start)
    return 0;
  return total / (end - start); /* BUG:rate */
}

u64 safe(u64 total, u64 start, u64 end) {
  if (end <= start)
    return 0;
  return total / (end - start);
}
