/** So many turns of a loop as the input says; a division behind them. */
int counts(unsigned n, int by) {
  unsigned sum = 1;
  for (unsigned i = 0; i < n; i++) sum = sum * 31 + i;
  return (int)(sum & 0xff) / by;
}
