// nearmiss: explore --entry wrong
// expect: finding assertion @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding assertion @almost

#include <string>
#include <vector>

extern "C" int wrong(int n) {
  std::vector<int> numbers;
  if (n != 7) numbers.push_back(n);
  return numbers.front(); /* BUG:wrong */
}

extern "C" int safe(unsigned char n) {
  std::vector<int> numbers(4);
  return numbers[n % 4];
}

extern "C" int almost(unsigned char n) {
  std::vector<int> numbers(4);
  return numbers[n % 5]; /* BUG:almost */
}
