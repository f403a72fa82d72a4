/* The way to the target forks off early; beside it a loop goes as many rounds as the input says. */
int rounds(unsigned char kind, unsigned char left, unsigned char key) {
  int height;
  if (kind < 40)
    height = -1;
  else if (kind < 80)
    height = -2;
  else
    height = kind - 90;
  if (height > 0) {
    if (key == 77)
      return 1;
  } else {
    while (left > 0)
      left--;
  }
  return 0;
}
