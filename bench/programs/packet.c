#include <stdint.h>
#include <string.h>

/* Records of type, length and value; lengths of one or two bytes; values are copied out, as network code does. */
struct Options {
  char name[8];
  uint8_t key[4];
  uint16_t port;
  unsigned window;
  int options;
};

static int take_length(const uint8_t *data, int size, int *at) {
  if (*at >= size) return -1;
  int length = data[(*at)++];
  if (length & 0x80) {
    if (*at >= size) return -1;
    length = (length & 0x7f) << 8 | data[(*at)++];
  }
  return length;
}

int parse(const uint8_t *data, int size, struct Options *to) {
  int at = 0;
  while (at < size) {
    int type = data[at++];
    int length = take_length(data, size, &at);
    if (length < 0 || length > size - at) return -1;
    switch (type) {
      case 0:
        return to->options;
      case 1:
        if (length >= (int)sizeof to->name) return -2;
        memcpy(to->name, data + at, (size_t)length);
        to->name[length] = 0;
        break;
      case 2:
        if (length != sizeof to->key) return -3;
        memcpy(to->key, data + at, sizeof to->key);
        break;
      case 3:
        if (length != 2) return -4;
        to->port = (uint16_t)(data[at] << 8 | data[at + 1]);
        break;
      case 4:
        to->window = 0;
        for (int i = 0; i < length; i++) to->window = to->window * 256u + data[at + i];
        if (to->window != 0) to->options += (int)(65536u / to->window);
        break;
      default:
        break;
    }
    at += length;
    to->options++;
  }
  return to->options;
}

int receive(const uint8_t *data) {
  struct Options options = {{0}, {0}, 0, 0, 0};
  return parse(data, 6, &options);
}
