import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { main } from '../../src/cli/main.js';
import { type CompareOptions, type CompareSummary, compare } from '../../src/index.js';
import { findNativeCompiler } from '../../src/native/compiler.js';
import { nightly } from '../support/cases.js';
import { randomPair } from './random-pair.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-compare-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const source = (text: string): string => {
  const path = join(folder, `${'ab'[files % 2]}${files++ >> 1}.c`);
  writeFileSync(path, text);
  return path;
};

const comparing = (a: string, b: string, options: CompareOptions = {}): PromiseLike<CompareSummary> =>
  compare({ sources: [source(a), source(b)], jobs: 1, ...options });

/** What differs and how, without where. */
const told = ({ differences }: CompareSummary) => differences.map(({ what, name, a, b }) => ({ what, name, a, b }));

const formatters = fileURLToPath(new URL('formatters', import.meta.url));

/** What was planted, by a format that only it makes different from what all others agree on. */
const planted: Readonly<Record<string, readonly (readonly RegExp[])[]>> = {
  full: [[/^%'[diu]$/]],
  embedded: [[/^%[+ ]u$/], [/^%[3-9]s$/]],
  thin: [[/^%hi$/], [/^%[tz][diu]$/]],
};

describe('three formatters and libc’s, on formats of up to 4 bytes', () => {
  const names = [...Object.keys(planted), 'libc'];
  const pairs = names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b] as const));
  test.each(nightly(pairs, pairs.slice(3, 4)))(
    '%s and %s differ by what was planted, and by nothing else',
    async (a, b) => {
      const format = a === 'embedded' ? 'f' : 'format';
      const summary = await compare({
        sources: [a, b].map((name) => join(formatters, `${name}.c`)),
        ...{ entry: 'render', len: { [format]: '0..4', out: 64 }, jobs: 1 },
      });
      expect(summary.complete).toBe(true);
      expect(summary.equivalent).toBe(false);
      const inputs = summary.differences.map(({ input }) => String(input[format]));
      const expected = [...(planted[a] ?? []), ...(planted[b] ?? [])];
      for (const patterns of expected)
        expect(inputs).toSatisfy((all: string[]) => all.some((one) => patterns.some((each) => each.test(one))));
      // Each shows one of the planted kinds: a quote, a sign before u, a width before s, hi, t or z.
      const kinds = /'|[+ ]0?u|\d\d?s|hi|[tz][diu]/;
      for (const input of inputs) expect(input).toMatch(kinds);
      expect(inputs.length).toBeLessThanOrEqual(expected.length + 2);
    },
    120_000,
  );
});

const atoi = `int to_int(const char *s) {
  int sign = 1, n = 0;
  while (*s == ' ') s++;
  if (*s == '-') { sign = -1; s++; } else if (*s == '+') s++;
  while (*s >= '0' && *s <= '9') n = n * 10 + (*s++ - '0');
  return sign * n;
}`;
const otherAtoi = (digits: number) => `int to_int(const char *text) {
  unsigned i = 0; int negative = 0, value = 0;
  for (; text[i] == ' '; i++) ;
  switch (text[i]) { case '-': negative = 1; /* fall through */ case '+': i++; }
  for (; (unsigned)(text[i] - '0') < ${digits}u; i++) value = 10 * value + text[i] - '0';
  return negative ? -value : value;
}`;

test('two ways to read a number do the same on all texts of 4 bytes; one that knows no 9 does not', async () => {
  const options = { entry: 'to_int', len: { s: 4 } };
  const same = await comparing(atoi, otherAtoi(10), options);
  expect(same).toMatchObject({ equivalent: true, complete: true, differences: [] });
  expect(same.paths).toBeGreaterThan(50);
  const other = await comparing(atoi, otherAtoi(9), options);
  expect(other.equivalent).toBe(false);
  expect(other.differences[0].input.s).toMatch(/9/);
  for (const { a, b } of other.differences) expect(a).not.toBe(b);
});

const bitLoop = (bits: number) => `int pop(unsigned x) {
  int n = 0;
  for (int i = 0; i < ${bits}; i++) n += x >> i & 1;
  return n;
}`;
const byParts = `int pop(unsigned v) {
  v = v - ((v >> 1) & 0x55555555u);
  v = (v & 0x33333333u) + ((v >> 2) & 0x33333333u);
  return (int)((((v + (v >> 4)) & 0x0f0f0f0fu) * 0x01010101u) >> 24);
}`;

test('two ways to count 32 bits do the same on all numbers; one that forgets a bit does not', async () => {
  expect(await comparing(bitLoop(32), byParts, { entry: 'pop' })).toMatchObject({ equivalent: true, complete: true });
  const [difference] = (await comparing(bitLoop(31), byParts, { entry: 'pop' })).differences;
  expect(Number(difference.input.x)).toBeGreaterThanOrEqual(2 ** 31);
  expect(Number(difference.b) - Number(difference.a)).toBe(1);
}, 60_000);

test('one input of all 2³² is found', async () => {
  const mix = '(x ^ 0x5bd1e995u) * 3u + 7u';
  const summary = await comparing(
    `unsigned mix(unsigned x) { return ${mix}; }`,
    `unsigned mix(unsigned x) { return ${mix} == 0xcafebabeu ? 1 : ${mix}; }`,
    { entry: 'mix' },
  );
  expect(summary.differences).toHaveLength(1);
  expect(summary.differences[0]).toMatchObject({ what: 'return', a: 0xcafebabe, b: 1 });
});

describe('what is compared', () => {
  test('buffers, as strings where they are strings', async () => {
    const copy = (end: string) => `void copy(char *to, const char *from) {
      int i = 0;
      for (; i < 3 && from[i]; i++) to[i] = from[i];
      ${end}
    }`;
    const options = { entry: 'copy', len: { to: 8, from: 3 } };
    const summary = await comparing(copy('to[i] = 0;'), copy('while (i < 8) to[i++] = 0;'), options);
    expect(summary).toMatchObject({ equivalent: true });
    const other = await comparing(copy('to[i] = 0;'), copy("to[0] ^= (to[0] == 'x') * 32; to[i] = 0;"), options);
    expect(told(other)).toEqual([
      { what: 'buffer', name: 'to', a: expect.stringMatching(/^x/), b: expect.stringMatching(/^X/) },
    ]);
  });

  test('members of structures, without the padding between them', async () => {
    const put = (value: string) => `#include <string.h>
      struct pair { char kind; int value; };
      void put(struct pair *out, int n) {
        struct pair made;
        memset(&made, ${value === 'n' ? 0 : 255}, sizeof made);
        made.kind = 'k';
        made.value = ${value};
        *out = made;
      }`;
    expect(await comparing(put('n'), put('n + 0'), { entry: 'put' })).toMatchObject({ equivalent: true });
    const other = await comparing(put('n'), put('n == 77 ? 0 : n'), { entry: 'put' });
    expect(told(other)).toEqual([{ what: 'buffer', name: 'out->value', a: 77, b: 0 }]);
  });

  test('pointers, by the object they point to and where in it', async () => {
    const find = (text: string) => `#include <stdlib.h>
      const char *find(const char *s) { void *unused = malloc(${text.length}); free(unused); ${text} }`;
    const options = { entry: 'find', len: { s: 3 } };
    const walk = "for (; *s; s++) if (*s == '/') return s; return 0;";
    expect(await comparing(find(walk), find("while (*s && *s != '/') s++; return *s ? s : 0;"), options)).toMatchObject(
      {
        equivalent: true,
      },
    );
    const other = await comparing(find(walk), find("while (*s && *s != '/') s++; return s;"), options);
    expect(told(other)[0]).toMatchObject({ what: 'return', name: 'return', a: { pointsTo: 'NULL' } });
  });

  test('strings that were made, by what they say', async () => {
    const name = (size: number) => `#include <stdlib.h>
      #include <string.h>
      char *name(unsigned char n) {
        char *text = malloc(${size});
        if (!text) return 0;
        strcpy(text, n == ${size} ? "odd" : "even");
        return text;
      }`;
    const summary = await comparing(name(16), name(32), { entry: 'name' });
    expect(told(summary)).toEqual([
      { what: 'return', name: '*return', a: 'even', b: 'odd' },
      { what: 'return', name: '*return', a: 'odd', b: 'even' },
    ]);
  });

  test('output, exit codes and files of programs with main', async () => {
    const program = (text: string) => `#include <stdio.h>
      int main(void) { int c = getchar(); ${text} }`;
    const options = { stdin: 1 };
    expect(
      await comparing(program('putchar(c); return c;'), program('printf("%c", c); return c;'), options),
    ).toMatchObject({
      equivalent: true,
    });
    expect(
      told(await comparing(program('putchar(c); return 0;'), program('putchar(c ^ (c == 65)); return 0;'), options)),
    ).toEqual([{ what: 'output', name: 'stdout', a: 'A', b: '@' }]);
    expect(
      told(await comparing(program('return c & 127;'), program('return c == 90 ? 1 : c & 127;'), options)),
    ).toEqual([{ what: 'exit', name: 'exit code', a: 90, b: 1 }]);
    const made = program('if (c == 7) { FILE *f = fopen("made", "w"); if (f) fclose(f); } return 0;');
    expect(told(await comparing(program('return 0;'), made, options))).toMatchObject([{ what: 'file', name: 'made' }]);
    const file = (kept: string) =>
      program(`FILE *f = fopen("out.txt", "w"); if (!f) return 1; fputc(${kept}, f); fclose(f); return 0;`);
    expect(told(await comparing(file('c'), file("c == '!' ? '?' : c"), options))).toEqual([
      { what: 'file', name: 'out.txt', a: '!', b: '?' },
    ]);
  });

  test('globals, where they are named', async () => {
    const count = (step: string) => `int calls; static struct { int last; } state;
      void count(int n) { calls++; state.last = ${step}; }`;
    expect(await comparing(count('n'), count('n + 1'), { entry: 'count' })).toMatchObject({ equivalent: true });
    const observed = await comparing(count('n'), count('n + 1'), { entry: 'count', observe: ['calls', 'state'] });
    expect(told(observed)).toMatchObject([{ what: 'global', name: 'state->last' }]);
  });

  test('that one side fails, or never ends', async () => {
    const divide = (guard: string) => `int divide(int a, unsigned char b) { ${guard} return a / b; }`;
    const failing = await comparing(divide(''), divide('if (b == 0) return 0;'), { entry: 'divide' });
    expect(told(failing)).toEqual([
      { what: 'failure', name: 'failure', a: expect.stringContaining('[division-by-zero]'), b: 'returns' },
    ]);
    const step = (last: string) => `int step(unsigned char n) { while (n != 0) n ${last}; return n; }`;
    const hanging = await comparing(step('/= 2'), step('= n == 200 ? n : n / 2'), { entry: 'step' });
    expect(told(hanging)).toEqual([{ what: 'hang', name: 'hang', a: 'returns', b: 'never ends' }]);
    // Both fail: that they do so in different words is no difference.
    expect(await comparing(divide(''), divide(''), { entry: 'divide' })).toMatchObject({ equivalent: true });
  });
});

test('text can be ignored, and a side may give up', async () => {
  const say = (version: string) => `#include <stdio.h>
    int main(void) { int c = getchar(); printf("version ${version}\\n%c", c == 'q' ? ${version.length} + '0' : c); }`;
  const ignored = await comparing(say('1.2'), say('1.10'), { stdin: 1, ignore: 'version .*' });
  expect(told(ignored)).toEqual([{ what: 'output', name: 'stdout', a: 'version 1.2\\n3', b: 'version 1.10\\n4' }]);
  const twice = (large: string) => `#include <stdlib.h>
    int twice(unsigned char n) { if (n > 100) ${large} return 2 * n; }`;
  expect((await comparing(twice('{}'), twice('abort();'), { entry: 'twice' })).differences).toHaveLength(1);
  expect(await comparing(twice('{}'), twice('abort();'), { entry: 'twice', acceptAbort: true })).toMatchObject({
    equivalent: true,
  });
});

test('random pairs of functions: what brute force says of all 256 arguments', async () => {
  let [same, different] = [0, 0];
  for (let seed = 1; seed <= nightly(60, 6); seed++) {
    const { a, b, differing } = randomPair(seed);
    const summary = await comparing(a.text, b.text, { entry: 'f' });
    expect(summary.complete, a.text + b.text).toBe(true);
    expect(summary.equivalent, a.text + b.text).toBe(differing.length === 0);
    for (const { input, a: one, b: other } of summary.differences) {
      const x = Number(input.x);
      expect([one, other], a.text + b.text).toEqual([a.value(x), b.value(x)]);
      expect(differing).toContain(x);
    }
    if (summary.equivalent) same++;
    else different++;
  }
  expect(Math.min(same, different)).toBeGreaterThan(1);
}, 120_000);

test('a complete comparison says the same with one worker and with two', async () => {
  const both = await Promise.all(
    [1, 2].map(async (jobs) => {
      const {
        stats: _,
        programs: __,
        ...rest
      } = await compare({
        sources: ['full', 'embedded'].map((name) => join(formatters, `${name}.c`)),
        ...{ entry: 'render', len: { format: '0..3', out: 64 }, jobs },
      });
      return rest;
    }),
  );
  expect(both[0]).toEqual(both[1]);
});

describe('what can’t be compared is a sentence', () => {
  const said = async (...words: string[]): Promise<{ code: number; err: string }> => {
    let err = '';
    const code = await main(['compare', '--quiet', '--out', join(folder, 'out'), ...words], {
      stdout: { write: () => true },
      stderr: { write: (text: string) => (err += text) },
    });
    return { code, err };
  };
  const one = source('int f(int n) { return n; } int g;');
  const two = source('int f(int n, int m) { return n + m; }');
  const broken = source('int f(int n) { return n }');
  test.each<[string, string[], RegExp]>([
    ['signatures', [one, two, '--entry', 'f'], /can't be called alike: int f\(int\) in .*, int f\(int, int\) in /],
    ['a side that does not compile', [one, broken, '--entry', 'f'], /expected ';'/],
    [
      'a variable that is not there',
      [one, one, '--entry', 'f', '--observe', 'h'],
      /--observe h: .* has no such variable; did you mean g\?/,
    ],
    ['one program', [one, '--entry', 'f'], /takes two programs of one source each/],
    ['old without new', ['--old', one, '--entry', 'f'], /--old and --new go together/],
    ['a bad expression', [one, one, '--entry', 'f', '--ignore', '('], /--ignore takes a regular expression/],
    ['no entry', [one, one], /name the function to start from with --entry/],
  ])('%s', async (_, words, sentence) => {
    const { code, err } = await said(...words);
    expect(err).toMatch(sentence);
    expect(code).toBe(2);
  });
});

describe('--native', () => {
  const comparesNatively = (a: string, b: string, options: CompareOptions = {}) =>
    comparing(a, b, { ...options, native: true });

  test.skipIf(!findNativeCompiler())('each difference is run outside the sandbox, on both sides', async () => {
    const [returned] = (
      await comparesNatively('int f(int x) { return x; }', 'int f(int y) { return y == 7 ? -8 : y; }', { entry: 'f' })
    ).differences;
    expect(returned.native).toEqual({
      a: expect.objectContaining({ verdict: 'same', value: 7 }),
      b: expect.objectContaining({ verdict: 'same', value: -8 }),
    });
    const [failed] = (
      await comparesNatively('int g(int x) { return 3; }', 'int a[3];\nint g(int x) { return x == 3 ? a[x] : 3; }', {
        entry: 'g',
      })
    ).differences;
    expect(failed).toMatchObject({ what: 'failure', native: { a: { verdict: 'same' }, b: { verdict: 'reproduced' } } });
    const echo = (word: string) => `#include <stdio.h>
      int main(void) { puts(getchar() == 'x' ? "${word}" : "other"); return 0; }`;
    const [printed] = (await comparesNatively(echo('one'), echo('two'), { stdin: 1 })).differences;
    expect(printed.native).toMatchObject({
      a: { verdict: 'same', value: 'one\\n' },
      b: { verdict: 'same', value: 'two\\n' },
    });
  });

  test.skipIf(!findNativeCompiler())('a program that does something else there is said to', async () => {
    // Only the sandbox is Wasm.
    const here = `int f(int x) {
      #ifdef __wasm__
        return x;
      #else
        return 5;
      #endif
    }`;
    const [difference] = (await comparesNatively(here, 'int f(int x) { return 4; }', { entry: 'f' })).differences;
    expect(difference.native).toMatchObject({ a: { verdict: 'differs', value: 5 }, b: { verdict: 'same', value: 4 } });
  });
});
