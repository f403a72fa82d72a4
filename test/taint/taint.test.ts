import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { taintSources } from '../../src/modes/taint.js';
import { verifyCommand } from '../../src/report/verify-command.js';
import type { SourceInput } from '../../src/static/taint/flows.js';
import { parseKinds, parseParameters } from '../../src/static/taint/user-models.js';

test('the next command has the input the flows begin with', () => {
  const made = { out: 'nearmiss-out', sources: ['a.c'], entry: undefined, cFlags: [], program: 'command' } as const;
  const at = { function: 'parse', file: 'a.c', line: 3, column: 1 };
  const from = (...inputs: SourceInput[]) => [{ inputs, bytes: 0, at }];
  expect(verifyCommand({ ...made, out: 'my out', cFlags: ['-Iinclude'], from: from({ kind: 'stdin' }) })).toBe(
    "nearmiss verify 'my out/taint.sarif' a.c --out 'my out' -- -Iinclude",
  );
  const all = from(
    { kind: 'recv' },
    { kind: 'arguments', count: 2 },
    { kind: 'stdin' },
    { kind: 'file', name: 'my cfg' },
    { kind: 'environment', name: 'HOME' },
  );
  expect(verifyCommand({ ...made, compiler: 'embedded', from: all })).toBe(
    "nearmiss verify nearmiss-out/taint.sarif a.c --arg 0..8 --arg 0..8 --recv 0..16 --stdin 0..16 --file 'my cfg=0..64' --env HOME=0..16 --compiler embedded",
  );
  expect(verifyCommand({ ...made, from: from({ kind: 'named-by-argument' }) })).toMatch(
    /--arg 0\.\.8 --file input=0\.\.64$/,
  );
  expect(verifyCommand({ ...made, from: [{ inputs: [{ kind: 'stdin' }], bytes: 100, at }] })).toMatch(
    /--stdin 0\.\.100$/,
  );
  // What starts elsewhere has none of main's flags; what starts nowhere is entered where data comes in.
  expect(verifyCommand({ ...made, entry: 'f', from: all })).toBe(
    'nearmiss verify nearmiss-out/taint.sarif a.c --entry f',
  );
  expect(verifyCommand({ ...made, program: 'fuzz', from: all })).toBe('nearmiss verify nearmiss-out/taint.sarif a.c');
  expect(verifyCommand({ ...made, program: 'entry', from: from() })).toMatch(/--entry parse$/);
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nearmiss-taint-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const includes = '#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n';

/** `kind line` of each flow, lines counted from the program's own first. */
async function flowsOf(code: string, more: Partial<Parameters<typeof taintSources>[0]> = {}): Promise<string[]> {
  // The same name for the same code: it is compiled once.
  const path = join(folder, `p${createHash('sha1').update(code).digest('hex').slice(0, 8)}.c`);
  writeFileSync(path, includes + code);
  const { flows, isSettled } = await taintSources({ sources: [path], ...more });
  expect(isSettled).toBe(true);
  return [...new Set(flows.map(({ kind, at }) => `${kind} ${at.line - 4}`))];
}

const byLine = (a: string, b: string) => Number(a.split(' ')[1]) - Number(b.split(' ')[1]);

describe('data from outside is followed', () => {
  const cases: { what: string; code: string; expected: string[] }[] = [
    {
      what: 'into a size, through a struct read from a file',
      code: `struct header { int kind, size; };
int main(void) {
  struct header h;
  fread(&h, sizeof h, 1, stdin);
  return malloc(h.size) != 0;
}`,
      expected: ['allocation-size 5'],
    },
    {
      what: 'into an index, whoever uses it',
      code: `static char table[10][8];
int main(int argc, char **argv) {
  strcpy(table[argv[1][0] - '0'], "text");
  return 0;
}`,
      expected: ['array-index 3'],
    },
    {
      what: 'only from the field that holds it',
      code: `struct box { int mine, theirs; };
int main(void) {
  struct box b;
  b.mine = 8;
  read(0, &b.theirs, 4);
  char *p = malloc(b.mine);
  return 7 / b.theirs;
}`,
      expected: ['divisor 7'],
    },
    {
      what: 'not into texts of the program, which nobody may write to',
      code: `int main(int argc, char **argv) {
  char buffer[8], *ends[2] = {buffer, "somebody" + argc};
  strcpy(ends[argc & 1], argv[1]);
  printf("hello %d", argc);
  return printf(buffer);
}`,
      expected: ['array-index 3', 'format 5'],
    },
    {
      what: 'not past the store that overwrites it',
      code: `int main(void) {
  int n = getchar();
  n = 5;
  char *p = malloc(n);
  n = getchar();
  return malloc(n) == p;
}`,
      expected: ['allocation-size 6'],
    },
    {
      what: 'through functions, and back',
      code: `static int twice(int v) { return 2 * v; }
static void place(int *where, int v) { *where = v; }
int main(int argc, char **argv) {
  int n;
  place(&n, twice(atoi(argv[1])));
  return 100 % n;
}`,
      expected: ['divisor 6'],
    },
    {
      what: 'through a global and a pointer to a function',
      code: `static unsigned length;
static void keep(int v) { length = v; }
static void (*handler)(int) = keep;
int main(void) {
  char to[8], from[64] = {0};
  handler(getchar());
  memcpy(to, from, length);
  return to[0];
}`,
      expected: ['copy-length 7'],
    },
    {
      what: 'from the environment into a command and a format',
      code: `int main(void) {
  char *name = getenv("NAME");
  char line[64];
  snprintf(line, sizeof line, "echo %s", name);
  printf(line);
  return system(line);
}`,
      expected: ['format 5'],
    },
    {
      what: 'from getline, with sscanf, into an index',
      code: `int table[8];
int main(void) {
  char *line = 0; size_t most = 0;
  int at = 0;
  getline(&line, &most, stdin);
  sscanf(line, "%d", &at);
  return table[at];
}`,
      expected: ['array-index 7'],
    },
    {
      what: 'in static buffers, read through pointers and indices',
      code: `struct record { int kind, length; };
static unsigned char bytes[64], *at = bytes;
static struct record records[8];
static int next(void) { return *at++; }
static unsigned word(int i) { return bytes[i] | bytes[i + 1] << 8; }
static int field(struct record *list) {
  for (; list->kind; list++) ;
  return list->length;
}
static int line_length(void) {
  static char line[48];
  fgets(line, sizeof line, stdin);
  char *end = line;
  while (*end != ' ') end++;
  return *end;
}
int main(int argc, char **argv) {
  fread(bytes, 1, sizeof bytes, stdin);
  unsigned char *p = bytes;
  if (argc > 1) p = bytes + 40;
  int sum = 1 / *p;
  sum += 2 / bytes[argc];
  while (--argc) next();
  sum += 3 / next();
  records[argc].length = word(argc);
  sum += 4 / field(records);
  return sum / line_length();
}`,
      expected: [21, 22, 24, 26, 27].map((line) => `divisor ${line}`),
    },
    {
      what: 'as annotated: parameters, results and globals',
      code: `#define TAINTED __attribute__((annotate("tainted")))
struct pair { int a, b; };
TAINTED int limit;
static TAINTED char *text;
static TAINTED unsigned char table[4];
static TAINTED int mine(void) { return 3; }
TAINTED char *packet(void) { static char p[4]; return p; }
static int inside(TAINTED int n, int m, struct pair TAINTED v, TAINTED char *s) {
  int r = 1 / n;
  r += 2 / m;
  r += 3 / v.b;
  return r + 4 / s[1];
}
int main(void) {
  struct pair v = {1, 2};
  char own[2] = {1, 1};
  int r = 5 / limit;
  r += 6 / text[0];
  r += 7 / table[1];
  r += 8 / mine();
  r += 9 / packet()[0];
  return r + 10 / own[1] + inside(1, 2, v, own);
}`,
      expected: [9, 11, 12, 17, 18, 19, 20, 21].map((line) => `divisor ${line}`),
    },
    {
      what: 'nowhere if it is only compared',
      code: `int main(void) {
  int c = getchar();
  char *p = malloc(c > 3 ? 16 : 8);
  return p == 0;
}`,
      expected: [],
    },
  ];
  for (const { what, code, expected } of cases) {
    // wasi-libc has no system(): that one ends at the format.
    test(what, async () => {
      const compiled = code.replace('return system(line);', 'return 0;');
      expect((await flowsOf(compiled)).sort(byLine)).toEqual(expected);
    });
  }

  test('to sinks and from sources of the user’s own', async () => {
    const code = `int net_length(void) { return 4; }
void my_alloc(int size) { }
int main(void) {
  my_alloc(net_length());
  return 0;
}`;
    expect(await flowsOf(code)).toEqual([]);
    const own = {
      from: parseParameters('net_length:return', '--sources'),
      into: parseParameters('my_alloc:1:allocation-size # ours', '--sinks'),
    };
    expect(await flowsOf(code, own)).toEqual(['allocation-size 4']);
    await expect(flowsOf(code, { from: parseParameters('net_read:2', '--sources') })).rejects.toThrow(/net_read/);
    expect(() => parseParameters('net_read', '--sources')).toThrow(/net_read:2/);
    expect(() => parseParameters('my_alloc:1:sizes', '--sinks')).toThrow(/allocation-size/);
  });

  test('from a parameter of the user’s own function, inside it', async () => {
    const code = `static int table[8];
static int handle(const int *packet, int kind) {
  return table[packet[1]] + table[kind];
}
int main(void) {
  int packet[2] = {0};
  return handle(packet, 1);
}`;
    expect(await flowsOf(code)).toEqual([]);
    expect(await flowsOf(code, { from: parseParameters('handle:1', '--sources') })).toEqual(['array-index 3']);
    expect(await flowsOf(code, { from: parseParameters('handle:2', '--sources') })).toEqual(['array-index 3']);
  });

  test('from the arguments of an entry, with the comparison on the way', async () => {
    const path = join(folder, 'entry.c');
    writeFileSync(path, 'int pick(int *table, int at) {\n  if (at > 7) return 0;\n  return table[at];\n}\n');
    const { flows } = await taintSources({ sources: [path], entry: 'pick' });
    expect(
      flows.map(({ kind, at, source, comparisons }) => [kind, at.line, source.name, comparisons.map((c) => c.line)]),
    ).toEqual([['array-index', 3, 'at', [2]]]);
  });
});

test('what only hands a size on to malloc is an allocation itself; kinds are chosen', async () => {
  const code = `static void *xmalloc(size_t size) {
  if (size == 0) size = 1;
  return malloc(size);
}
static void *checked(size_t size) { return size > 100 ? 0 : xmalloc(size); }
int main(void) {
  unsigned char n[2];
  read(0, n, 2);
  char *a = xmalloc(n[0]);
  char *b = checked(n[1]);
  return n[a == b];
}
`;
  const path = join(folder, 'wrapped.c');
  writeFileSync(path, includes + code);
  const { flows } = await taintSources({ sources: [path], kinds: ['allocation-size'] });
  expect(flows.map(({ sink, at, inner, isGuarded }) => [sink, at.line - 4, inner!.line - 4, isGuarded])).toEqual([
    ['xmalloc', 9, 3, false],
    ['checked', 10, 3, true],
  ]);
  expect((await taintSources({ sources: [path], kinds: ['divisor', 'format'] })).flows).toEqual([]);
  expect(() => parseKinds(['sizes'])).toThrow(/allocation-size.*not 'sizes'/);
});
