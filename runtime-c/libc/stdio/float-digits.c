/*
 * Binary to decimal, exactly: a float is a whole number times a power of two, and a power of two below zero is a power of
 * five over a power of ten. One big number, in parts of nine decimal digits, so that it need never be divided.
 */
#include "format.h"
#include <string.h>

enum { PART = 1000000000, PARTS = 1300 };

struct big {
  int count;
  uint32_t parts[PARTS];
};

static void multiply(struct big *number, uint32_t by) {
  uint64_t carry = 0;
  for (int i = 0; i < number->count; i++) {
    carry += (uint64_t)number->parts[i] * by;
    number->parts[i] = (uint32_t)(carry % PART);
    carry /= PART;
  }
  if (carry) number->parts[number->count++] = (uint32_t)carry;
}

static void add(struct big *number, uint32_t more) {
  for (int i = 0; more; i++) {
    if (i == number->count) number->parts[number->count++] = 0;
    uint32_t sum = number->parts[i] + more;
    more = sum >= PART;
    number->parts[i] = more ? sum - PART : sum;
  }
}

/* The number times base^power, base^step being the largest power that is less than a part. */
static void scale(struct big *number, uint32_t base, int step, int power) {
  uint32_t large = 1;
  for (int i = 0; i < step; i++) large *= base;
  for (; power >= step; power -= step) multiply(number, large);
  for (; power > 0; power--) multiply(number, base);
}

int __nm_decimal_digits(long double value, char *digits, int *count) {
  union {
    long double value;
    uint64_t words[2];
  } bits = {.value = value};
  uint64_t high = bits.words[1] & 0xffffffffffff, low = bits.words[0];
  int exponent = (int)(bits.words[1] >> 48 & 0x7fff);
  if (exponent) high |= 1ull << 48;
  else exponent = 1;
  exponent -= 16383 + 112;
  /* Zeros at the end of the fraction are the exponent's: numbers people write are then short. */
  while (!(low & 1)) {
    low = low >> 1 | high << 63;
    high >>= 1;
    exponent++;
  }
  struct big number;
  number.count = 0;
  const uint32_t words[] = {(uint32_t)(high >> 32), (uint32_t)high, (uint32_t)(low >> 32), (uint32_t)low};
  for (int i = 0; i < 4; i++) {
    multiply(&number, 1u << 16);
    add(&number, words[i] >> 16);
    multiply(&number, 1u << 16);
    add(&number, words[i] & 0xffff);
  }
  if (exponent > 0) scale(&number, 2, 29, exponent);
  if (exponent < 0) scale(&number, 5, 12, -exponent);
  int length = 0;
  for (int i = number.count; i-- > 0;) {
    uint32_t part = number.parts[i];
    for (uint32_t unit = PART / 10; unit; unit /= 10) {
      char digit = (char)('0' + part / unit % 10);
      if (length > 0 || digit != '0') digits[length++] = digit;
    }
  }
  int first = length - 1 + (exponent < 0 ? exponent : 0);
  while (length > 0 && digits[length - 1] == '0') length--;
  *count = length;
  return first;
}
