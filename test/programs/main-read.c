// nearmiss: explore --stdin 0..4
// expect: complete true
// expect: finding array-overflow @length
// expect: brute-force stdin.length:0..4 stdin[0..3]:0..5
// nearmiss: explore --stdin 4
// expect: complete true
// expect: finding array-overflow @length
// expect: brute-force stdin[0..3]:0..5
// A packet read with one read(): its first byte says how many follow, and is believed.

#include <unistd.h>

int main(void) {
  unsigned char packet[4];
  int size = read(0, packet, sizeof packet);
  if (size < 2 || packet[0] > 4)
    return 1;
  int sum = 0;
  for (int i = 0; i < packet[0]; i++)
    sum += packet[i + 1]; /* BUG:length */
  return sum == 3;
}
