#include <stdio.h>

void walk(int turn, int left) {
  int height;
  if (turn >= 0)
    height = turn < 10 ? -3 : -8;
  else
    height = 7;
  if (height > 0) {
    if (left >= 0)
      puts("arrived");
  } else {
    while (left < 1000)
      left++;
  }
}
