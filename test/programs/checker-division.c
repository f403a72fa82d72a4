// nearmiss: explore --entry unguarded
// expect: paths 1
// expect: complete true
// expect: finding division-by-zero @unguarded
// expect: input b=0
// expect: exit 1
// expect: brute-force a:0,7 b:0..3
// nearmiss: explore --entry safe
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: verified division-by-zero
// expect: brute-force a:0,7 b:0..3
// nearmiss: explore --entry almost
// expect: paths 2
// expect: complete true
// expect: finding division-by-zero @almost
// expect: brute-force a:0,7 b:0..3
// Unsigned division: only zero is wrong.

unsigned unguarded(unsigned a, unsigned b) {
  return a / b; /* BUG:unguarded */
}

unsigned safe(unsigned a, unsigned b) {
  if (b == 0)
    return 0;
  return a / b;
}

unsigned almost(unsigned a, unsigned b) {
  if (b == 1)
    return a;
  return a / b; /* BUG:almost */
}
