// A theatre's till: rows in the house, the row booked and the kind of ticket, a digit each on stdin.
// npx nearmiss predict examples/booking/booking.c --tests examples/booking/tests
#include <stdio.h>
#include <stdlib.h>

static unsigned sold[8];

static unsigned digit(void) {
  int c = getchar();
  return c >= '0' && c <= '9' ? (unsigned)(c - '0') : 10;
}

/* Counts a reduced ticket; only Tuesdays have them. */
void reduce(unsigned kind, unsigned day) {
  if (day == 2 && kind <= 8) sold[kind]++;
}

int main(void) {
  unsigned rows = digit(), row = digit(), kind = digit(), day = digit();
  if (rows == 0 || rows > 9) return 1;
  unsigned *booked = calloc(rows, sizeof *booked);
  if (row > 9) return 1;
  booked[row]++;
  if (kind > 9 || day > 7) return 1;
  if (kind > 0) reduce(kind, day);
  free(booked);
  return 0;
}
