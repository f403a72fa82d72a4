// nearmiss: explore --entry narrowed --checkers conversion
// expect: paths 1
// expect: complete true
// expect: finding conversion @narrowed
// expect: brute-force n:-2147483648,-129..-127,-1..1,127..129,255..257,2147483647
// nearmiss: explore --entry narrowed
// expect: complete true
// expect: no findings
// nearmiss: explore --entry safe_narrowed --checkers conversion
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost_narrowed --checkers conversion
// expect: complete true
// expect: finding conversion @almost
// expect: input n=256
// expect: brute-force n:-1..1,254..258
// nearmiss: explore --entry meant --checkers conversion
// expect: complete true
// expect: no findings
// nearmiss: explore --entry negative --checkers conversion
// expect: complete true
// expect: finding conversion @negative
// expect: brute-force n:-2147483648,-1..1,2147483647
// nearmiss: explore --entry large --checkers conversion
// expect: complete true
// expect: finding conversion @large
// nearmiss: explore --entry wide --checkers conversion
// expect: complete true
// expect: finding conversion @wide
// nearmiss: explore --entry safe_wide --checkers conversion
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost_wide --checkers conversion
// expect: complete true
// expect: finding conversion @almost_wide
// expect: input n=2147483648
// nearmiss: explore --entry given --checkers conversion
// expect: complete true
// expect: finding conversion @given
// nearmiss: explore --entry counted_up --checkers conversion
// expect: complete true
// expect: finding conversion @counted
// expect: input c=127
// nearmiss: explore --entry short_to_char --checkers conversion
// expect: complete true
// expect: finding conversion @short
// nearmiss: explore --entry unsigned_short --checkers conversion
// expect: complete true
// expect: finding conversion @unsigned_short
// nearmiss: explore --entry concrete --checkers conversion
// expect: paths 2
// expect: complete true
// expect: finding conversion @concrete
// An integer that its new type does not have, where no cast says that it is meant: only for who asks.

int narrowed(int n) {
  signed char c = n; /* BUG:narrowed */
  return c;
}

int safe_narrowed(int n) {
  if (n < 0 || n > 255)
    return 0;
  unsigned char c = n;
  return c;
}

int almost_narrowed(int n) {
  if (n < 0 || n > 256)
    return 0;
  unsigned char c = n; /* BUG:almost */
  return c;
}

int meant(int n) {
  return (unsigned char)n + (short)n + (int)(unsigned)n;
}

unsigned negative(int n) {
  unsigned size = n; /* BUG:negative */
  return size;
}

int large(unsigned n) {
  int size = n; /* BUG:large */
  return size;
}

int wide(long long n) {
  return n; /* BUG:wide */
}

int safe_wide(long long n) {
  return n >= -2147483648LL && n <= 2147483647 ? n : 0;
}

int almost_wide(long long n) {
  return n >= -2147483648LL && n <= 2147483648LL ? n : 0; /* BUG:almost_wide */
}

static int low(unsigned char c) {
  return c & 15;
}

int given(short n) {
  return low(n); /* BUG:given */
}

int counted_up(signed char c) {
  c++; /* BUG:counted */
  return c;
}

int short_to_char(short n) {
  char c = n; /* BUG:short */
  return c;
}

int unsigned_short(unsigned short n) {
  short s = n; /* BUG:unsigned_short */
  return s;
}

int concrete(int n) {
  int x = 70000;
  if (n == 7) {
    short s = x; /* BUG:concrete */
    return s;
  }
  return 0;
}
