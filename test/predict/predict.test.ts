import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { explore, type PredictSummary, predict, UserError } from '../../src/index.js';

const sources = fileURLToPath(new URL('./sources/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-predict-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A folder of files, named by what they are for. */
function suite(name: string, files: Record<string, string | Uint8Array>): string {
  for (const [file, content] of Object.entries(files)) {
    const path = join(folder, name, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return join(folder, name);
}

const shorts = (...values: number[]) => new Uint8Array(Int16Array.from(values).buffer);
const ints = (...values: number[]) => new Uint8Array(Int32Array.from(values).buffer);
/** Verdicts by the last part of a test's name. */
const verdicts = ({ suite: entries }: PredictSummary) =>
  Object.fromEntries(entries.map(({ test: name, verdict }) => [name.split('/').pop(), verdict]));
const placesOf = ({ findings }: PredictSummary) =>
  findings.map(({ checker, line, how }) => `${checker} ${line} ${how}`);

test('an assertion that holds for the tests and not for their path (PRETEX, Figure 2)', async () => {
  const tests = suite('even-odd', { below: shorts(3, 9), above: shorts(-6, -100) });
  const summary = await predict({ sources: [`${sources}even-odd.c`], tests: [tests] });
  expect(verdicts(summary)).toEqual({ below: 'passes', above: 'near-miss' });
  expect(placesOf(summary)).toEqual(['assertion 14 active']);
  const [{ input, from, confirmed }] = summary.findings;
  expect(confirmed).toBe(true);
  expect(from).toEqual({ test: join(tests, 'above'), input: { stdin: { hex: 'faff9cff' } } });
  const bytes = Buffer.from((input.stdin as { hex: string }).hex, 'hex');
  expect(bytes.readInt16LE(0)).toBe(bytes.readInt16LE(2) + 1);
  expect([summary.complete, summary.paths, summary.verified]).toEqual([true, 2, []]);
});

test('an index checked against another bound than the allocation has (Figure 3), and its safe twin', async () => {
  const tests = suite('sized-array', {
    inside: Uint8Array.of(5, 3),
    outside: Uint8Array.of(5, 12),
    'none at all': new Uint8Array(0),
  });
  const program = `${sources}sized-array.c`;
  const summary = await predict({ sources: [program], tests: [tests] });
  expect(verdicts(summary)).toEqual({ inside: 'near-miss', outside: 'passes', 'none at all': 'passes' });
  expect(placesOf(summary)).toEqual(['array-overflow 15 active']);
  const safe = await predict({ sources: [program], flags: ['-DBOUND=size'], tests: [tests] });
  expect(verdicts(safe)).toEqual({ inside: 'passes', outside: 'passes', 'none at all': 'passes' });
  expect([safe.findings, safe.complete]).toEqual([[], true]);
});

test('an assertion hoisted from unit tests finds what no path of the suite meets (Figure 4)', async () => {
  const tests = suite('set-cell', { small: ints(2, -1), large: ints(9, 8) });
  const units = join(suite('units', { 'units.txt': '# set\nset: i=1 x=0; i=3 x=100\n' }), 'units.txt');
  const program = { sources: [`${sources}set-cell.c`], tests: [tests] };
  const without = await predict(program);
  expect([verdicts(without), without.findings]).toEqual([{ small: 'passes', large: 'passes' }, []]);
  const summary = await predict({ ...program, units: [units] });
  expect(summary.preconditions).toEqual([
    {
      function: 'set',
      tests: 2,
      requires: [{ text: 'i != 10 || x != 100', checker: 'array-overflow', at: `${sources}set-cell.c:7` }],
      approximated: false,
    },
  ]);
  expect(verdicts(summary)).toEqual({ small: 'passes', large: 'near-miss' });
  expect(placesOf(summary)).toEqual(['array-overflow 7 active']);
  expect(summary.findings[0]).toMatchObject({
    hoisted: 'set',
    from: { test: join(tests, 'large') },
    input: { stdin: '\\n\\0\\0\\0d\\0\\0\\0' },
  });
});

/** paths.c in TypeScript: the path two bytes take, and whether one with the same path fails. */
const pathsInWords: Record<
  string,
  { path: (a: number, b: number) => string; fails: (a: number, b: number) => boolean }
> = {
  0: { path: () => '', fails: (_, b) => b === 7 },
  1: { path: (_, b) => String(b === 9), fails: () => false },
  // Conditions of one assertion are one: which of them held is no path of its own, where none of them fails.
  2: { path: () => '', fails: (a, b) => b >= 200 && a <= 64 },
  3: { path: () => '', fails: (a, b) => a === 11 && b === 12 },
  4: { path: () => '', fails: () => false },
  5: { path: () => '', fails: (_, b) => (b & 15) > 7 },
  6: { path: (a, b) => (b > 250 ? String(a > 250) : 'b'), fails: (a, b) => b > 250 && a > 250 },
  7: { path: (_, b) => String(b > 3), fails: () => false },
};

test('every input on this path passes: said exactly where brute force says so', async () => {
  const inputs = [];
  for (let a = 0; a < 8; a++) for (const b of [1, 3, 7, 9, 40, 251]) inputs.push([a + 8, b], [a + 248, b]);
  const name = ([a, b]: number[]) => `${a}-${b}`;
  const tests = suite('paths', Object.fromEntries(inputs.map((each) => [name(each), Uint8Array.from(each)])));
  const summary = await predict({ sources: [`${sources}paths.c`], tests: [tests] });
  const said = verdicts(summary);
  for (const [a, b] of inputs) {
    const { path, fails } = pathsInWords[a & 7];
    let expected = fails(a, b) ? 'fails' : 'passes';
    // An `if` before abort is an assertion as well: its own side is what stays the same.
    const isAbortPath = (a & 7) === 6;
    for (let x = a & 7; x < 256 && expected === 'passes'; x += 8) {
      for (let y = 0; y < 256; y++) {
        const isSame = path(x, y) === path(a, b) || (isAbortPath && path(a, b) === 'false' && path(x, y) === 'true');
        if (isSame && fails(x, y)) expected = 'near-miss';
      }
    }
    expect([name([a, b]), said[name([a, b])]]).toEqual([name([a, b]), expected]);
  }
  expect(summary.complete).toBe(true);
});

test('what was approximated is not proved', async () => {
  const file = join(
    suite('float', {
      'float.c': `#include <stdio.h>
int main(void) { int a = getchar(); double d = a; return d > 3.5 ? 1 : 0; }`,
      'tests/one': 'a',
    }),
  );
  const summary = await predict({ sources: [join(file, 'float.c')], tests: [join(file, 'tests')] });
  expect(summary.suite[0]).toMatchObject({ verdict: 'undecided', because: ['concretized-float'] });
  expect([summary.complete, summary.incomplete[0].reason]).toEqual([false, 'concretized-float']);
});

test('command lines: arguments, input, files and variables', async () => {
  const project = suite('commands', {
    'tool.c': `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  char name[4];
  if (argc > 1 && strcmp(argv[1], "-n") == 0) {
    for (int i = 0; argv[2][i]; i++) name[i] = argv[2][i];
    return name[0];
  }
  if (argc > 1) {
    FILE *file = fopen(argv[1], "r");
    if (!file) return 9;
    return 10 / (fgetc(file) - 'x');
  }
  if (getenv("MODE")) return 10 / (getenv("MODE")[0] - 'z');
  return 10 / (getchar() - 'q');
}`,
    'data/in.txt': 'abc',
    'tests.txt': `# how we run it
./tool -n abc          # fits
$ tool data/in.txt
MODE=fast ./tool
./tool < data/in.txt
printf 'x\\n' | ./tool > /dev/null 2>&1
`,
  });
  const options = { sources: [join(project, 'tool.c')], commands: join(project, 'tests.txt') };
  const summary = await predict(options);
  expect(summary.suite.map(({ verdict }) => verdict)).toEqual([
    // Three characters and three only: no other input of this length leaves the buffer.
    'passes',
    'near-miss',
    'near-miss',
    'near-miss',
    'near-miss',
  ]);
  expect(placesOf(summary)).toEqual([
    'division-by-zero 13 active',
    'division-by-zero 15 active',
    'division-by-zero 16 active',
  ]);
  expect(summary.findings.map(({ from }) => from?.test.replace(/.*:/, ''))).toEqual(['3', '4', '5']);
  expect(summary.findings[0].input).toMatchObject({ files: { 'data/in.txt': 'xbc' } });
  // A longer argument takes another path of this loop: the tool needs exploring there.
  const longer = await predict({ ...options, args: ['2', '0..8'] });
  expect(longer.findings.map(({ line }) => line)).toEqual([13, 15, 16]);
});

test('a suite of twenty tests of all kinds', async () => {
  const program = `${sources}paths.c`;
  const out = join(folder, 'explored');
  await explore({ sources: [program], stdin: 2, out });
  const ours = JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')).tests as number;
  const raw = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`raw/${i}`, Uint8Array.of(i, i + 20)]));
  const project = suite('mixed', {
    ...raw,
    'folders/one/stdin': 'ab',
    'folders/two/stdin': 'zz',
    'folders/two/args': '-v\n',
    'afl/queue/id:000000,orig': 'AA',
    'afl/queue/id:000001,src': 'BB',
    'afl/fuzzer_stats': 'not a test',
    'a.ktest': ktest('stdin', Uint8Array.of(1, 2)),
  });
  const tests = ['raw', 'folders', 'afl', 'a.ktest'].map((each) => join(project, each));
  const summary = await predict({
    sources: [program],
    tests: [...tests, join(out, 'tests')],
    out: join(folder, 'mixed-out'),
  });
  expect(summary.suite.length).toBe(8 + 2 + 2 + 1 + ours);
  expect(summary.suite.length).toBeGreaterThanOrEqual(20);
  expect(summary.suite.filter(({ verdict }) => verdict === 'refused')).toEqual([]);
  expect(JSON.parse(readFileSync(join(folder, 'mixed-out', 'summary.json'), 'utf8'))).toEqual(
    JSON.parse(JSON.stringify(summary)),
  );
  for (const { test: saved, input } of summary.findings) {
    expect(JSON.parse(readFileSync(join(folder, 'mixed-out', saved), 'utf8')).input).toEqual(input);
  }
  // Whoever works, and however many: the same.
  const alone = await predict({ sources: [program], tests: [...tests, join(out, 'tests')], jobs: 1 });
  const comparable = ({ stats: _, ...rest }: PredictSummary) => rest;
  expect(comparable(alone)).toEqual(comparable(summary));
});

test('tests of a function, as explore --entry wrote them', async () => {
  const project = suite('entry', {
    'f.c': `int pick(const char *s, unsigned n) { int seen = 0; for (int i = 0; s[i]; i++) seen++; return n < 9 ? s[n] + seen : 0; }`,
  });
  const sourcesOf = { sources: [join(project, 'f.c')], entry: 'pick' };
  const out = join(project, 'out');
  await explore({ ...sourcesOf, len: { s: 4 }, out, checkers: 'none' });
  const summary = await predict({ ...sourcesOf, tests: [join(out, 'tests')] });
  expect(summary.findings.map(({ checker }) => checker)).toEqual(['array-overflow']);
  expect(new Set(Object.values(verdicts(summary)))).toEqual(new Set(['passes', 'near-miss']));
});

test('a name of ten characters predicts what one of 1,024 does (gzip), and only where lengths may vary', async () => {
  const project = suite('long-name', {
    'name.c': `#include <string.h>
#include <stdio.h>
static char name[1024];
int main(int argc, char **argv) {
  if (argc < 2) return 1;
  strcpy(name, argv[1]);
  return name[0] == 0;
}`,
    'tests.txt': 'gzip afile.text\n',
  });
  const options = { sources: [join(project, 'name.c')], commands: join(project, 'tests.txt') };
  expect((await predict(options)).suite[0].verdict).toBe('passes');
  const longer = await predict({ ...options, args: [2000] });
  expect(placesOf(longer)).toEqual(['string-overflow 6 active']);
  expect((longer.findings[0].input.argv as string[])[0].length).toBeGreaterThanOrEqual(1024);
  expect(longer.stats.runs).toBeLessThan(20);
});

test('--explore goes on from the tests to what none of their paths has', async () => {
  const tests = suite('two-of-eight', { one: Uint8Array.of(1, 1), four: Uint8Array.of(4, 1) });
  const options = { sources: [`${sources}paths.c`], tests: [tests] };
  const on = await predict(options);
  expect([on.findings.length, on.paths, on.complete]).toEqual([0, 2, true]);
  const further = await predict({ ...options, explore: true, out: join(folder, 'further') });
  const explored = await explore({ sources: options.sources, stdin: 2 });
  const where = ({ findings }: { findings: PredictSummary['findings'] }) => findings.map(({ id }) => id).sort();
  expect(where(further)).toEqual(where(explored));
  expect([further.complete, further.paths, further.verified]).toEqual([true, explored.paths, explored.verified]);
  expect(further.findings.every(({ from }) => from === undefined)).toBe(true);
});

test('hundreds of tests on few paths ask their questions once', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 400 }, (_, i) => [`t${i}`, Uint8Array.of(8 * (i % 31) + 5, i % 8)]),
  );
  const summary = await predict({ sources: [`${sources}paths.c`], tests: [suite('many', many)] });
  expect(new Set(Object.values(verdicts(summary)))).toEqual(new Set(['near-miss']));
  // One run a test; the questions, the near miss and its replay come on top once.
  expect(summary.stats.queries).toBeLessThan(10);
  expect(summary.stats.runs).toBeLessThan(400 + 20);
});

test('what a limit ended is resumed, and ends as if nothing had happened', async () => {
  const tests = suite(
    'resumed',
    Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [
        `t${String(i).padStart(2, '0')}`,
        Uint8Array.of(i, i % 9, ...Array(i % 4).fill(65)),
      ]),
    ),
  );
  const options = { sources: [`${sources}paths.c`], tests: [tests], jobs: 1 };
  const whole = await predict(options);
  const out = join(folder, 'resumed-out');
  const first = await predict({ ...options, out, maxRuns: 12 });
  const skipped = first.suite.filter(({ verdict }) => verdict === 'skipped').length;
  expect([skipped > 0 && skipped < 30, first.complete, first.incomplete[0].reason]).toEqual([true, false, 'run-limit']);
  const rest = await predict({ ...options, out, resume: true });
  const comparable = ({ stats: _, findings, ...summary }: PredictSummary) => ({
    ...summary,
    findings: findings.map(({ test: _name, input: _input, ...finding }) => finding),
  });
  expect(comparable(rest)).toEqual(comparable(whole));
  await expect(predict({ ...options, out, resume: true, maxRuns: 3 })).resolves.toMatchObject({ complete: false });
  await expect(predict({ ...options, out, resume: true, checkers: 'none' })).rejects.toThrow(/leave --resume out/);
});

test('sentences for what can not be used', async () => {
  const sources1 = [`${sources}paths.c`];
  const message = async (options: Parameters<typeof predict>[0]) => {
    try {
      await predict(options);
    } catch (error) {
      expect(error).toBeInstanceOf(UserError);
      return (error as Error).message;
    }
    return 'nothing wrong';
  };
  expect(await message({ sources: sources1 })).toMatch(
    /^There is nothing to predict from: name the tests with --tests/,
  );
  expect(await message({ sources: sources1, tests: [join(folder, 'nowhere')] })).toMatch(/^There is no file or folder/);
  const empty = join(suite('no-commands', { list: '# nothing\n' }), 'list');
  expect(await message({ sources: sources1, commands: empty })).toMatch(/holds no command line/);
  const unit = join(suite('bad-units', { list: 'main2: q=1\n' }), 'list');
  expect(await message({ sources: sources1, units: [unit] })).toMatch(/No source given defines a function main2/);
  const stranger = join(suite('stranger', { list: 'set: q=1\n' }), 'list');
  expect(await message({ sources: [`${sources}set-cell.c`], units: [stranger] })).toMatch(
    /set has no parameter q; it has i, x\.$/,
  );
});

/** The smallest .ktest with one object. */
function ktest(name: string, bytes: Uint8Array): Uint8Array {
  const number = (value: number) => Uint8Array.of(value >> 24, value >> 16, value >> 8, value);
  const text = Buffer.from(name);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('KTEST'),
      number(3),
      ...[number(1), number(1), Buffer.from('p')],
      ...[number(0), number(0)],
      number(1),
      ...[number(text.length), text, number(bytes.length), bytes],
    ]),
  );
}
