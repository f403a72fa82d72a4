import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type EmitFormat, emit, explore } from '../../src/index.js';
import { readKtest } from '../../src/inputs/saved/ktest.js';
import { minimalCover } from '../../src/report/minimal-cover.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-emit-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const has = (command: string): boolean => spawnSync(command, ['--version']).status === 0;
const compilers = ['gcc', 'clang', 'clang-19'].filter(has);

/** Compiles without a warning, runs, and gives the names of tests that fail. */
function failing(compiler: string, place: string, file: string, ...more: string[]): string[] {
  const program = join(place, `program-${compiler}`);
  execFileSync(compiler, [
    '-std=gnu11',
    '-Wall',
    '-Wextra',
    '-Werror',
    '-o',
    program,
    join(place, file),
    ...more,
    '-lm',
  ]);
  const { stdout } = spawnSync(program, { encoding: 'utf8' });
  expect(stdout).toMatch(/^1\.\.\d+$/m);
  return [...stdout.matchAll(/^not ok \d+ (\S+)/gm)].map(([, name]) => name);
}

const shop = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { unsigned char red, green; } color;
union id { int number; char text[4]; };
struct item { int count; char name[8]; double price; color colors[2]; union id id; unsigned is_new : 1, size : 3; struct item *next; };
static int last(const struct item *item) { while (item->next) item = item->next; return item->count; }
int sell(struct item *item, long n, char *label, const char *why, unsigned short *totals) {
  if (n > item->count) { fprintf(stderr, "only \\"that\\"\\n"); return -1; }
  if (n == 3) { printf("three of them?\\?!"); strcpy(label, "three"); }
  if (n == 4) item->count = 99;
  if (n == 5) exit(3);
  if (n == 6) { totals[1] = 7; item->name[2] = 'x'; item->colors[1].green = 200; }
  if (n == 7) return 10 / last(item);
  return why[0] == '!' ? 1 : 0;
}
const char *word(int n) { return n > 5 ? "more" : n == 5 ? "five" : NULL; }
char *skip(char *text) { while (*text == ' ') text++; return text; }
color paint(unsigned char c) { color result = {c, 0}; if (c > 9) result.green = 1; return result; }
`;

const explored = async (name: string, options: Parameters<typeof explore>[0]): Promise<string> => {
  const out = join(folder, name);
  await explore({ ...options, out });
  return out;
};

test.skipIf(compilers.length === 0).each(['sell', 'word', 'skip', 'paint'])(
  '%s as C: no warning, every test passes, findings are disabled',
  async (entry) => {
    const out = await explored(`c-${entry}`, { sources: [write('shop.c', shop)], entry });
    const { files, tests, disabled } = await emit(out, { emit: 'c' });
    expect(files).toEqual([`test_${entry}.c`]);
    expect(disabled).toBe(entry === 'sell' ? 1 : 0);
    expect(tests).toBeGreaterThan(disabled);
    const place = join(out, 'emitted');
    for (const compiler of compilers) expect(failing(compiler, place, files[0])).toEqual([]);
    const text = readFileSync(join(place, files[0]), 'utf8');
    if (entry === 'sell') expect(text).toMatch(/\.disabled = "division-by-zero in sell: division by zero"/);
  },
);

test.skipIf(!has('gcc')).each([
  ['"three")', '"tres")', /label, "three"/],
  ['three of them', 'three of those', /label, "three"/],
  ['count = 99', 'count = 98', /item\.count == 99/],
  ['exit(3)', 'exit(4)', /it returns/],
  ['= 200', '= 100', /green == 200/],
  ['totals[1] = 7', 'totals[1] = 8', /totals\[1\] == 7/],
  ['return -1', 'return -2', /== -1/],
])('%s changed to %s: exactly the tests it affects fail', async (before, after, sign) => {
  const source = write('shop.c', shop);
  const out = join(folder, 'c-sell');
  const place = join(out, 'emitted');
  const text = readFileSync(join(place, 'test_sell.c'), 'utf8');
  // By what they assert, or print: each of these lines is one test's alone.
  const bodies = [...text.matchAll(/^static void (sell_\w+)\(void\) \{\n([\s\S]*?)^\}/gm)];
  const affected = bodies.filter(([, , body]) => sign.test(body)).map(([, name]) => name);
  expect(affected.length).toBeGreaterThan(0);
  expect(affected.length).toBeLessThan(bodies.length);
  writeFileSync(source, shop.replace(before, after));
  try {
    expect(failing('gcc', place, 'test_sell.c')).toEqual(affected);
  } finally {
    writeFileSync(source, shop);
  }
});

test('written again nothing changes; another function changed changes only its own', async () => {
  const two = (limit: number) =>
    `int first(int x) { return x > ${limit} ? 1 : 0; }\nint second(int x) { return x > 50 ? 3 : 2; }\nint both(int x, int y) { return first(x) + second(y); }\n`;
  const source = write('two.c', two(10));
  const run = async () => {
    const out = await explored('stable', { sources: [source], entry: 'second' });
    await emit(out, { emit: 'c' });
    const path = join(out, 'emitted', 'test_second.c');
    return { text: readFileSync(path, 'utf8'), at: statSync(path).mtimeMs };
  };
  const first = await run();
  expect(await run()).toEqual(first);
  // Lines and branches before it are others now.
  writeFileSync(source, `int added(int x) { return x == 4 ? 7 : x; }\n${two(20)}`);
  expect((await run()).text).toBe(first.text);
});

const greet = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int count, char **words) {
  FILE *file = fopen("greet.cfg", "r");
  int c = file ? fgetc(file) : EOF;
  const char *loud = getenv("LOUD");
  if (count > 1 && words[1][0] == '-') { fprintf(stderr, "no %s\\n", "flags"); return 2; }
  if (c == 'x') abort();
  int d = getchar();
  printf("%s%c\\n", loud && loud[0] == 'y' ? "HELLO" : "hello", d == 'a' ? 'A' : '.');
  return c == 'e' ? 5 : 0;
}
`;

test.skipIf(!has('gcc'))(
  'a program with files, arguments, variables and standard input, as C and as a folder',
  async () => {
    const source = write('greet.c', greet);
    const options = {
      sources: [source],
      args: ['0..2'],
      env: { LOUD: '1' },
      files: { 'greet.cfg': '0..1' },
      stdin: '0..1',
    };
    const out = await explored('greet', options as never);
    const { files, disabled } = await emit(out, { emit: 'c' });
    expect(disabled).toBe(1);
    for (const compiler of compilers) expect(failing(compiler, join(out, 'emitted'), files[0])).toEqual([]);
    const place = join(folder, 'greet-shell');
    await emit(out, { emit: 'shell', out: place });
    const program = join(folder, 'greet-program');
    execFileSync('gcc', ['-o', program, source]);
    const run = spawnSync(join(place, 'run.sh'), [program], { encoding: 'utf8' });
    expect(run.stdout).toMatch(/^ok \w+ # SKIP abort in main/m);
    expect(run.stdout).not.toMatch(/^not ok/m);
    expect(run.status).toBe(0);
    execFileSync('gcc', ['-o', program, write('greeted.c', greet.replace('"hello"', '"hullo"'))]);
    const changed = spawnSync(join(place, 'run.sh'), [program], { encoding: 'utf8' });
    expect(changed.status).toBe(1);
    expect(changed.stdout).toMatch(/^not ok \w+ # stdout|^not ok \w+ # {2}stdout/m);
    expect(changed.stdout).toMatch(/^ok \w+$/m);
  },
);

test.skipIf(!has('gcc'))('a fuzz harness as C, for AFL, and for KLEE and Test-Comp', async () => {
  const source = write(
    'harness.c',
    '#include <stddef.h>\n#include <stdint.h>\nint LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) { if (n > 1 && d[0] == 7) return d[1] == 9 ? -1 : 0; return 0; }\n',
  );
  const out = await explored('harness', { sources: [source], size: '0..3' } as never);
  const { files } = await emit(out, { emit: 'c' });
  expect(failing('gcc', join(out, 'emitted'), files[0])).toEqual([]);
  const into = async (format: EmitFormat) => {
    const place = join(folder, `harness-${format}`);
    await emit(out, { emit: format, out: place });
    return readdirSync(place).map((name) => join(place, name));
  };
  const queue = await into('afl');
  expect(queue.length).toBeGreaterThan(1);
  expect(queue.some((file) => readFileSync(file)[0] === 7)).toBe(true);
  for (const file of await into('ktest')) {
    expect(readKtest(readFileSync(file), file).objects.map(({ name }) => name)).toEqual(['data length', 'data']);
  }
  const xml = await into('test-comp');
  expect(xml.some((file) => file.endsWith('metadata.xml'))).toBe(true);
  expect(readFileSync(xml[0], 'utf8')).toMatch(/<testcase[^>]*>\n {2}<input variable="data length">/);
});

test.skipIf(!has('cmake') || !has('gcc'))('ctest', async () => {
  const place = join(folder, 'ctest');
  await emit(join(folder, 'c-sell'), { emit: 'ctest', out: place });
  mkdirSync(join(place, 'build'));
  execFileSync('cmake', ['..'], { cwd: join(place, 'build'), stdio: 'pipe' });
  execFileSync('cmake', ['--build', '.'], { cwd: join(place, 'build'), stdio: 'pipe' });
  const { stdout, status } = spawnSync('ctest', [], { cwd: join(place, 'build'), encoding: 'utf8' });
  expect(stdout).toMatch(/100% tests passed/);
  expect(status).toBe(0);
});

test('formats that need a framework name every test, and disable the same', async () => {
  const cmocka = await emit(join(folder, 'c-sell'), { emit: 'cmocka', out: join(folder, 'cmocka') });
  const group = readFileSync(join(folder, 'cmocka', cmocka.files[0]), 'utf8');
  expect(group.match(/cmocka_unit_test\(/g)).toHaveLength(cmocka.tests);
  expect(group.match(/skip\(\);/g)).toHaveLength(1);
  const google = await emit(join(folder, 'c-sell'), { emit: 'googletest', out: join(folder, 'googletest') });
  const cc = readFileSync(join(folder, 'googletest', google.files[1]), 'utf8');
  expect(cc.match(/^TEST\(sell, /gm)).toHaveLength(google.tests);
  expect(cc.match(/^TEST\(sell, DISABLED_/gm)).toHaveLength(1);
});

test('the fewest sets that have all points, of equally few the first', () => {
  const set = (...points: number[]) => {
    const bits = new Uint8Array(2);
    for (const point of points) bits[point >> 3] |= 1 << (point & 7);
    return bits;
  };
  // Greedy takes the large one and needs three.
  expect(minimalCover([set(0, 1, 2, 3), set(0, 1, 4, 5), set(2, 3, 6, 7)])).toEqual([1, 2]);
  expect(minimalCover([set(1), set(0, 1), set(1, 0)])).toEqual([1]);
  expect(minimalCover([set(1), set(9)], set(9))).toEqual([0]);
  expect(minimalCover([])).toEqual([]);
});

test('bad input is a sentence', async () => {
  await expect(emit(join(folder, 'nothing'), { emit: 'c' })).rejects.toThrow(
    /There are no tests in .*explore into it first/,
  );
  await expect(emit(join(folder, 'c-sell'), { emit: 'shell' })).rejects.toThrow(/use --emit c/);
  await expect(emit(join(folder, 'c-sell'), { emit: 'junit' as never })).rejects.toThrow(/emit/);
});
