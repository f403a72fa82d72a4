// nearmiss: explore --entry spin --fuel 1000
// expect: complete false
// expect: incomplete hang
// expect: no findings
// nearmiss: explore --entry long_but_finite --fuel 100000
// expect: paths 2
// expect: complete true
// expect: no findings
// A loop that takes too long for one input runs out of fuel and is named; a long one that ends does not.

int spin(unsigned char x) {
  volatile int turns = 0;
  while (x == 13)
    turns++;
  return turns;
}

int long_but_finite(unsigned char x) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 20000; i++)
    sum += i;
  if (x > 7)
    return sum;
  return 0;
}
