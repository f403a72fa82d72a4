// A ring buffer and a script of commands for it: looking at the newest item forgets that the ring wraps around.
// npx nearmiss explore examples/ring.c --entry run_script --len script=0..6

#include <stdlib.h>

struct ring {
  int *items;
  unsigned capacity, first, count;
};

static int push(struct ring *ring, int item) {
  if (ring->count == ring->capacity)
    return -1;
  ring->items[(ring->first + ring->count) % ring->capacity] = item;
  ring->count++;
  return 0;
}

static int pop(struct ring *ring) {
  if (ring->count == 0)
    return 0;
  int item = ring->items[ring->first];
  ring->first = (ring->first + 1) % ring->capacity;
  ring->count--;
  return item;
}

static int newest(const struct ring *ring) {
  if (ring->count == 0)
    return 0;
  return ring->items[ring->first + ring->count - 1];
}

/* `+` pushes, `-` pops, `?` adds the newest item to the sum; anything else ends the script. */
int run_script(const char *script) {
  struct ring ring = {malloc(3 * sizeof(int)), 3, 0, 0};
  int sum = 0;
  for (; ring.items && *script; script++) {
    if (*script == '+')
      push(&ring, sum + 1);
    else if (*script == '-')
      sum += pop(&ring);
    else if (*script == '?')
      sum += newest(&ring);
    else
      break;
  }
  free(ring.items);
  return sum;
}
