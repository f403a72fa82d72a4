// nearmiss: explore --entry planted
// expect: complete true
// expect: finding unreachable @planted
// expect: input n=2
// nearmiss: explore --entry repaired
// expect: complete true
// expect: no findings
// expect: verified unreachable
// A computed goto to no label: a check of our own.

int planted(unsigned char n) {
  static void *labels[] = {&&a, &&b, 0};
  if (n > 2)
    return 0;
  goto *labels[n]; /* BUG:planted */
a:
  return 1;
b:
  return 2;
}

int repaired(unsigned char n) {
  static void *labels[] = {&&a, &&b, &&a};
  if (n > 2)
    return 0;
  goto *labels[n];
a:
  return 1;
b:
  return 2;
}
