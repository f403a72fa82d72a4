/*
 * A long run over 4 KB of input that decides little of it: a table is mixed and summed concretely, and between rounds
 * a byte of the input is compared, and now and then one picks a slot (a check that needs the branch before it) and
 * another is divided by (a check that can fail, if it is given a chance to).
 */
#ifndef NEVER
#define NEVER 300
#endif

static unsigned table[4096];
static const unsigned short slots[8] = {3, 1, 4, 1, 5, 9, 2, 6};

static unsigned mix(unsigned seed) {
  for (int i = 0; i < 4096; i++) {
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    table[i] += seed;
  }
  return seed;
}

static unsigned sum(void) {
  unsigned total = 0;
  for (int i = 0; i < 4096; i++) total = total * 31 + table[i];
  return total;
}

unsigned work(const unsigned char *input, unsigned size, int rounds) {
  unsigned seed = 1, total = 0;
  for (int round = 0; round < rounds; round++) {
    seed = mix(seed);
    total += sum();
    unsigned where = input[(unsigned)round * 64 % size];
    if (where > 7) continue;
    if (round % 16 == 0 && slots[where] > 2 && 1000 / (input[(unsigned)round * 64 % size + 1] - NEVER) > 3) seed++;
  }
  return total;
}

unsigned predicted(const unsigned char *input) { return work(input, 4096, 800); }

unsigned run(int rounds) {
  static unsigned char zeros[4096];
  return work(zeros, 4096, rounds);
}
