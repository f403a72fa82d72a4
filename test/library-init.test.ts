import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { init, UserError } from '../src/index.js';
import { cFile } from '../src/library/init/c-files.js';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-init-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const fuzz = (call: string) =>
  `#include "api.h"\nint LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return ${call}(data, size); }\n`;

describe('what init finds', () => {
  test('harnesses and mains, the files they need, and where headers lie', () => {
    const folder = project({
      'fuzz/one.c': fuzz('parse'),
      'fuzz/two.c': fuzz('other'),
      'src/parse.c': '#include "parse.h"\nint\nparse(const char *s, int n)\n{\n  return helper(s, n);\n}\n',
      'src/parse.h': '',
      'src/helper.c': 'int helper(const char *s, int n) { return *s + n; }\nstatic int other(void) { return 0; }\n',
      'src/other.c': 'int other(const char *s, int n) { return 0; }\n',
      'include/lib/api.h': '',
      'tools/tool.c': '// int main(void) {\nint main(int argc, char **argv) { return parse(argv[1], 0); }\n',
      'tools/quiet.c': '/* reads argv[1] */\nint main(void) { return 0; }\n',
      'nearmiss-out/old.c': 'int main(void) { return 0; }\n',
    });
    const { harnesses, defaults } = init(folder);
    expect(defaults).toEqual({ time: '60s' });
    expect(harnesses).toEqual({
      one: { sources: ['fuzz/one.c', 'src/helper.c', 'src/parse.c'], flags: ['-Iinclude/lib'], size: '0..16' },
      two: { sources: ['fuzz/two.c', 'src/other.c'], flags: ['-Iinclude/lib'], size: '0..16' },
      quiet: { sources: ['tools/quiet.c'], stdin: '0..8' },
      tool: { sources: ['tools/tool.c', 'src/helper.c', 'src/parse.c'], arg: ['0..4'] },
    });
    expect(JSON.parse(readFileSync(join(folder, 'nearmiss.config.json'), 'utf8'))).toEqual({ defaults, harnesses });
  });

  test('of two that define a function, the one that lies nearer; names that are taken get longer', () => {
    const lib = 'int parse(const char *s, int n) { return n; }\n';
    const folder = project({ 'a/fuzz.c': fuzz('parse'), 'a/p.c': lib, 'b/fuzz.c': fuzz('parse'), 'b/p.c': lib });
    expect(init(folder).harnesses).toMatchObject({
      fuzz: { sources: ['a/fuzz.c', 'a/p.c'] },
      'b-fuzz': { sources: ['b/fuzz.c', 'b/p.c'] },
    });
  });

  test("an editor's schema, where nearmiss is installed", () => {
    const installed = 'node_modules/nearmiss/dist/config.schema.json';
    const folder = project({ 'a.c': 'int main(void) { return 0; }\n', [installed]: '{}' });
    expect(init(folder).$schema).toBe(`./${installed}`);
  });
});

describe('what init has nothing to write for', () => {
  test.each([
    [{}, /There is no C file \(\*\.c\) in /],
    [
      { 'lib.c': 'int parse(const char *text) { return *text; }\n' },
      /name a function, as in .*lib\.c --entry parse\.$/,
    ],
    [{ 'lib.c': 'int twice(int x) { return 2 * x; }\n' }, /as in .*lib\.c --entry <function>\.$/],
  ])('%j', (files, message) => {
    const folder = project(files as Record<string, string>);
    expect(() => init(folder)).toThrow(message);
    expect(() => init(folder)).toThrow(UserError);
  });

  test('a folder that is not there', () => expect(() => init('/no/such/folder')).toThrow(/There is no folder/));

  test('a config that is there stays', () => {
    const folder = project({ 'a.c': 'int main(void) { return 0; }\n', 'nearmiss.config.json': 'mine' });
    expect(() => init(folder)).toThrow(/is there already/);
    expect(readFileSync(join(folder, 'nearmiss.config.json'), 'utf8')).toBe('mine');
  });
});

test('definitions are told from calls, prototypes, comments and strings', () => {
  const { defines, calls, includes } = cFile(
    'f.c',
    `#include "a.h"
// #include "b.h"
/* int no(void) { } */
int prototype(int);
const char *text = "int no_either(void) {";
static int own(int x) { return x; }
unsigned long long
split(const char *s,
      int n) {
  if (n) { return called(s); }
  while (n) { }
  return own(n);
}
struct pair make(void) { return (struct pair){ 1, 2 }; }
`,
  );
  expect([...defines]).toEqual(['split', 'make']);
  expect(includes).toEqual(['a.h']);
  expect(calls).toContain('called');
});
