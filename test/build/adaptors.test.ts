import { describe, expect, it } from 'vitest';
import { explore } from '../../src/index.js';
import { buildFiles, compilers, startReactor, writeFiles } from './support.js';

describe.each(compilers)('declared otherwise than defined, %s compiler', (compiler) => {
  it('a result that nobody takes, arguments too many: the call is made, as on a machine', async () => {
    const { wasm } = await buildFiles(
      {
        'f.c': `
          void note(int);
          long long sum(int, long long, double, int);
          int count(void), other(int);
          int f(int x) {
            note(x);
            note(1);
            int more = other(x);
            return (int)sum(x, 100, 0.5, 7) * 1000 + count() + more;
          }`,
        'g.c': `
          static int noted;
          int note(int x) { noted += x; return noted; }
          long long sum(int a, long long b) { return a + b; }
          int count(void) { return noted; }`,
        'h.c': `
          int note(int, int);
          void sum(int, long long);
          int other(int x) { sum(x, 1); return note(x, 9) + 200; }`,
      },
      { compiler, entry: 'f' },
    );
    expect(startReactor(wasm).exports.f(5)).toBe(105 * 1000 + (5 + 1 + 5) + (5 + 1 + 5 + 200));
  });

  it('a result that is not there and that nobody takes, as of a function that nothing declares', async () => {
    const { wasm } = await buildFiles(
      {
        'f.c': 'int count(void);\nint f(int x) { note(x); note(1); return count(); }',
        'g.c': 'static int noted;\nvoid note(int x) { noted += x; }\nint count(void) { return noted; }',
      },
      { compiler, entry: 'f' },
    );
    expect(startReactor(wasm).exports.f(5)).toBe(6);
  });

  it.each([
    ['a result out of nothing', 'int g(int);\nint f(int x) { return g(x); }', 'void g(int a) {}'],
    [
      'an argument out of nothing',
      'int g(int);\nint f(int x) { return g(x); }',
      'int g(int a, int b) { return a + b; }',
    ],
    ['both at once', 'void g(int, int);\nint f(int x) { g(x, 1); return 0; }', 'int g(int a) { return a; }'],
    ['a number as another', 'int g(double, int);\nint f(int x) { return g(x, 1); }', 'int g(int a) { return a; }'],
  ])('%s stays an error', async (_, caller, callee) => {
    const failed = buildFiles({ 'f.c': caller, 'g.c': callee }, { compiler, entry: 'f' });
    await expect(failed).rejects.toThrow(/^The function g is .*wrong prototype would trap/);
  });
});

it('a bug behind such a call is told at its own line', async () => {
  const folder = writeFiles({
    'f.c': 'void check(int, int);\nvoid f(int x) {\n  if (x > 10)\n    check(x, 3);\n}\n',
    'g.c': 'int log_level;\nvoid check(int x) {\n  log_level = 100 / (x - 77);\n}\n',
  });
  const summary = await explore({ sources: [`${folder}/f.c`, `${folder}/g.c`], entry: 'f' });
  expect(summary.complete).toBe(true);
  expect(summary.findings).toMatchObject([
    { checker: 'division-by-zero', line: 3, function: 'check', confirmed: true, input: { x: 77 } },
  ]);
});
