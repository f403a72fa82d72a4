/*
 * Numbers that look random: the additive generator that BSD described and glibc has, so that srand(1); rand() gives what
 * it gives there. rand and random are one.
 */
#include <stdlib.h>
#include <errno.h>
#include <stdint.h>
#include <unistd.h>
#include "wasi.h"

enum { DEGREE = 31, APART = 3 };
static int32_t numbers[DEGREE];
static int front, rear, is_ready;

static int32_t next_number(void) {
  uint32_t sum = (uint32_t)numbers[front] + (uint32_t)numbers[rear];
  numbers[front] = (int32_t)sum;
  front = (front + 1) % DEGREE;
  rear = (rear + 1) % DEGREE;
  return (int32_t)(sum >> 1);
}

WEAK void srandom(unsigned seed) {
  int32_t value = seed ? (int32_t)seed : 1;
  numbers[0] = value;
  for (int i = 1; i < DEGREE; i++) {
    /* 16807 * value modulo 2^31 - 1, as it is computed without 64 bits. */
    int32_t high = value / 127773, low = value % 127773;
    value = 16807 * low - 2836 * high;
    if (value < 0) value += 2147483647;
    numbers[i] = value;
  }
  front = APART;
  rear = 0;
  is_ready = 1;
  for (int i = 0; i < 10 * DEGREE; i++) next_number();
}
WEAK long random(void) {
  if (!is_ready) srandom(1);
  return next_number();
}
WEAK void srand(unsigned seed) { srandom(seed); }
WEAK int rand(void) { return (int)random(); }

WEAK int rand_r(unsigned *seed) {
  unsigned next = *seed, result;
  next = next * 1103515245 + 12345;
  result = next / 65536 % 2048;
  next = next * 1103515245 + 12345;
  result = result << 10 ^ next / 65536 % 1024;
  next = next * 1103515245 + 12345;
  result = result << 10 ^ next / 65536 % 1024;
  *seed = next;
  return (int)result;
}

WEAK char *initstate(unsigned seed, char *state, size_t size) {
  srandom(seed);
  return state;
}
WEAK char *setstate(char *state) { return state; }

/* 48 bits, as POSIX spells them out. */
static uint64_t seed48_state = 0x1234abcd330e, factor48 = 0x5deece66d;
static unsigned short added48 = 11;

static uint64_t next48(unsigned short words[3]) {
  uint64_t x = words ? words[0] | (uint64_t)words[1] << 16 | (uint64_t)words[2] << 32 : seed48_state;
  x = (x * factor48 + added48) & 0xffffffffffff;
  if (words) {
    words[0] = (unsigned short)x;
    words[1] = (unsigned short)(x >> 16);
    words[2] = (unsigned short)(x >> 32);
  } else {
    seed48_state = x;
  }
  return x;
}
WEAK double erand48(unsigned short words[3]) { return (double)next48(words) / 281474976710656.0; }
WEAK double drand48(void) { return (double)next48(0) / 281474976710656.0; }
WEAK long nrand48(unsigned short words[3]) { return (long)(next48(words) >> 17); }
WEAK long lrand48(void) { return (long)(next48(0) >> 17); }
WEAK long jrand48(unsigned short words[3]) { return (int32_t)(next48(words) >> 16); }
WEAK long mrand48(void) { return (int32_t)(next48(0) >> 16); }
WEAK void srand48(long seed) {
  seed48_state = (uint64_t)(uint32_t)seed << 16 | 0x330e;
  factor48 = 0x5deece66d;
  added48 = 11;
}

WEAK int getentropy(void *buffer, size_t size) {
  if (size > 256) return answer(EIO);
  return answer(wasi_random_get(ADDRESS(buffer), (uint32_t)size));
}
WEAK void arc4random_buf(void *buffer, size_t size) { wasi_random_get(ADDRESS(buffer), (uint32_t)size); }
WEAK uint32_t arc4random(void) {
  uint32_t value;
  arc4random_buf(&value, sizeof value);
  return value;
}
WEAK uint32_t arc4random_uniform(uint32_t bound) { return bound < 2 ? 0 : arc4random() % bound; }
WEAK ssize_t getrandom(void *buffer, size_t size, unsigned flags) {
  int error = wasi_random_get(ADDRESS(buffer), (uint32_t)size);
  return error ? answer(error) : (ssize_t)size;
}
