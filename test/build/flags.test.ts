import { describe, expect, it } from 'vitest';
import { sortFlags } from '../../src/build/flags.js';
import { buildFiles, compilers, startReactor } from './support.js';

describe('C flags', () => {
  it('are sorted by who needs them', () => {
    const flags = [
      '-Ia',
      '-I',
      'b',
      '-DX=1',
      '-D',
      'Y',
      '-lz',
      '-L',
      'lib',
      '-Wl,--foo',
      '-isystem',
      'sys',
      '-iquote',
      'q',
    ];
    expect(sortFlags([...flags, '-O2', '-g3', '-o', 'out', '-c', '-include', 'pre.h', 'x.a'])).toEqual({
      compile: ['-Ia', '-I', 'b', '-DX=1', '-D', 'Y', '-isystem', 'sys', '-iquote', 'q', '-include', 'pre.h'],
      link: ['-lz', '-L', 'lib', '-Wl,--foo', 'x.a'],
      includeFolders: ['q', 'a', 'b', 'sys'],
      forcedIncludes: ['pre.h'],
    });
  });

  describe.each(compilers)('with the %s compiler', (compiler) => {
    const run = async (files: Record<string, string>, flags: string[] = [], sources?: string[]) => {
      const built = await buildFiles(files, { compiler, entry: 'f', flags, ...(sources ? { sources } : {}) });
      return startReactor(built.wasm).exports.f(1);
    };

    it('-I, -D, -U, -include and -std= reach clang', async () => {
      const files = {
        'f.c':
          '#include <conf.h>\n#ifdef GONE\n#error\n#endif\nint f(int x) { return CONF + PRE + DEF + (__STDC_VERSION__ == 199901L); }',
        'deep/inc/conf.h': '#include "more/second.h"\n#define CONF SECOND',
        'deep/inc/more/second.h': '#define SECOND 100',
        'pre.h': '#define PRE 20',
      };
      expect(await run(files, ['-Ideep/inc', '-DDEF=3', '-DGONE', '-UGONE', '-include', 'pre.h', '-std=c99'])).toBe(
        124,
      );
    });

    it('headers beside, above and included through a macro are found', async () => {
      const files = {
        'lib/src/f.c':
          '#include "near.h"\n#include "../up.h"\n#define NAME "computed.h"\n#include NAME\nint f(int x) { return NEAR + UP + COMPUTED; }',
        'lib/src/near.h': '#define NEAR 1',
        'lib/src/computed.h': '#include "table.inc"\n#define COMPUTED TABLE',
        'lib/src/table.inc': '#define TABLE 4',
        'lib/up.h': '#include "src/near.h"\n#define UP 2',
      };
      expect(await run(files)).toBe(7);
    });

    it('a folder means every C file below it, one may include another, and order is by name', async () => {
      const files = {
        'project/a.c': 'int a(int x) { return x + 1; }',
        'project/sub/b.c': 'int a(int);\nint f(int x) { return a(x) * 5; }',
        'project/.hidden/c.c': 'int f(int x) { return 0; }',
      };
      expect(await run(files, [], ['project'])).toBe(10);
    });

    it('a header that appears in an earlier folder is taken', async () => {
      const files = {
        'f.c': '#include <v.h>\nint f(int x) { return V; }',
        'one/v.h': '#define V 1',
        'two/v.h': '#define V 2',
      };
      expect(await run(files, ['-Ione', '-Itwo'])).toBe(1);
      expect(await run(files, ['-Itwo', '-Ione'])).toBe(2);
    });

    it('flags of a project’s own build do no harm', async () => {
      expect(
        await run({ 'f.c': 'int f(int x) { return x; }' }, [
          '-O3',
          '-g',
          '-march=native',
          '-fPIC',
          '-pthread',
          '-lm',
          '-Wall',
          '-Werror',
          '-fsanitize=undefined',
        ]),
      ).toBe(1);
    });

    it('only a fuzz harness is built as one', async () => {
      const source = `#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
        #error not wanted here
        #endif
        int f(int x) { return x; }`;
      expect(await run({ 'f.c': source, 'g.c': 'int f(int);' }, [], ['f.c', './f.c', 'g.c'])).toBe(1);
    });

    it('nearmiss.h and klee/klee.h are on the include path', async () => {
      const source = `#include <nearmiss.h>
        #include <klee/klee.h>
        int f(int x) { nearmiss_assume(x > 0); nearmiss_assert(x == 1); klee_assert(x); klee_make_symbolic(&x, sizeof x, "x"); return x; }`;
      expect(await run({ 'f.c': source })).toBe(1);
    });
  });
});
