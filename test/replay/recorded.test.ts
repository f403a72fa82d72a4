import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { main } from '../../src/cli/main.js';
import { explore, replay } from '../../src/index.js';
import { describeWith, noSanitizers } from '../support/describe-with.js';

/** A saved test holds a later run to all that its run did. */
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-recorded-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
}

async function type(...words: string[]) {
  const said = { out: '', err: '' };
  const code = await main(words, {
    stdout: { write: (text) => (said.out += text) },
    stderr: { write: (text) => (said.err += text) },
  });
  return { code, ...said };
}

const saved = (out: string) =>
  readdirSync(join(out, 'tests')).map((name) => JSON.parse(readFileSync(join(out, 'tests', name), 'utf8')));

const shop = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct item { int count; char name[8]; };
enum kind { small, large };
enum kind sell(struct item *item, int n, char *label, const char *why) {
  if (n > item->count) { fprintf(stderr, "only %d\\n", item->count); return large; }
  if (n == 3) { printf("three of them"); strcpy(label, "three"); }
  if (n == 4) item->count = 99;
  return why[0] == '!' ? large : small;
}
`;

test('what a function gave back, wrote through its arguments and printed, whether or not it was flushed', async () => {
  const out = join(folder, 'shop-out');
  await explore({ sources: [write('shop.c', shop)], entry: 'sell', out });
  const effects = saved(out).map((each) => each.effects);
  expect(effects).toContainEqual({ returned: 0, written: { label: 'three' }, stdout: 'three of them' });
  expect(effects).toContainEqual({ returned: 1, stderr: expect.stringMatching(/^only -?\d+\\n$/) });
  expect(effects.some((each) => each.written?.item?.count === 99)).toBe(true);
  expect(effects.some((each) => each.written?.why)).toBe(false);
  expect((await replay([out])).map(({ differences }) => differences.length)).not.toContain(1);
});

test.each([
  ['printed', 'three of them', 'three of those', 'stdout'],
  ['printed as an error', 'only %d', 'just %d', 'stderr'],
  ['written to a buffer', '"three")', '"tres")', 'written'],
  ['written to a struct', '= 99', '= 98', 'written'],
  ['given back', "'!'", "'?'", 'returned'],
  ['done at all', 'item->count = 99', 'exit(3)', 'exitCode'],
])('other sources: what is %s counts', async (_, before, after, what) => {
  const other = write('other.c', shop.replace(before, after));
  const out = join(folder, 'shop-out');
  const { code, out: text } = await type('replay', out, '--json', '--', other);
  const summary = JSON.parse(text);
  expect(code).toBe(1);
  expect(summary).toMatchObject({ command: 'replay', passed: false });
  const different = summary.results.filter((each: { asRecorded: boolean }) => !each.asRecorded);
  expect(different.length).toBeGreaterThan(0);
  expect(different.length).toBeLessThan(summary.tests);
  for (const { differences } of different)
    expect(differences.map((each: { what: string }) => each.what)).toContain(what);
});

test('tests find their program from any folder, and --update accepts what they do now', async () => {
  const home = join(folder, 'home');
  const source = write(
    'home/src/greet.c',
    '#include <stdio.h>\nint main(void) { puts(getchar() == 97 ? "A" : "?"); return 0; }\n',
  );
  const before = process.cwd();
  process.chdir(home);
  try {
    expect((await type('explore', 'src/greet.c', '--stdin', '1', '--out', 'kept', '--quiet')).code).toBe(0);
  } finally {
    process.chdir(before);
  }
  const kept = join(home, 'kept');
  expect(await type('replay', kept, '--quiet')).toMatchObject({ code: 0, out: '' });
  expect(process.cwd()).toBe(before);
  writeFileSync(source, readFileSync(source, 'utf8').replace('"A"', '"B"'));
  const changed = await type('replay', kept, '--quiet');
  expect(changed.code).toBe(1);
  expect(changed.out).toMatch(/stdout: recorded "A\\\\n", now "B\\\\n"/);
  // Nothing fails, so it passes; but it is not as recorded.
  expect((await type('replay', kept, '--pass', '--quiet')).code).toBe(0);
  expect((await type('replay', kept, '--update', '--quiet')).code).toBe(0);
  expect((await type('replay', kept, '--quiet')).code).toBe(0);
  expect(saved(kept).map(({ effects }) => effects.stdout)).toContain('B\\n');
});

test('a failure that a test did not have is a difference, and so is one that it no longer has', async () => {
  const divide = (guard: string) => `int share(int n, int d) { ${guard} return n / d; }\n`;
  const out = join(folder, 'share-out');
  await explore({
    sources: [write('share.c', divide('if (n > 100 && d == 0) return -1; if (n <= 100) return 0;'))],
    entry: 'share',
    out,
  });
  const worse = write('worse.c', divide('if (n <= 100) return 0;'));
  const told = await type('replay', out, '--quiet', '--', worse);
  expect(told.code).toBe(1);
  expect(told.out).toMatch(/did not fail when it was recorded: .*division by zero/);
  const failing = join(folder, 'worse-out');
  await explore({ sources: [worse], entry: 'share', out: failing });
  const fixed = await type('replay', failing, '--quiet', '--', join(folder, 'share.c'));
  expect(fixed.code).toBe(1);
  expect(fixed.out).toMatch(/no longer fails: .*division by zero/);
  expect((await type('replay', failing, '--pass', '--quiet', '--', join(folder, 'share.c'))).code).toBe(0);
});

describeWith(noSanitizers(), 'natively', () => {
  test('code of headers and of included sources is the user’s', async () => {
    write('parts/table.h', 'static int at(int i) { int t[4] = {1, 2, 3, 4}; return t[i]; }\n');
    write('parts/divide.c', 'static int divide(int n) { return 10 / n; }\n');
    const source = write(
      'whole.c',
      '#include <table.h>\n#include "parts/divide.c"\nint whole(int x) { return x > 3 && x < 6 ? at(x) : divide(x - 9); }\n',
    );
    const out = join(folder, 'whole-out');
    const flags = [`-I${join(folder, 'parts')}`];
    const { findings } = await explore({ sources: [source], flags, entry: 'whole', out });
    expect(findings.map(({ file }) => file.replace(/.*\//, '')).sort()).toContain('table.h');
    expect(findings.map(({ file }) => file.replace(/.*\//, '')).sort()).toContain('divide.c');
    const replayed = await replay(
      findings.filter(({ checker }) => checker !== 'integer-overflow').map((each) => join(out, each.test)),
      { native: true },
    );
    expect(replayed.map(({ native }) => native?.verdict)).toEqual(replayed.map(() => 'reproduced'));
  });

  test('what nearmiss cc made is made again from what it was made of', async () => {
    const cc = join(folder, 'cc');
    write('cc/inc/limit.h', '#define LIMIT EXTRA\n');
    write(
      'cc/a.c',
      '#include <stdio.h>\n#include "limit.h"\nint divide(int, int);\nint main(void) { return divide(LIMIT, getchar() - 97); }\n',
    );
    write('cc/b.c', 'int divide(int a, int b) { return a / b; }\n');
    const before = process.cwd();
    process.chdir(cc);
    try {
      for (const words of [
        ['-DEXTRA=7', '-Iinc', '-c', 'a.c'],
        ['-c', 'b.c'],
        ['a.o', 'b.o', '-o', 'prog'],
      ]) {
        expect((await type('cc', ...words)).code).toBe(0);
      }
    } finally {
      process.chdir(before);
    }
    const out = join(folder, 'cc-out');
    const { findings } = await explore({ sources: [join(cc, 'prog')], stdin: 1, out });
    expect(findings).toHaveLength(1);
    const replayed = await replay([out], { native: true });
    expect(replayed.map(({ native }) => native?.verdict)).toContain('reproduced');
    expect(replayed.map(({ native }) => native?.verdict)).not.toContain('not-run');
  });
});
