// nearmiss: explore --entry apply
// expect: paths 5
// expect: complete true
// expect: no findings
// expect: brute-force operation:0..5 a:1..3 b:1..3
// nearmiss: explore --entry chosen
// expect: complete true
// expect: finding abort @chosen
// nearmiss: explore --entry branched
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: brute-force x:0..2
// The function called is chosen by an input: from a table at a symbolic index (each entry of the table is
// another target), or by branches beforehand. apply: refused | add | subtract | larger, two ways: 5.

#include <stdlib.h>

static unsigned add(unsigned a, unsigned b) { return a + b; }
static unsigned subtract(unsigned a, unsigned b) { return a - b; }
static unsigned larger(unsigned a, unsigned b) {
  if (a > b)
    return a;
  return b;
}
static unsigned fail(unsigned a, unsigned b) {
  if (a == b)
    abort(); /* BUG:chosen */
  return 0;
}

static unsigned (*const operations[])(unsigned, unsigned) = {add, subtract, larger, fail};

unsigned apply(unsigned char operation, unsigned char a, unsigned char b) {
  if (operation > 2)
    return 0;
  return operations[operation](a, b);
}

unsigned chosen(unsigned char operation, unsigned char a, unsigned char b) {
  if (operation > 3)
    return 0;
  return operations[operation](a, b);
}

unsigned branched(unsigned char x) {
  unsigned (*operation)(unsigned, unsigned) = add;
  if (x == 0)
    operation = subtract;
  else if (x == 1)
    operation = larger;
  return operation(7, 4);
}
