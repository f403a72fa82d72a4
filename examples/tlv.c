// A packet of type-length-value records: a record's end is compared with the packet's one byte too late.
// npx nearmiss explore examples/tlv.c --size 6

#include <stddef.h>
#include <stdint.h>

enum { WIDTH = 1, HEIGHT = 2, COLOUR = 3, END = 255 };

struct picture {
  uint32_t width, height, colour;
};

static uint32_t read_number(const uint8_t *bytes, size_t length) {
  uint32_t number = 0;
  for (size_t i = 0; i < length; i++)
    number = number << 8 | bytes[i];
  return number;
}

static int read_record(struct picture *picture, uint8_t type, const uint8_t *value, size_t length) {
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

int read_packet(struct picture *picture, const uint8_t *packet, size_t size) {
  size_t at = 0;
  while (at + 2 <= size && packet[at] != END) {
    size_t length = packet[at + 1];
    if (at + 1 + length > size)
      return -1;
    if (read_record(picture, packet[at], packet + at + 2, length) < 0)
      return -1;
    at += 2 + length;
  }
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct picture picture = {0, 0, 0};
  read_packet(&picture, data, size);
  return 0;
}
