// A packet of type-length-value records: a record's end is compared with the packet's one byte too late.
// npx nearmiss explore examples/tlv.c --entry read_packet --len packet=6

enum { WIDTH = 1, HEIGHT = 2, COLOUR = 3, END = 255 };

struct picture {
  unsigned width, height, colour;
};

static unsigned read_number(const unsigned char *bytes, unsigned length) {
  unsigned number = 0;
  for (unsigned i = 0; i < length; i++)
    number = number << 8 | bytes[i];
  return number;
}

static int read_record(struct picture *picture, unsigned char type, const unsigned char *value, unsigned length) {
  if (length > 4)
    return -1;
  switch (type) {
  case WIDTH:
    picture->width = read_number(value, length);
    return 0;
  case HEIGHT:
    picture->height = read_number(value, length);
    return 0;
  case COLOUR:
    picture->colour = read_number(value, length);
    return 0;
  default:
    return 0; /* what we don't know we skip */
  }
}

int read_packet(const unsigned char *packet) {
  struct picture picture = {0, 0, 0};
  const unsigned size = 6;
  unsigned at = 0;
  while (at + 2 <= size && packet[at] != END) {
    unsigned length = packet[at + 1];
    if (at + 1 + length > size)
      return -1;
    if (read_record(&picture, packet[at], packet + at + 2, length) < 0)
      return -1;
    at += 2 + length;
  }
  return picture.width != 0 && picture.height != 0;
}
