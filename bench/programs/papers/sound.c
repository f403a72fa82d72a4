/*
 * A player's reader of sounds: a head with rate, channels, bits and count, then blocks of samples, each with a gain and
 * an envelope. It trusts what it reads as such code does: sums and products of what the file says between two tests,
 * a division, tables, sizes, bytes that have a sign.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const int16_t steps[16] = {7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31};
static int16_t envelope[4];

struct sound {
  int32_t rate, channels, bits, count;
  int16_t *samples;
};

static int32_t word(const uint8_t *p) {
  return (int32_t)((uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24);
}

static int head(struct sound *s, const uint8_t *p) {
  s->rate = word(p);
  s->channels = (int8_t)p[4];
  s->bits = p[5];
  s->count = word(p + 6);
  if (s->rate <= 0 || s->channels < 0 || s->count <= 0) return -1;
  int32_t bytes_a_second = s->rate * s->channels * s->bits / 8; /* bug: they may be many */
  int32_t blocks = s->count / s->channels;                      /* bug: there may be none */
  if (blocks > 64 || bytes_a_second < 0) return -1;
  s->samples = malloc((size_t)(s->count * s->channels) * sizeof *s->samples);
  return s->samples ? 0 : -1;
}

static int block(struct sound *s, const uint8_t *p, int32_t at) {
  int32_t gain = (int8_t)p[0], step = p[1], shape = (int8_t)p[2];
  int32_t value = steps[step & 31] * gain; /* bug: the table has sixteen */
  envelope[shape & 3] = (int16_t)(value + p[3] * 256);
  if (value > 2000) return -1;
  s->samples[at] = (int16_t)(value + envelope[shape]); /* bug: a shape may be negative */
  return s->samples[at] / (p[3] - 200);                /* bug: by nothing */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct sound sound = {0};
  if (size < 14 || memcmp(data, "SND1", 4) != 0) return 0;
  if (head(&sound, data + 4) == 0) {
    size_t at = 14;
    for (int32_t i = 0; i < sound.count && at + 4 <= size; i++, at += 4)
      if (block(&sound, data + at, i) < 0) break;
  }
  free(sound.samples);
  return 0;
}
