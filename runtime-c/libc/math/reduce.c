/*
 * A number modulo a quarter of a turn. x * 2/pi in whole numbers: of 2/pi only those bits are taken that do not come to
 * whole turns, and so many that what is left is good to the last bit of a double even next to a multiple of pi/2.
 */
#include "elementary.h"
#include "../compiler/quad.h"

enum { TAKEN = 12, FACTOR = 4, PRODUCT = TAKEN + FACTOR };

static const uint32_t two_over_pi[] = {
    0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561, 0xb7246e3a,
    0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41,
    0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf,
    0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08,
    0x56033046, 0xfc7b6bab, 0xf0cfbc20, 0x9af4361d, 0xa9e39161, 0x5ee61b08, 0x6599855f,
};
enum { KNOWN = sizeof two_over_pi / sizeof *two_over_pi };

/* Which quarter, and how far into it or before it: at most pi/4 either way. */
int __nm_quarter(long double x, long double *rest) {
  uwide bits = bits_of(x);
  struct parts parts = parts_of(bits);
  /* |x| = fraction * 2^power */
  int power = parts.exponent - QUAD_BIAS - 112;
  int first = power > 2 ? (power - 2) / 32 : 0;
  uint32_t product[PRODUCT] = {0};
  /* Lowest first. */
  for (int i = 0; i < TAKEN; i++) {
    int at = first + TAKEN - 1 - i;
    uint64_t word = at < KNOWN ? two_over_pi[at] : 0, carry = 0;
    for (int j = 0; j < FACTOR; j++) {
      carry += product[i + j] + word * (uint32_t)(parts.fraction >> (32 * j));
      product[i + j] = (uint32_t)carry;
      carry >>= 32;
    }
    product[i + FACTOR] = (uint32_t)carry;
  }
  int point = 32 * (first + TAKEN) - power;
#define BIT(at) ((at) < 32 * PRODUCT && (at) >= 0 ? product[(at) / 32] >> ((at) % 32) & 1 : 0)
  unsigned quarter = BIT(point) | BIT(point + 1) << 1;
  int above = (int)BIT(point - 1);
  /* The fraction's bits, or what it lacks to a whole: the same bits the other way round. */
  int lead = point - 1;
  while (lead >= 0 && (int)BIT(lead) == above) lead--;
  uwide fraction = 0;
  for (int i = 0; i < 116; i++) {
    fraction <<= 1;
    if (lead - i >= 0) fraction |= (uwide)(BIT(lead - i) ^ (unsigned)above);
  }
  long double part = quad_of(rounded(0, QUAD_BIAS + lead - point, fraction));
  if (above) {
    quarter++;
    part = -part;
  }
  part *= PI / 2;
  if (parts.sign) {
    *rest = -part;
    return (int)(-quarter & 3);
  }
  *rest = part;
  return (int)(quarter & 3);
}
