// nearmiss: explore --entry wrong
// expect: finding uncaught-exception @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding uncaught-exception @almost

#include <stdexcept>

static int checked(int n) {
  if (n == 7) throw std::out_of_range("seven"); /* BUG:wrong */ /* BUG:almost */
  return n;
}

extern "C" int wrong(int n) {
  return checked(n) > 0;
}

extern "C" int safe(unsigned char n) {
  try {
    return checked(n);
  } catch (const std::logic_error &) {
    return -1;
  }
}

extern "C" int almost(unsigned char n) {
  try {
    return checked(n);
  } catch (const std::runtime_error &) {
    return -1;
  }
}
