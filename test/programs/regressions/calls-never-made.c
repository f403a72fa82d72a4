// nearmiss: explore --entry chosen
// expect: paths 3
// expect: complete true
// expect: no findings
// A function that only a feature which is not there would call is defined nowhere; gcc never asks for it.

#define HAS_FEATURE 0

int feature(const int *x, ...);
void other(void);

int chosen(int x) {
  int result = 0;
  if (x == 3 && HAS_FEATURE)
    result = feature(&x, 1, 2);
  if (!(x == 3 || !HAS_FEATURE))
    other();
  while (x == 4 && HAS_FEATURE)
    result = feature(&x);
  return x == 3 ? result : 1;
}
