import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { withAssumptions } from '../../src/build/assumptions.js';
import { explore } from '../../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-preconditions-'));
afterAll(() => rmSync(folder, { recursive: true }));

const source = join(folder, 'f.c');
writeFileSync(
  source,
  `#include <stddef.h>
int table[65];
int sum(const unsigned char *buf, size_t len) {
  int total = 0;
  for (size_t i = 0; i < len; i++)
    total += buf[i];
  return total;
}
/* pick(s, n) { */
int pick(const char *s, unsigned n)
{
  table[n]++;
  return n > 3 && n < 66 ? pick(s, 66) : s[0];
}
`,
);
const found = async (options: object) => {
  const { complete, incomplete, findings, inputs } = await explore({ sources: [source], ...options });
  return {
    complete,
    what: incomplete.map(({ what }) => what),
    lines: [...new Set(findings.map(({ line }) => line))],
    inputs,
  };
};

test('a buffer and its length', async () => {
  const said = await found({ entry: 'sum', len: { buf: 'len' } });
  expect(said).toMatchObject({ complete: true, lines: [] });
  const guessed = await found({ entry: 'sum' });
  expect(guessed).toMatchObject({ complete: false, lines: [] });
  expect(guessed.what).toEqual(['buf=len, guessed from the names; --no-guess explores it']);
  expect(guessed.inputs.held).toContainEqual(expect.objectContaining({ fact: 'length buf=len' }));
  expect((await found({ entry: 'sum', guess: false, maxRuns: 20 })).lines).toEqual([6]);
});

test('what callers promise holds for the first call alone', async () => {
  const free = await found({ entry: 'pick', guess: false, nullable: true });
  expect(free.lines).toEqual([12, 13]);
  const promised = { entry: 'pick', guess: false, nullable: true, assume: ['n < 3 && s != NULL'] };
  expect(await found(promised)).toMatchObject({ complete: true, lines: [] });
  expect((await found({ ...promised, assume: ['n <= 64 && s != NULL'] })).lines).toEqual([12]);
});

test('what is no expression, or changes something', () => {
  for (const text of ['x = 1', 'x++', 'a; b', ')(', '']) {
    expect(() => withAssumptions('int f(int x) { return x; }', 'f', 1, [text])).toThrow(
      /--assume takes one C expression/,
    );
  }
  expect(withAssumptions('int f(int x) { return x; }', 'f', 1, ['x <= 4'])).toMatch(
    /^int f\(int x\) \{ \{ extern .*x <= 4/,
  );
});
