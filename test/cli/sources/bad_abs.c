/* Figure 1 of the EGT paper: three paths, one of them hard to guess. */
int bad_abs(int x) {
  if (x < 0)
    return -x;
  if (x == 12345678)
    return -x;
#ifdef FOUR_PATHS
  if (x == 87654321)
    return 0;
#endif
  return x;
}
