/* The target is out of reach, but only the solver knows: the graph leaves three ways to it. */
static int weigh(const unsigned char *text) {
  int weight = 0;
  for (int i = 0; i < 6; i++)
    weight += text[i] > 100 ? 2 : 1;
  return weight;
}

int never(unsigned char size, const unsigned char text[6]) {
  if (size > 32)
    return weigh(text);
  if (size < 4)
    return weigh(text);
  if (size * 2 > 70)
    return 1;
  return weigh(text);
}
