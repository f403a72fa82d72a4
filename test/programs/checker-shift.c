// nearmiss: explore --entry right
// expect: paths 1
// expect: complete true
// expect: finding shift @right
// expect: brute-force value:-1,0,5 amount:-1..1,31,32,33
// nearmiss: explore --entry safe_right
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: verified shift
// nearmiss: explore --entry almost_right
// expect: paths 3
// expect: complete true
// expect: finding shift @almost
// expect: input amount=32
// expect: brute-force value:-1,0,5 amount:-1..1,31..33
// nearmiss: explore --entry flag
// expect: complete true
// expect: finding shift @flag
// expect: brute-force n:-1..1,30..32
// nearmiss: explore --entry safe_flag
// expect: complete true
// expect: no findings
// nearmiss: explore --entry left
// expect: complete true
// expect: finding shift @left
// expect: brute-force value:-1..2,1073741823,1073741824
// nearmiss: explore --entry bytes --checkers shift
// expect: complete true
// expect: no findings
// nearmiss: explore --entry wide
// expect: complete true
// expect: finding shift @wide
// expect: input amount=64
// nearmiss: explore --entry far
// expect: complete true
// expect: finding shift @far
// expect: input amount=4294967296
// nearmiss: explore --entry stored_short
// expect: complete true
// expect: finding shift @stored
// expect: brute-force small:0,1,65535 amount:-1..1,15..17,31..33
// A shift by a negative amount, or by as many bits as there are or more, has no value; nor has a left shift of a
// signed number whose result does not fit. bytes: an unsigned one may lose what it likes.
// stored_short: what is shifted is an int, whatever it is stored to.

int right(int value, int amount) {
  return value >> amount; /* BUG:right */
}

int safe_right(int value, int amount) {
  if (amount < 0 || amount > 31)
    return 0;
  return value >> amount;
}

int almost_right(int value, int amount) {
  if (amount < 0 || amount > 32)
    return 0;
  return value >> amount; /* BUG:almost */
}

int flag(int n) {
  return 1 << n; /* BUG:flag */
}

unsigned safe_flag(unsigned n) {
  return 1u << (n & 31);
}

int left(int value) {
  return value << 1; /* BUG:left */
}

unsigned bytes(const unsigned char s[4]) {
  return (unsigned)s[0] << 24 | s[1] << 16 | s[2] << 8 | s[3];
}

long long wide(long long value, int amount) {
  if (value < 0 || value > 1 || amount < 63 || amount == 63)
    return 0;
  if (amount > 64)
    return 1;
  return value << amount; /* BUG:wide */
}

int far(unsigned long long amount) {
  if (amount != 4294967296ull && amount > 3)
    return 0;
  return 4 >> amount; /* BUG:far */
}

unsigned short stored_short(unsigned short small, int amount) {
  small >>= amount; /* BUG:stored */
  return small;
}
