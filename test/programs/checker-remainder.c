// nearmiss: explore --entry bucket --len key=2
// expect: paths 1
// expect: complete true
// expect: finding division-by-zero @bucket
// expect: brute-force key[0..1]:0,1,'a' buckets:0..4
// nearmiss: explore --entry safe --len key=2
// expect: paths 1
// expect: complete true
// expect: no findings
// expect: brute-force key[0..1]:0,1,'a' buckets:0..4
// nearmiss: explore --entry almost --len key=2
// expect: paths 1
// expect: complete true
// expect: finding division-by-zero @almost
// expect: brute-force key[0..1]:0,1,'a' buckets:0..3,255
// The divisor is computed: `buckets | 1` is never zero, `(buckets + 1) & 255` is for 255.

unsigned bucket(const char *key, unsigned char buckets) {
  unsigned hash = (unsigned char)key[0] * 31u + (unsigned char)key[1];
  return hash % buckets; /* BUG:bucket */
}

unsigned safe(const char *key, unsigned char buckets) {
  unsigned hash = (unsigned char)key[0] * 31u + (unsigned char)key[1];
  return hash % (buckets | 1u);
}

unsigned almost(const char *key, unsigned char buckets) {
  unsigned hash = (unsigned char)key[0] * 31u + (unsigned char)key[1];
  return hash % ((buckets + 1u) & 255u); /* BUG:almost */
}
