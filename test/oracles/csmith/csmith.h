/*
 * What programs written by csmith include: arithmetic that is defined for all operands (it gives the first
 * operand back where C gives no meaning), and a checksum of the globals. Written for these tests, so that
 * csmith's own headers need not be installed and both compilers see the same text.
 */
#ifndef CSMITH_H
#define CSMITH_H
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define UNSIGNED(type, bits)                                                                                   \
  static type safe_unary_minus_func_##type##_u(type a) { return -a; }                                         \
  static type safe_add_func_##type##_u_u(type a, type b) { return a + b; }                                    \
  static type safe_sub_func_##type##_u_u(type a, type b) { return a - b; }                                    \
  static type safe_mul_func_##type##_u_u(type a, type b) { return (uint64_t)a * b; }                          \
  static type safe_div_func_##type##_u_u(type a, type b) { return b == 0 ? a : a / b; }                       \
  static type safe_mod_func_##type##_u_u(type a, type b) { return b == 0 ? a : a % b; }                       \
  static type safe_lshift_func_##type##_u_s(type a, int b) { return b < 0 || b >= bits ? a : a << b; }        \
  static type safe_lshift_func_##type##_u_u(type a, unsigned b) { return b >= bits ? a : a << b; }            \
  static type safe_rshift_func_##type##_u_s(type a, int b) { return b < 0 || b >= bits ? a : a >> b; }        \
  static type safe_rshift_func_##type##_u_u(type a, unsigned b) { return b >= bits ? a : a >> b; }

#define SIGNED(type, bits, least, most)                                                                        \
  static type safe_unary_minus_func_##type##_s(type a) { return a == least ? a : -a; }                        \
  static type safe_add_func_##type##_s_s(type a, type b) {                                                    \
    type result;                                                                                               \
    return __builtin_add_overflow(a, b, &result) ? a : result;                                                 \
  }                                                                                                            \
  static type safe_sub_func_##type##_s_s(type a, type b) {                                                    \
    type result;                                                                                               \
    return __builtin_sub_overflow(a, b, &result) ? a : result;                                                 \
  }                                                                                                            \
  static type safe_mul_func_##type##_s_s(type a, type b) {                                                    \
    type result;                                                                                               \
    return __builtin_mul_overflow(a, b, &result) ? a : result;                                                 \
  }                                                                                                            \
  static type safe_div_func_##type##_s_s(type a, type b) { return b == 0 || (a == least && b == -1) ? a : a / b; } \
  static type safe_mod_func_##type##_s_s(type a, type b) { return b == 0 || (a == least && b == -1) ? a : a % b; } \
  static type safe_lshift_func_##type##_s_s(type a, int b) {                                                  \
    return a < 0 || b < 0 || b >= bits || a > most >> b ? a : a << b;                                          \
  }                                                                                                            \
  static type safe_lshift_func_##type##_s_u(type a, unsigned b) {                                             \
    return a < 0 || b >= bits || a > most >> b ? a : a << b;                                                   \
  }                                                                                                            \
  static type safe_rshift_func_##type##_s_s(type a, int b) { return a < 0 || b < 0 || b >= bits ? a : a >> b; } \
  static type safe_rshift_func_##type##_s_u(type a, unsigned b) { return a < 0 || b >= bits ? a : a >> b; }

#pragma GCC diagnostic ignored "-Wunused-function"
UNSIGNED(uint8_t, 8)
UNSIGNED(uint16_t, 16)
UNSIGNED(uint32_t, 32)
UNSIGNED(uint64_t, 64)
SIGNED(int8_t, 8, INT8_MIN, INT8_MAX)
SIGNED(int16_t, 16, INT16_MIN, INT16_MAX)
SIGNED(int32_t, 32, INT32_MIN, INT32_MAX)
SIGNED(int64_t, 64, INT64_MIN, INT64_MAX)

static uint32_t crc32_context = 0xffffffffu;

static void crc32_gentab(void) {
  crc32_context = 0xffffffffu;
}

static void transparent_crc(uint64_t value, const char *name, int flag) {
  (void)name, (void)flag;
  for (int i = 0; i < 8; i++) {
    crc32_context = (crc32_context ^ (uint8_t)(value >> (8 * i))) * 0x01000193u;
    crc32_context ^= crc32_context >> 15;
  }
}

static void platform_main_begin(void) {
}

static void platform_main_end(uint32_t checksum, int flag) {
  (void)flag;
  printf("checksum = %08X\n", checksum);
}
#endif
