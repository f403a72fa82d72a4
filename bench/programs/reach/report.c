/* Whatever is wrong with a header is told at length; only a good one comes to the target. */
static int shown;

static void show(unsigned value) {
  do {
    if (value % 2)
      shown++;
    value /= 2;
  } while (value > 0);
}

static int complain(const unsigned char *header) {
  for (int i = 0; i < 4; i++)
    show(header[i]);
  return -1;
}

int report(const unsigned char header[6]) {
  if (header[0] != 'N')
    return complain(header);
  if (header[1] != 'M')
    return complain(header);
  if (header[2] + header[3] != 200)
    return complain(header);
  if (header[4] <= header[5])
    return complain(header);
  return header[4] - header[5] == 100;
}
