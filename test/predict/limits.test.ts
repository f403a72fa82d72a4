import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { predict } from '../../src/index.js';
import { runPredict } from '../../src/library/predict.js';
import { colorsFor } from '../../src/library/terminal.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-predict-limits-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(files: Record<string, string | Uint8Array>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** One easy question, then many that no solver answers: products of 32 bits that are primes of 61. */
const hard = `#include <assert.h>
#include <stdio.h>
int main(void) {
  unsigned char s[64];
  size_t n = fread(s, 1, sizeof s, stdin);
  assert(n == 0 || s[0] != 'x');
  for (size_t i = 8; n > 20 && i + 8 <= n; i += 8) {
    unsigned long long a = 0, b = 0;
    for (int k = 0; k < 4; k++) {
      a |= (unsigned long long)s[i + k] << 8 * k;
      b |= (unsigned long long)s[i + 4 + k] << 8 * k;
    }
    assert(a * b != 2305843009213693951ULL - 2 * i * (i == 0));
  }
  return 0;
}
`;

test('when time runs out what was solved is kept, and each test has its share', async () => {
  write({ 'hard.c': hard, 'tests/a-long': 'a'.repeat(64), 'tests/b-short': 'abc' });
  const summary = await predict({
    sources: [join(folder, 'hard.c')],
    tests: [join(folder, 'tests')],
    time: 6_000,
    jobs: 1,
  });
  const verdicts = summary.suite.map(({ test: name, verdict }) => [name.split('/').pop(), verdict]);
  expect(verdicts).toEqual([
    ['a-long', 'near-miss'],
    ['b-short', 'near-miss'],
  ]);
  expect(summary.findings.map(({ line, checker }) => [line, checker])).toEqual([[6, 'assertion']]);
  expect(summary.complete).toBe(false);
  expect(summary.incomplete.map(({ reason }) => reason)).toContain('time-limit');
  expect(summary.suite[0].because).toContain('time-limit');
});

test('a failure that another one leads to is told after it, and counted under it', async () => {
  write({
    'twice.c': `#include <stdio.h>
static int cells[4];
int main(void) {
  int i = getchar() & 7;
  cells[i] = 1;
  return cells[i];
}
`,
    'two/one': 'a',
  });
  const { summary, text } = await runPredict({ sources: [join(folder, 'twice.c')], tests: [join(folder, 'two')] });
  const [first, second] = summary.findings;
  expect(summary.findings.map(({ line }) => line)).toEqual([5, 6]);
  expect([first.after, second.after]).toEqual([undefined, first.id]);
  const told = text(colorsFor({ isTTY: false }, {}));
  expect(told).toMatch(/twice\.c:6:\d+: note: belongs to it: /);
  expect(told).toMatch(/^1 finding, and 1 that belongs to it/m);
});

test('an argument ends at its NUL', async () => {
  write({
    'arg.c':
      '#include <assert.h>\nint main(int argc, char **argv) { assert(argc < 2 || argv[1][0] != 120); return 0; }\n',
    'nul/one/args': new Uint8Array([97, 98, 0, 99, 100, 10]),
  });
  const summary = await predict({ sources: [join(folder, 'arg.c')], tests: [join(folder, 'nul')] });
  const [{ from, input }] = summary.findings;
  expect([from?.input.argv, input.argv]).toEqual([['ab'], ['xb']]);
});
