// nearmiss: explore --entry of_int
// expect: finding integer-overflow @int
// expect: unseen natively integer-overflow @int: compiled as a call, it is in the library, which has no checks
// expect: complete true
// expect: input x=-2147483648
// nearmiss: explore --entry of_long
// expect: finding integer-overflow @long
// expect: unseen natively integer-overflow @long: compiled as a call, it is in the library, which has no checks
// nearmiss: explore --entry of_long_long
// expect: finding integer-overflow @longlong
// expect: unseen natively integer-overflow @longlong: compiled as a call, it is in the library, which has no checks
// nearmiss: explore --entry of_a_char
// expect: complete true
// expect: verified integer-overflow
// nearmiss: explore --entry of_my_own
// expect: complete true
// expect: verified integer-overflow
// The C library's code is not checked, but what it is called with is.

#include <stdlib.h>

int of_int(int x) { return abs(x); /* BUG:int */ }

long of_long(long x) { return labs(x); /* BUG:long */ }

long long of_long_long(long long x) { return llabs(x); /* BUG:longlong */ }

int of_a_char(signed char x) { return abs(x); }

static unsigned magnitude(int x) { return x < 0 ? 0u - (unsigned)x : (unsigned)x; }

unsigned of_my_own(int x) { return magnitude(x); }
