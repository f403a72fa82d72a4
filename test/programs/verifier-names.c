// The inputs of SV-COMP's programs, all integer types and memory; reach_error and the assertions.
// nearmiss: explore --stdin 0
// expect: complete true
// expect: finding assertion @reached
// expect: finding assertion @asserted
// expect: input memory="ok!"
#include <stddef.h>
#include <stdint.h>

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef long long longlong;
typedef unsigned long long ulonglong;

#define TYPES(each)                                                                                        \
  each(char, char) each(uchar, uchar) each(short, short) each(ushort, ushort) each(int, int) each(uint, uint) \
      each(long, long) each(ulong, ulong) each(longlong, longlong) each(ulonglong, ulonglong)                \
          each(size_t, size_t) each(u8, uint8_t) each(u16, uint16_t) each(u32, uint32_t) each(u64, uint64_t) each(bool, _Bool)
#define DECLARE(name, type) extern type __VERIFIER_nondet_##name(void);
TYPES(DECLARE)
extern void __VERIFIER_nondet_memory(void *, size_t);
extern void *__VERIFIER_nondet_pointer(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);
extern void reach_error(void);

int main(void) {
  unsigned long long sum = 0;
#define ADD(name, type)                    \
  {                                        \
    type value = __VERIFIER_nondet_##name(); \
    __VERIFIER_assume(value == (type)1);     \
    sum += (unsigned long long)value;        \
  }
  TYPES(ADD)
  if (__VERIFIER_nondet_pointer()) sum = 0;
  char memory[4];
  __VERIFIER_nondet_memory(memory, 3);
  memory[3] = 0;
  if (memory[0] == 'o' && memory[1] == 'k' && memory[2] == '!') reach_error(); // BUG:reached
  __VERIFIER_assert(sum != 16 || memory[0] != 'n'); // BUG:asserted
  return 0;
}
