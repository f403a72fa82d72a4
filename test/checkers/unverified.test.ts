import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { explore } from '../../src/index.js';

/** What nobody looks at must not be called verified, and it is said why. */
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-unverified-'));
afterAll(() => rmSync(folder, { recursive: true }));

const programs = [
  {
    source: 'int f(long long a) { return (__int128)a * a > 7; }',
    unverified: ['integer-overflow', 'integer-underflow'],
  },
  {
    source: 'int f(signed char a) { _BitInt(9) b = a; b = b + b; return b; }',
    unverified: ['integer-overflow', 'integer-underflow'],
  },
  {
    source: 'int f(signed char a) { __int128 b = a; return (int)(100 / (b * b + 1)); }',
    unverified: ['division-by-zero', 'integer-overflow', 'integer-underflow'],
  },
  { source: 'unsigned f(unsigned a) { unsigned __int128 b = a; b *= b; return (unsigned)b; }', unverified: [] },
  { source: 'int f(unsigned short a) { a >>= 1; a <<= 2; return a; }', unverified: [] },
  { source: 'long long f(int a) { return (long long)a * a; }', unverified: [] },
];

for (const [i, { source, unverified }] of programs.entries()) {
  test(source, async () => {
    const file = join(folder, `p${i}.c`);
    writeFileSync(file, `${source}\n`);
    const summary = await explore({ sources: [file], entry: 'f', jobs: 1 });
    expect(summary.complete).toBe(true);
    expect((summary.unverified ?? []).map(({ checker }) => checker)).toEqual(unverified);
    for (const { at } of summary.unverified ?? []) expect(at).toMatch(new RegExp(`p${i}.c:1$`));
    for (const each of ['integer-overflow', 'integer-underflow', 'division-by-zero'] as const) {
      expect(summary.verified.includes(each)).toBe(!unverified.includes(each));
    }
  });
}
