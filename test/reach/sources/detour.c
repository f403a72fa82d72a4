// A rewrite of the example that Figure 1 of the thesis on target-directed testing opens with: the way to the target
// forks off early, and beside it lies a loop that an undirected search gets lost in.
#include <stdio.h>

#ifndef BELOW
#define BELOW 7
#endif

void walk(int turn, int left) {
  int height;
  if (turn >= 0) {
    if (turn < 10)
      height = -3;
    else
      height = -8;
  } else {
    height = BELOW;
  }
  if (height > 0) {
    if (left >= 0)
      puts("arrived");
  } else {
    while (left < 20)
      left++;
  }
}
