/* One command of four leads to the target; the others look at every byte that follows. */
static int letters(const unsigned char *text) {
  int count = 0;
  for (int i = 0; i < 8; i++)
    if (text[i] >= 'a' && text[i] <= 'z')
      count++;
  return count;
}

static int longest(const unsigned char *text) {
  int best = 0, run = 0;
  for (int i = 0; i < 8; i++) {
    run = text[i] == ' ' ? 0 : run + 1;
    if (run > best)
      best = run;
  }
  return best;
}

static int configure(const unsigned char *text) {
  if (text[0] != '#')
    return -1;
  if (text[1] < '0' || text[1] > '9')
    return -2;
  if ((text[2] ^ text[3]) == 0x5a)
    return 1;
  return 0;
}

int commands(unsigned char command, const unsigned char text[8]) {
  switch (command) {
  case 'a':
    return letters(text);
  case 'b':
    return longest(text);
  case 'c':
    return configure(text);
  default:
    return letters(text) + longest(text);
  }
}
