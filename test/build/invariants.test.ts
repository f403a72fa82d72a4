import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { decode } from '../../src/wasm/decode.js';
import { readDebugInfo } from '../../src/wasm/dwarf/index.js';
import { readNames } from '../../src/wasm/names.js';
import { opcodes } from '../../src/wasm/opcodes.js';
import { importedFunctions } from '../../src/wasm/types.js';
import { isAskedOf } from '../support/cases.js';
import { syntaxTree } from './ast.js';
import { demandsOf } from './expected-code.js';
import { buildFiles, buildSource, type Compiler, compilers, hasNative, startReactor } from './support.js';

/** What a function became. */
interface Made {
  branches: number;
  lines: Set<number>;
}

function madeOf(wasm: Uint8Array): Map<string, Made> {
  const module = decode(wasm);
  const names = readNames(module);
  const { lines: table } = readDebugInfo(module.customs);
  const imported = importedFunctions(module).length;
  const made = new Map<string, Made>();
  module.bodies.forEach((body, index) => {
    const one: Made = { branches: 0, lines: new Set() };
    for (const { op, at } of body.code) {
      const name = opcodes.get(op)!.name;
      if (name === 'br_if' || name === 'if' || name === 'br_table') one.branches++;
      const row = table.indexAt(at);
      if (row >= 0) one.lines.add(table.lineOf(row));
    }
    made.set(names.functions.get(index + imported)!, one);
  });
  return made;
}

async function checkSource(source: string, compiler: Compiler, path?: string): Promise<void> {
  const demands = demandsOf(await syntaxTree(source));
  expect(demands.length).toBeGreaterThan(0);
  const options = { compiler, entry: demands[0].name, flags: ['-Wl,--no-gc-sections'] };
  const built = await (path ? buildSource(path, options) : buildFiles({ 'f.c': source }, options));
  const made = madeOf(built.wasm);
  for (const { name, branches, lines } of demands) {
    // A main without parameters goes by another name, and main only calls it.
    const one = (name === 'main' ? made.get('__original_main') : undefined) ?? made.get(name);
    expect(one, name).toBeDefined();
    expect(one!.branches, `branches of ${name}`).toBeGreaterThanOrEqual(branches);
    expect(
      [...lines].filter((line) => !one!.lines.has(line)),
      `lines of ${name} without code`,
    ).toEqual([]);
  }
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const examples = ['test/programs', 'examples'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.c'))
    .map((name) => join(folder, name)),
);

/** Everything the language has that decides or jumps. */
const ALL_STATEMENTS = `
#include <stdlib.h>
static int sink;
void nothing(int x) {
  if (x)
    return;
  sink = x;
  return;
}
int jumps(int x, int y) {
  int i;
  int z = 3;
  for (i = 0; i < x; i++) {
    if (i == 3)
      continue;
    if (i == 5)
      break;
    sink += i;
  }
  while (x > 0) {
    x--;
    if (x == y)
      goto out;
    else
      continue;
  }
  do {
    y--;
    if (y & 1)
      continue;
  } while (y > 0);
  switch (y) {
  case 1:
    break;
  case 2:
    z++;
    /* fall through */
  case 9:
    z--;
    break;
  default:
    break;
  }
  switch (x) {
  case 1000:
  case -5:
  case 70000:
    return 4;
  case 12:
    break;
  }
out:
  z;
  sink;
  (void)sink;
  x && y && (z = 3);
  x || (z = 4);
  return z ? 1 : 0;
}
int values(int x, int y, const char *s) {
  int a = x ? 4 : 5;
  int b = x && y;
  int c = x || !y;
  const char *t = x > y ? "yes" : "no";
  double d = y ? 1.5 : 2.5;
  long long e = y > 3 ? 1LL << 40 : -1;
  a = x ? y ? 1 : 2 : y ? 3 : 4;
  if (x ? y : a)
    abort();
  if (y == 4)
    abort();
  if (y == 5)
    abort();
  return a + b + c + *t + (int)d + (int)e + (s ? *s : 0);
}
void loops(void) {
  for (;;)
    if (sink++)
      return;
}
`;

/** Each fails for what it does, although nobody looks at the result. */
const DEAD_ACCESSES = `
int load(int *p) { p[1]; return 0; }
int load_void(int *p) { (void)*p; return 0; }
struct s { char a; short b; long long c; double d; };
int load_members(struct s *p) { p->b; return 0; }
int load_double(struct s *p) { (void)p->d; return 0; }
int load_byte(char *p) { *p; return 0; }
int comma(char *p) { return *p, 0; }
int copied(struct s *p) { struct s c = *p; return 0; }
int stored(int *p) { *p = 1; *p = 2; return 0; }
int divided(int *p) { 7 / ((int)p + 1); return 0; }
int remainder64(int *p) { long long x = 7; x % ((int)p + 1LL); return 0; }
int literal(int *p) { (int)p / 0; return 0; }
int literal_used(int *p) { return (int)p % 0; }
int in_condition(int *p) { if (*p) ; return 0; }
`;
const WILD = -1 & ~15;

describe.each(compilers)('what the %s compiler may not do', (compiler) => {
  it('every branch and every statement of the language is there', async () => {
    await checkSource(ALL_STATEMENTS, compiler);
  });

  it('no access or division disappears', async () => {
    const names = [...DEAD_ACCESSES.matchAll(/^int (\w+)\(/gm)].map((match) => match[1]);
    const table = `int all(int which, int p) { switch (which) { ${names.map((name, i) => `case ${i}: return ${name}((void *)p);`).join('\n')} } return 0; }`;
    const built = await buildFiles({ 'd.c': DEAD_ACCESSES + table }, { compiler, entry: 'all' });
    const { exports } = startReactor(built.wasm);
    const quiet = names.filter((name, i) => {
      // -1 makes the divisors zero, an address near the end of memory no program has makes accesses trap.
      const value = /divided|remainder|literal/.test(name) ? -1 : WILD;
      try {
        exports.all(i, value);
        return true;
      } catch (error) {
        expect(error).toBeInstanceOf(WebAssembly.RuntimeError);
        return false;
      }
    });
    expect(quiet).toEqual([]);
  });

  it('a check that fails at --opt 1 fails at its own line', async () => {
    const source = `#include <stdlib.h>
      int f(int x) {
        if (x == 1)
          abort();
        if (x == 2)
          abort();
        return x == 77 ? 3 : 4;
      }`;
    const built = await buildFiles({ 'o.c': source }, { compiler, entry: 'f', opt: 1 });
    const made = madeOf(built.wasm).get('f')!;
    expect([...made.lines]).toEqual(expect.arrayContaining([4, 6]));
    expect(made.branches).toBeGreaterThanOrEqual(3);
  });
});

describe('over all examples', () => {
  // One compiler is enough here; the other was checked above, and the natural choice is the fast one.
  it.each(examples.filter((path) => isAskedOf(path, 3)))('%s', async (path) => {
    const file = join(root, path);
    await checkSource(readFileSync(file, 'utf8'), hasNative ? 'native' : 'embedded', file);
  });
});
