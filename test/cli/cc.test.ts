import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { readCommandLine } from '../../src/build/cc/command-line.js';
import { cc, explore, UserError } from '../../src/index.js';
import { commandOf } from '../support/modules.js';

const compiler = [...commandOf('cli/main'), 'cc'].join(' ');
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-cc-'));
afterAll(() => rmSync(folder, { recursive: true }));

const has = (tool: string) => spawnSync(tool, ['--version']).status === 0;
const missing = ['make', 'ar', 'sed'].filter((tool) => !has(tool));
if (missing.length > 0) console.warn(`the project for CC="nearmiss cc" is skipped: there is no ${missing.join(', ')}`);

function shell(line: string, cwd: string) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, CC: compiler },
  });
  return { status, stdout, stderr };
}

test("cc's advice is for who builds a project", async () => {
  const source = join(folder, 'uses.c');
  writeFileSync(source, '#include "settings.h"\n');
  writeFileSync(join(folder, 'settings.h.in'), '');
  await expect(cc(['-c', source])).rejects.toThrow(
    /configure or cmake makes settings\.h from .*settings\.h\.in: run it first, with CC="nearmiss cc", and name/,
  );
  writeFileSync(source, '#include <sys/shm.h>\n');
  await expect(cc(['-c', source])).rejects.toThrow(
    /The sandbox has no sys\/shm\.h, a header of the system: configure the project without what needs it/,
  );
});

describe.skipIf(missing.length > 0)('a project with configure and make', () => {
  const project = join(folder, 'project');

  test('CC="nearmiss cc" ./configure && make, and the program explored', async () => {
    cpSync(fileURLToPath(new URL('./cc-project', import.meta.url)), project, { recursive: true });
    const configured = shell('./configure', project);
    expect(configured).toMatchObject({ status: 0, stderr: '' });
    expect(configured.stdout.split('\n').filter(Boolean)).toEqual([
      'checking whether the C compiler works... yes',
      'checking whether we are cross compiling... no',
      'checking for strtol... yes',
      'checking for frobnicate... no',
      'checking for unistd.h... yes',
      'checking for no/such.h... no',
      'checking size of long... 4',
    ]);
    expect(shell('make', project)).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(join(project, 'lib/table.d'), 'utf8')).toMatch(/^lib\/table\.o: lib\/table\.c lib\/table\.h/);
    expect(shell('make', project).stdout).toMatch(/up to date/);
    // It runs as any program does.
    expect(shell('./prog 2; ./prog', project)).toMatchObject({ status: 4, stdout: '4\n' });

    for (const source of ['prog', 'prog.wasm']) {
      const size = { min: 0, max: 1 };
      const { findings, complete } = await explore({ sources: [join(project, source)], args: [size], jobs: 1 });
      expect(findings.map(({ checker, file, line }) => [checker, file, line])).toEqual([
        ['array-overflow', join(project, 'lib/table.c'), 7],
      ]);
      expect(complete).toBe(true);
    }
  }, 240_000);
});

test('in the library: preprocessed, compiled, linked and explored', async () => {
  const place = (name: string) => join(folder, name);
  writeFileSync(place('one.c'), '#include "two.h"\nint main(int c, char **v) { return half(c > 1 ? v[1][0] : 1); }\n');
  writeFileSync(place('two.h'), 'int half(int x);\n');
  writeFileSync(place('two.c'), '#include "two.h"\nint half(int x) { return 100 / x; }\n');
  expect((await cc(['-E', place('two.c')])).stdout).toMatch(/int half\(int x\) \{ return 100/);
  expect((await cc(['-MM', '-MT', 'x', place('one.c')])).stdout).toMatch(/^x:[\s\\]+\S*one\.c[\s\\]+\S*two\.h\n$/);
  for (const name of ['one', 'two']) await cc(['-c', place(`${name}.c`), '-o', place(`${name}.o`)]);
  await cc([place('one.o'), place('two.o'), '-o', place('halves.wasm')]);
  const { findings } = await explore({ sources: [place('halves.wasm')], args: [1], jobs: 1 });
  expect(findings.map(({ checker, file }) => [checker, file])).toEqual([['division-by-zero', place('two.c')]]);
  await expect(cc([place('one.o')])).rejects.toThrow(/calls the function half \(called in .*one\.o\)/);
  writeFileSync(place('bad.a'), '!<arch>\nnonsense');
  writeFileSync(place('elf.o'), '\x7fELF');
  await expect(cc([place('elf.o'), '-o', place('x')])).rejects.toThrow(/no object of nearmiss cc/);
  await expect(cc([place('one.o'), place('two.o'), place('elf.a')])).rejects.toThrow(/There is no file .*elf\.a/);
});

test('an old archive: calls of what nothing declares go to its members', async () => {
  const place = (name: string) => join(folder, name);
  writeFileSync(place('member.c'), 'int noted;\nvoid note(int x) { noted += x; }\n');
  writeFileSync(place('old.c'), 'extern int noted;\nint main(void) { note(40); note(2); return noted; }\n');
  await cc(['-c', place('member.c'), '-o', place('member.o')]);
  spawnSync('ar', ['cr', place('libold.a'), place('member.o')]);
  const { stderr } = await cc([place('old.c'), place('libold.a'), '-o', place('old')]);
  expect(stderr).toMatch(/warning: call to undeclared function 'note'/);
  expect(shell('./old', folder).status).toBe(42);
});

test('a function that a build system looks for is found, however it is declared there', async () => {
  const place = (name: string) => join(folder, name);
  const look = async (declaration: string, call: string) => {
    writeFileSync(place('look.c'), `${declaration}\nint main(void) { ${call}; return 0; }\n`);
    await cc(['-c', place('look.c'), '-o', place('look.c.o')]);
    await cc([place('look.c.o'), '-o', place('look')]);
  };
  await look('char strtoll(void);', 'strtoll()');
  await look('void strcasecmp();', 'strcasecmp()');
  await expect(look('char frobnicate(void);', 'frobnicate()')).rejects.toThrow(/calls the function frobnicate/);
  // No test for anything, but a program that would trap.
  await expect(look('double strtoll(int);', 'strtoll(1)')).rejects.toThrow(/wrong prototype would trap/);
});

describe('the command line', () => {
  test('of makefiles', () => {
    expect(
      readCommandLine(
        '-O2 -I inc -Iother -DX=1 -D Y -MD -MP -MF.d/a.d -MT a.o -c -o a.o -pthread -Wl,-z,now -fPIC a.c'.split(' '),
      ),
    ).toEqual({
      mode: 'compile',
      sources: ['a.c'],
      linked: [],
      flags: ['-O2', '-I', 'inc', '-Iother', '-DX=1', '-D', 'Y', '-fPIC'],
      output: 'a.o',
      bits: 32,
      libc: undefined,
      dependencies: { isWanted: true, file: '.d/a.d', targets: ['a.o'], phony: true },
    });
    expect(readCommandLine('a.o b.o -L. -l x libc.a -lm -oprog -rdynamic'.split(' '))).toMatchObject({
      mode: 'link',
      linked: ['a.o', 'b.o', '-L.', '-lx', 'libc.a', '-lm'],
      output: 'prog',
    });
    writeFileSync(join(folder, 'words'), '-c "a b.c"\n -DX=\\"y\\"');
    expect(readCommandLine([`@${join(folder, 'words')}`])).toMatchObject({ sources: ['a b.c'], flags: ['-DX="y"'] });
  });

  test.each([
    ['-shared -o x.so a.o', /can't do -shared: .* build the library static/],
    ['-S a.c', /use -c/],
    ['a.rs', /is no C or C\+\+ file/],
    ['start.S', /assembler for another machine/],
    ['-x fortran a.c', /compiles C and C\+\+, not fortran/],
    ['-o', /needs a value/],
    ['@no-such-file', /There is no file no-such-file/],
  ])('%s is refused', (line, message) => {
    expect(() => readCommandLine(line.split(' '))).toThrow(message);
    expect(() => readCommandLine(line.split(' '))).toThrow(UserError);
  });
});
