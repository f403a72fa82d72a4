#include <stdint.h>

/* Statistics over a short record: many sums and products of input bytes, few branches. */
struct Moments {
  int count, sum, squares, cubes, cross;
};

static int weigh(int value, int weight) { return value * weight + (value >> 1) - weight; }

int moments(const uint8_t *data) {
  struct Moments all = {0, 0, 0, 0, 0};
  int checksum = 7;
  for (int i = 0; i < 8; i++) {
    int value = data[i];
    int next = data[(i + 1) % 8];
    all.count += 1;
    all.sum += value;
    all.squares += value * value;
    all.cubes += value * value * value;
    all.cross += value * next;
    checksum = checksum + weigh(value, i + 1) - next;
    if (value > 200) checksum -= 10;
    if (i % 4 == 3 && all.sum > 100 * i) checksum += all.squares;
  }
  int mean = all.sum / all.count;
  int spread = all.squares - mean * all.sum;
  int skew = all.cubes - 3 * mean * all.squares + 2 * mean * mean * all.sum;
  if (data[0] == 'M') checksum += all.cross - spread * 2;
  return checksum + skew;
}
