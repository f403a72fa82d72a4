import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { taintSources } from '../../src/modes/taint.js';
import { verifyCommand } from '../../src/report/verify-command.js';
import { parseParameters } from '../../src/static/taint/user-models.js';

test('the next command has the input the flows begin with', () => {
  const made = { out: 'my out', sources: ['a.c'], entry: undefined, cFlags: ['-Iinclude'] };
  const from = (...names: string[]) => names.map((source) => ({ source }));
  expect(verifyCommand({ ...made, flows: from('fgets') })).toBe(
    "nearmiss verify 'my out/taint.sarif' a.c -- -Iinclude",
  );
  expect(verifyCommand({ ...made, out: 'o', cFlags: [], flows: from('recv', 'argv', 'fgets') })).toBe(
    'nearmiss verify o/taint.sarif a.c --recv 0..16 --arg 0..8 --stdin 0..16',
  );
  expect(verifyCommand({ ...made, out: 'o', cFlags: [], entry: 'f', flows: from('recv') })).toBe(
    'nearmiss verify o/taint.sarif a.c --entry f',
  );
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nearmiss-taint-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const includes = '#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n';

/** `kind line` of each flow, lines counted from the program's own first. */
async function flowsOf(code: string, more: Partial<Parameters<typeof taintSources>[0]> = {}): Promise<string[]> {
  const path = join(folder, `p${Math.random().toString(36).slice(2)}.c`);
  writeFileSync(path, includes + code);
  const { flows, isSettled } = await taintSources({ sources: [path], ...more });
  expect(isSettled).toBe(true);
  return [...new Set(flows.map(({ kind, at }) => `${kind} ${at.line - 4}`))];
}

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
      what: 'with sscanf, into an index',
      code: `int table[8];
int main(void) {
  char line[32];
  int at = 0;
  fgets(line, sizeof line, stdin);
  sscanf(line, "%d", &at);
  return table[at];
}`,
      expected: ['array-index 7'],
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
      expect(await flowsOf(compiled)).toEqual(expected);
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
