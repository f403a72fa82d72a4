// nearmiss: explore --entry share
// expect: paths 3
// expect: complete true
// expect: finding division-by-zero @share
// nearmiss: explore --entry share --checkers assertion
// expect: paths 3
// expect: complete true
// expect: no findings
// nearmiss: explore --entry pick --checkers division-by-zero
// expect: paths 3
// expect: complete true
// expect: no findings
// nearmiss: explore --entry pick --checkers use-after-free,array-underflow
// expect: complete true
// expect: no findings
// nearmiss: explore --entry pick --checkers stack-smash,array-overflow
// expect: complete true
// expect: finding array-overflow @pick
// With its checker off, a division by zero or an access outside is not reported. It is still explored: `complete`
// speaks of every input, and a run that ends there is a path too.

int share(unsigned char n) {
  if (100 / (n - 7) > 50) /* BUG:share */
    return 1;
  return 0;
}

static const int prices[4] = {5, 0, 7, 9};

int pick(unsigned char i) {
  if (prices[i] == 7) /* BUG:pick */
    return 1;
  return 0;
}
