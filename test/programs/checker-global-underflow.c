// nearmiss: explore --entry wrong
// expect: paths 2
// expect: complete true
// expect: finding array-underflow @wrong
// expect: brute-force c:'.','/','0','9','A'
// nearmiss: explore --entry safe
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: brute-force c:0,'0','9','A'
// nearmiss: explore --entry almost
// expect: paths 3
// expect: complete true
// expect: finding array-underflow @almost
// expect: brute-force c:0,'/','0','9','A'
// A digit's value without asking whether it is a digit; `almost` lets '/', the character before '0', through.

static const int cubes[10] = {0, 1, 8, 27, 64, 125, 216, 343, 512, 729};
static const int squares[10] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81};

int wrong(unsigned char c) {
  if (c > '9')
    return cubes[3];
  return squares[c - '0']; /* BUG:wrong */
}

int safe(unsigned char c) {
  if (c < '0' || c > '9')
    return -1;
  return squares[c - '0'];
}

int almost(unsigned char c) {
  if (c < '/' || c > '9')
    return -1;
  return squares[c - '0']; /* BUG:almost */
}
