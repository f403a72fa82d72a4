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

const access = ['array-overflow', 'array-underflow', 'null-dereference', 'use-after-free', 'use-after-return'] as const;

test('where nobody knows which object is meant, checkers of accesses prove nothing, and it is said where', async () => {
  const file = join(folder, 'woven.c');
  const lines = [
    '#include <stdint.h>',
    'int f(unsigned char n) {',
    '  int a[4] = {0}, b[4] = {0};',
    '  uintptr_t both = (uintptr_t)a ^ (uintptr_t)b;',
    '  int *p = (int *)(both ^ (uintptr_t)b);',
    '  return p[n & 3];',
    '}',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const summary = await explore({ sources: [file], entry: 'f', jobs: 1 });
  expect(summary.incomplete.map(({ reason }) => reason)).toEqual(['approximate-memory']);
  for (const id of access) {
    expect(summary.verified).not.toContain(id);
    const places = summary.unverified?.filter(({ checker }) => checker === id).map(({ at }) => at);
    expect(places, id).toEqual([expect.stringMatching(/woven\.c:6$/)]);
  }
});

test('a size that the sandbox has no memory for ends a run, and makes no access doubtful', async () => {
  const file = join(folder, 'sized.c');
  writeFileSync(file, '#include <stdlib.h>\nint f(unsigned n) { void *p = malloc(n); free(p); return !p; }\n');
  const { incomplete } = await explore({ sources: [file], entry: 'f', jobs: 1 });
  expect(incomplete.map(({ reason }) => reason)).toEqual(['concretized', 'unmodelled-call']);
});

test('redzones prove nothing of accesses', async () => {
  const file = join(folder, 'plain.c');
  writeFileSync(file, 'int f(unsigned char n) { int a[4] = {1}; return a[n & 3]; }\n');
  const judged = async (memoryModel?: 'redzones') => explore({ sources: [file], entry: 'f', jobs: 1, memoryModel });
  expect((await judged()).verified).toEqual(expect.arrayContaining([...access]));
  const { complete, incomplete, unverified, verified } = await judged('redzones');
  expect({ complete, reasons: incomplete.map(({ reason }) => reason) }).toEqual({
    complete: false,
    reasons: ['approximate-memory'],
  });
  expect(unverified?.map(({ checker }) => checker)).toEqual(expect.arrayContaining([...access]));
  for (const id of access) expect(verified).not.toContain(id);
});

test('more objects in a run than are told apart: it goes on, accuses nobody, and proves nothing', async () => {
  const file = join(folder, 'many.c');
  const lines = [
    'struct pair { int first; int parts[2]; };',
    '__attribute__((noinline)) static int sum(const int *parts, int n) { return parts[n] + parts[1]; }',
    '__attribute__((noinline)) static int one(int i) {',
    '  struct pair pair = {i, {i, 1}};',
    '  return sum(pair.parts, i & 1);',
    '}',
    'int f(unsigned char last) {',
    '  int all = 0;',
    '  for (int i = 0; i < 1500000; i++) all ^= one(i);',
    '  struct pair end = {0};',
    '  return all + sum(end.parts, last == 7 ? 2 : last & 1);',
    '}',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const summary = await explore({ sources: [file], entry: 'f', jobs: 1 });
  expect(summary.findings.map(({ checker, line }) => `${checker} ${line}`)).toEqual(['array-overflow 2']);
  expect(summary.incomplete.map(({ reason }) => reason)).toEqual(['approximate-memory']);
  expect(summary.verified).not.toContain('use-after-return');
});
