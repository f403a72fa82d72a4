import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { attacks, checkersOf, reasonsOf } from './attack.js';

const { attack } = attacks();
const gigabyte = 2 ** 30;

describe('memory', () => {
  test('a malloc loop ends the run, and does not get the memory of the machine', async () => {
    const summary = await attack('char *p; while ((p = malloc(1 << 20))) p[0] = 1; if (data[0] == 7) abort();');
    expect(checkersOf(summary)).toEqual([]);
    expect(reasonsOf(summary)).toContain('unmodelled-call');
    expect(summary.grownBy).toBeLessThan(3 * gigabyte);
  });

  test('millions of small blocks: their books are ours to keep, and bounded', async () => {
    const summary = await attack('while (malloc(1)) {} if (data[0] == 7) abort();');
    expect(summary.grownBy).toBeLessThan(2 * gigabyte);
    expect(checkersOf(summary).length + reasonsOf(summary).length).toBeGreaterThan(0);
  });

  test('memory.grow is refused', async () => {
    const summary = await attack('if (__builtin_wasm_memory_grow(0, 1) != (size_t)-1) abort();');
    expect(checkersOf(summary)).toEqual([]);
  });

  test.each(['3000000000u', '1000000000u'])('globals of %s bytes are a sentence', async (size) => {
    await expect(attack('big[data[0]] = 1;', `static char big[${size}];`)).rejects.toThrow(
      /takes? \d+ MB .*: make (it|them) smaller\.$/,
    );
  });

  test('a huge array on the stack is a stack overflow', async () => {
    expect(checkersOf(await attack('volatile char big[100000000]; big[data[0]] = 1;'))).toEqual(['stack-overflow']);
  });

  test('expressions that grow with every turn of a loop end the run, not the machine', async () => {
    const summary = await attack(
      'uint32_t state = data[0]; for (;;) state = state * 1103515245u + (state >> 7) + 12345u;',
      '',
      { fuel: 100_000_000, checkers: 'none' },
    );
    expect(reasonsOf(summary)).toEqual(['memory-limit']);
    expect(summary.grownBy).toBeLessThan(2 * gigabyte);
  });

  test('symbols copied to and fro without end', async () => {
    const summary = await attack(
      'cell[0] = data[0]; for (;;) { memmove(cell + 1, cell, 999); cell[0] = data[0]; }',
      'static uint8_t cell[1000];',
      { fuel: 1_000_000 },
    );
    expect(summary.complete).toBe(false);
    expect(summary.grownBy).toBeLessThan(gigabyte);
  });
});

describe('disk', () => {
  const sizeOf = (out: string): number =>
    readdirSync(out, { recursive: true, encoding: 'utf8' })
      .map((name) => statSync(join(out, name)).size)
      .reduce((sum, size) => sum + size, 0);

  test('endless output fills neither disk nor memory', async () => {
    const { grownBy, out, ...summary } = await attack(
      'for (;;) puts("0123456789012345678901234567890123456789");',
      '',
      { fuel: 3_000_000 },
    );
    expect(checkersOf(summary)).toEqual(['hang']);
    expect(grownBy).toBeLessThan(gigabyte);
    expect(sizeOf(out)).toBeLessThan(1_000_000);
  });

  test('a file that grows forever ends the run', async () => {
    const { grownBy, out, ...summary } = await attack(`static char block[1 << 16];
      int f = open("grow", O_CREAT | O_RDWR, 0600);
      for (int i = 0; i < 100000; i++) if (write(f, block, sizeof block) < 0) return 0;
      abort();`);
    expect(checkersOf(summary)).toEqual([]);
    // What was in the file before is not known either.
    expect(reasonsOf(summary)).toEqual(['assumed', 'memory-limit']);
    expect(grownBy).toBeLessThan(gigabyte);
    expect(sizeOf(out)).toBeLessThan(1_000_000);
  });
});

describe('our stack and time', () => {
  test('endless recursion is a finding that names the cycle', async () => {
    const summary = await attack(
      'if (data[0] == 9) return even(1000000000);',
      `static int odd(int n);
       static int even(int n) { return n == 0 ? 1 : 1 + odd(n - 1); }
       static int odd(int n) { return n == 0 ? 0 : 2 + even(n - 1); }`,
    );
    expect(checkersOf(summary)).toEqual(['stack-overflow']);
    const [{ message, stack, line }] = summary.findings;
    expect(message).toBe('the stack overflows: the recursion even → odd → even takes more than there is');
    expect(line).toBe(9);
    expect(stack).toHaveLength(3);
  });

  test('recursion without a frame of its own overflows our stack at most', async () => {
    const summary = await attack('if (data[0] == 9) down();', 'static void down(void) { down(); }');
    expect(checkersOf(summary)).toEqual(['stack-overflow']);
    expect(summary.complete).toBe(true);
  });

  test.each([
    ['a counter', 'for (volatile unsigned long long i = 0; ; i++);', ''],
    [
      'calls without a loop',
      'tree(60);',
      'static unsigned tree(unsigned d) { return d ? tree(d - 1) + tree(d - 1) : 1; }',
    ],
    ['large blocks', 'for (volatile int i = 0; ; i++) free(calloc(1, 50000000));', ''],
    ['large moves', 'for (volatile int i = 0; ; i++) memset(big, i, sizeof big);', 'static char big[20000000];'],
    ['the clock', 'for (;;) clock();', '#include <time.h>'],
  ])('out of fuel: %s', async (_, body, before) => {
    const { stats, ...summary } = await attack(`if (data[0] == 3) { ${body} }`, before, { fuel: 1_000_000 });
    expect(reasonsOf(summary)).toEqual(['hang']);
    expect(stats.wallMs).toBeLessThan(45_000);
  });

  test('--time ends what fuel would let go on', async () => {
    const { stats, ...summary } = await attack('unsigned x = data[0]; for (;;) x = x % 7 ? x * 5 : x + 1;', '', {
      fuel: 2_000_000_000,
      time: 1_000,
    });
    expect(reasonsOf(summary)).toContain('time-limit');
    expect(stats.wallMs).toBeLessThan(25_000);
  });
});

describe('what there is no model for', () => {
  test('threads do not start, and that is counted', async () => {
    const summary = await attack(
      'pthread_t thread; if (pthread_create(&thread, 0, work, 0) == 0) abort();',
      '#include <pthread.h>\nstatic void *work(void *p) { return p; }',
    );
    expect(checkersOf(summary)).toEqual([]);
    expect(summary.incomplete).toMatchObject([{ reason: 'unmodelled-call', what: 'pthread_create' }]);
  });

  test('signals reach the program alone', async () => {
    const summary = await attack(
      'signal(SIGINT, on); raise(SIGINT);',
      ['#include <signal.h>', 'static void on(int s) { (void)s; }'].join('\n'),
    );
    expect(checkersOf(summary)).toEqual([]);
  });
});
