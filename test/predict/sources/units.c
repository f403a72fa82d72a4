/* Functions whose callers have to see to something, each in its own way. */
#include <assert.h>
#include <stdint.h>

struct box {
  short width, height;
  unsigned char depth;
};

static int table[12];
static int area;

int ratio(int a, int b) { return a < 0 ? 0 : 100 / (b - a); }

int pick(unsigned char i, signed char step) {
  int at = i + step;
  if (at > 20) return 0;
  return table[at];
}

int wide(int64_t n, uint16_t m) {
  assert(n > -1000000000000 || m != 7);
  return m;
}

void fill(const char *name, unsigned char count) {
  if (name[0] == '#') assert(name[1] != name[2] && count < 50);
}

int measure(const struct box *b, int scale) {
  area = b->width * b->height;
  return scale == 3 ? area / (b->depth - 4) : area;
}

static void stop(void) { __builtin_trap(); }

int safe(unsigned n) {
  if (n >= 12) return -1;
  if (n > 100) stop();
  return table[n];
}

int main(int argc, char **argv) {
  struct box b = {1, 2, (unsigned char)argc};
  fill(argv[0], 1);
  return ratio(argc, 9) + pick(1, 1) + wide(argc, 1) + measure(&b, argc) + safe(3);
}
