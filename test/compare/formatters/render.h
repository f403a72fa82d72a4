/* One interface, four implementations: text made of a format, one number and one string. */
#define NUMBER 70000
#define TEXT "ab"

int render(char out[64], const char *format);

struct spec {
  int minus, plus, space, zero, grouping;
  int width;
  char length; /* h, l, t, z, or 0 */
  char conversion;
};

/* A format that is not known: nothing is made of it. */
static inline int refuse(char out[64]) {
  out[0] = 0;
  return -1;
}
