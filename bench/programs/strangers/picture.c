/* A picture in chunks, as many formats have them: length, name, content, sum. Four bugs are planted. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PALETTE 4

struct picture {
  uint32_t width, height;
  uint8_t depth, kind;
  uint8_t palette[PALETTE][3];
  unsigned colours;
  uint8_t *pixels;
  size_t stride;
  unsigned density_x, density_y;
  int background;
  int ended;
};

struct reader {
  const uint8_t *data;
  size_t size, at;
};

static int has(const struct reader *r, size_t n) {
  return r->size - r->at >= n;
}

static uint32_t word(const uint8_t *p) {
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static uint32_t half(const uint8_t *p) {
  return (uint32_t)p[0] << 8 | p[1];
}

static uint8_t sum_of(const uint8_t *p, size_t n) {
  uint8_t sum = 0x5a;
  for (size_t i = 0; i < n; i++) sum = (uint8_t)(sum ^ p[i]);
  return sum;
}

static int head(struct picture *p, const uint8_t *c, size_t n) {
  if (n != 6 || p->width) return -1;
  p->width = half(c);
  p->height = half(c + 2);
  p->depth = c[4];
  p->kind = c[5];
  if (p->width == 0 || p->height == 0 || p->width > 64 || p->height > 64) return -1;
  switch (p->depth) {
    case 1: case 2: case 4: case 8: break;
    default: return -1;
  }
  if (p->kind > 2) return -1;
  size_t bits = (size_t)p->width * p->depth * (p->kind == 2 ? 3 : 1);
  p->stride = bits / 8;
  p->pixels = malloc(p->stride * p->height);
  return p->pixels ? 0 : -1;
}

static int colours(struct picture *p, const uint8_t *c, size_t n) {
  if (n % 3) return -1;
  if (n / 3 > PALETTE) return -1;
  p->colours = (unsigned)(n / 3);
  memcpy(p->palette, c, n);
  return 0;
}

static int background(struct picture *p, const uint8_t *c, size_t n) {
  if (n != 1) return -1;
  if (p->kind == 1) {
    if (c[0] > p->colours) return -1;
    p->background = p->palette[c[0]][0]; /* bug: background-colour */
  } else p->background = c[0];
  return 0;
}

static int density(struct picture *p, const uint8_t *c, size_t n) {
  if (n < 3) return -1;
  p->density_x = c[0];
  p->density_y = c[1];
  if (c[2] == 1) p->density_x = p->density_x * 254 / 100, p->density_y = p->density_y * 254 / 100;
  return 0;
}

static int rows(struct picture *p, const uint8_t *c, size_t n) {
  if (!p->pixels) return -1;
  size_t at = 0;
  for (uint32_t y = 0; y < p->height && at < n; y++) {
    uint8_t filter = c[at++];
    uint8_t *row = p->pixels + y * p->stride;
    size_t have = n - at < p->stride ? n - at : p->stride;
    for (size_t x = 0; x < have; x++) {
      uint8_t v = c[at++];
      if (filter == 1) v = (uint8_t)(v + row[x - 1]); /* bug: left-of-first */
      else if (filter == 2 && y > 0) v = (uint8_t)(v + row[x - p->stride]);
      else if (filter > 2) return -1;
      row[x] = v;
    }
  }
  return 0;
}

static const struct {
  char name[4];
  int (*read)(struct picture *, const uint8_t *, size_t);
} readers[] = {
  {{'H', 'E', 'A', 'D'}, head},
  {{'C', 'O', 'L', 'S'}, colours},
  {{'B', 'A', 'C', 'K'}, background},
  {{'D', 'E', 'N', 'S'}, density},
  {{'R', 'O', 'W', 'S'}, rows},
};

static int chunk(struct picture *p, struct reader *r) {
  if (!has(r, 5)) return -1;
  size_t n = r->data[r->at];
  const uint8_t *name = r->data + r->at + 1;
  r->at += 5;
  if (!has(r, n)) return -1;
  const uint8_t *content = r->data + r->at;
  r->at += n;
  uint8_t sum = r->data[r->at++]; /* bug: sum-behind-end */
  if (!memcmp(name, "STOP", 4)) {
    p->ended = 1;
    return 0;
  }
  for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
    if (memcmp(name, readers[i].name, 4)) continue;
    if (i > 0 && !p->width) return -1;
    if (sum != sum_of(content, n)) return -1;
    return readers[i].read(p, content, n);
  }
  return name[0] >= 'a' ? 0 : -1;
}

static int decode(struct picture *p, const uint8_t *data, size_t size) {
  struct reader r = {data, size, 0};
  if (!has(&r, 4) || word(data) != 0x50494331) return -1;
  r.at = 4;
  while (!p->ended && r.at < size) {
    if (chunk(p, &r) < 0) return -1;
  }
  return p->ended ? 0 : -1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct picture p;
  memset(&p, 0, sizeof p);
  p.density_y = 1;
  if (decode(&p, data, size) == 0) {
    volatile unsigned aspect = p.density_x / p.density_y; /* bug: no-density */
    (void)aspect;
  }
  free(p.pixels);
  return 0;
}
