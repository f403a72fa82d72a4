import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { exploreHere, openOptions, openProgram } from '../support/opened.js';

/** A finding says in the source's words what broke; places are shown here without their folder. */
const programs = fileURLToPath(new URL('../programs/', import.meta.url));

const words = {
  'sage-figure-1 buggy': 'index 23 is outside buf[20] (declared sage-figure-1.c:27): write of 4 bytes',
  'checker-member-overflow before': 'index -1 is outside shared.name[8]',
  'checker-member-overflow row': 'index 4 is outside table[1][4]',
  'checker-member-overflow in_array --len users=2': 'index 8 is outside users[1].name[8]',
  'checker-member-overflow in_union': 'index 2 is outside word->bytes[2] (declared checker-member-overflow.c:103)',
  'checker-nonnull-attribute later': 'sum is given NULL as its third argument, declared nonnull',
  'checker-nonnull-attribute returned': 'find returns NULL, but is declared never to',
  'checker-double-free almost':
    'a heap block of 16 bytes (allocated checker-double-free.c:53, freed checker-double-free.c:46) is freed a second time',
  'checker-use-after-free wrong':
    'write of 4 bytes in freed memory: a heap block of 16 bytes (allocated checker-use-after-free.c:23, freed checker-use-after-free.c:25)',
  'checker-library-blocks copied_wide': 'memcpy reads 9 bytes from from[8] (declared checker-library-blocks.c:38)',
  // Of what is so only here, the width is named; of what is so everywhere, it is not.
  'regressions/width-of-long sum':
    '2147483647 + 1 cannot be represented in long, which has 32 bits here; it fits where long has 64',
  'regressions/width-of-long whole': '2147483647 + 1 cannot be represented in int',
  'regressions/width-of-long rows':
    'malloc is asked for 0 bytes, the rest of a size that does not fit 32 bits, the width of size_t here; it fits where size_t has 64',
  'regressions/width-of-long words': 'malloc is asked for 0 bytes, the rest of a size that does not fit 32 bits',
  'regressions/width-of-long bit':
    '1 << 31 cannot be represented in long, which has 32 bits here; it fits where long has 64',
  'regressions/width-of-long high_bit': '1 << 32: unsigned long has 32 bits here; the shift is valid where it has 64',
  'regressions/width-of-long copied':
    'memcpy is given the length 0: the rest of a number that does not fit 32 bits, the width of size_t here; it fits where size_t has 64',
  'checker-stack-overflow-recursion leaf': 'the stack overflows: the recursion down → down takes more than there is',
};

test.each(Object.entries(words))('%s', async (of, message) => {
  const [program, ...entry] = of.split(' ');
  const opened = await openProgram(`${programs}${program}.c`, openOptions(['--entry', ...entry]));
  const [{ failure }] = exploreHere(opened).bugs;
  expect(failure.message.replaceAll(programs, '')).toBe(message);
});
