import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { build } from '../../src/build/build.js';
import { withSymbols } from '../../src/build/symbols.js';
import { UserError } from '../../src/vocabulary/errors.js';
import { buildFiles, compilers, sharedCache, startReactor, temporaryFolder, writeFiles } from './support.js';

async function messageOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    return (error as Error).message;
  }
  throw new Error('It built.');
}

describe.each(compilers)('what the %s compiler tells a user', (compiler) => {
  const failing = (files: Record<string, string>, options = {}) =>
    messageOf(buildFiles(files, { compiler, entry: 'f', ...options }));

  it('a compile error, as clang wrote it, with the path as typed', async () => {
    const message = await failing({ 'dir/f.c': '\nint f(int x) { return y; }' });
    expect(message).toContain("dir/f.c:2:23: error: use of undeclared identifier 'y'");
    expect(message).toContain('    2 | int f(int x) { return y; }');
    expect(message.split('\n').at(-1)).toBe('clang could not compile dir/f.c.');
  });

  it('a missing header, with the flag that helps', async () => {
    const message = await failing({ 'f.c': '#include "deep/part.h"\nint f(int x) { return x; }' });
    expect(message).toContain("fatal error: 'deep/part.h' file not found");
    expect(message.split('\n').at(-1)).toBe(
      'clang could not compile f.c. Say with -I <dir> in which folder deep/part.h lies.',
    );
  });

  it.each([
    ['beside', 'f_config.h.in'],
    ['in a folder of cmake', 'cmake/f_config.h.in'],
  ])('a header that configure or cmake would make, %s', async (_where, template) => {
    const message = await failing({
      'src/f.c': '#include "f_config.h"\nint f(int x) { return x; }',
      [`src/${template}`]: '#undef HAVE_F',
    });
    expect(message.split('\n').at(-1)).toBe(
      `clang could not compile src/f.c. The project's own build makes f_config.h from src/${template}: run that first, with CC="nearmiss cc", then say with -I <dir> in which folder f_config.h lies.`,
    );
  });

  it('a header of the system that the sandbox lacks', async () => {
    const message = await failing({ 'f.c': '#include <sys/shm.h>\nint f(int x) { return x; }' });
    expect(message.split('\n').at(-1)).toMatch(
      /^clang could not compile f\.c\. The sandbox has no sys\/shm\.h, a header of the system: leave out what needs it/,
    );
  });

  it('a header of the project, whatever its name', async () => {
    const message = await failing({ 'f.c': '#include "term.h"\nint f(int x) { return x; }' });
    expect(message).toMatch(/Say with -I <dir> in which folder term\.h lies\.$/);
  });

  it('an error inside a header names the header', async () => {
    const message = await failing({
      'src/f.c': '#include "../inc/h.h"\nint f(int x) { return x; }',
      'inc/h.h': 'int g(;',
    });
    expect(message).toContain('In file included from src/f.c:1:');
    expect(message).toContain('src/../inc/h.h:1:7: error:');
  });

  it('an undefined function', async () => {
    const message = await failing({
      'f.c': 'int g(int);\nint f(int x) { return g(x); }',
      'h.c': 'int h(void) { return 0; }',
    });
    expect(message).toBe(
      'The program calls the function g (called in f.c) but nothing defines it; name the source that does, or the library with -l <name>. A function of the system that is not there needs a small source of your own.',
    );
  });

  it('but not one that only unreachable code calls', async () => {
    await buildFiles(
      { 'f.c': 'int g(int);\nint other(int x) { return g(x); }\nint f(int x) { return x; }' },
      { compiler, entry: 'f' },
    );
  });

  it('undefined data', async () => {
    expect(await failing({ 'f.c': 'extern int level;\nint f(int x) { return level + x; }' })).toBe(
      'The variable level, used in f.c, is declared but nothing defines it; name the source that does, or the library with -l <name>.',
    );
  });

  it('a call through a wrong prototype', async () => {
    const message = await failing({
      'f.c': 'int g(int);\nint f(int x) { return g(x); }',
      'g.c': 'int g(int a, int b) { return a + b; }',
    });
    expect(message).toMatch(/^The function g is \(i32\) -> i32 in f\.c but \(i32, i32\) -> i32 in g\.c: /);
  });

  it('the same variable twice', async () => {
    expect(await failing({ 'f.c': 'int v;\nint f(void) { return v; }', 'g.c': 'int v;' })).toMatch(
      /^Both f\.c and g\.c define v; .* -fcommon\.$/,
    );
  });

  it('two programs at once', async () => {
    const text = 'int main(int argc, char **argv) { return argc; }';
    expect(await failing({ 'a.c': text, 'b.c': text }, { entry: undefined })).toBe(
      'Both a.c and b.c define main; give only the sources of one program.',
    );
  });

  it('but not old C: gcc before 14 warns of a type or a declaration that is left out, and so do we', async () => {
    const old = await buildFiles(
      {
        'f.c': 'f(x) int x; { return g(x); }\ng(x) { return x + 1; }',
        'h.c': 'static count;\nh(x) { return x + count; }',
      },
      { compiler, entry: 'f' },
    );
    expect(startReactor(old.wasm).exports.f(4)).toBe(5);
    // What the C library has is called as it is there.
    const undeclared = await buildFiles(
      {
        'f.c': 'int f(int x) { return strlen("four") + toupper(x) + half(x); }',
        'g.c': 'int half(int x) { return x / 2; }',
      },
      { compiler, entry: 'f' },
    );
    expect(startReactor(undeclared.wasm).exports.f(4)).toBe(10);
  });

  it('a function that no header declares and nothing defines', async () => {
    expect(await failing({ 'f.c': 'int f(int x) { return helper(x); }' })).toMatch(
      /^The program calls the function helper \(called in f\.c\) but nothing defines it; name the source/,
    );
  });

  it('an entry nobody defines, with the one that was meant', async () => {
    expect(await failing({ 'f.c': 'int parse(int x) { return x; }' }, { entry: 'prase' })).toBe(
      'No source given defines a function prase; did you mean parse?',
    );
  });

  it('an entry that is static in two files', async () => {
    const text = 'static int f(int x) { return x; }';
    expect(await failing({ 'a.c': text, 'b.c': text })).toMatch(/^Both a\.c and b\.c define a static function f;/);
  });

  it('no place to start', async () => {
    expect(await failing({ 'f.c': 'int g(int x) { return x; }' }, { entry: undefined })).toMatch(
      /--entry <function>\.$/,
    );
  });

  it('an unknown C flag, in clang’s words', async () => {
    expect(await failing({ 'f.c': 'int f(void) { return 1; }' }, { flags: ['-fno-such-thing'] })).toContain(
      "unknown argument: '-fno-such-thing'",
    );
  });

  it('warnings come with the program', async () => {
    const built = await buildFiles(
      { 'f.c': 'int f(int x) { x; return x; }' },
      { compiler, entry: 'f', flags: ['-Wall'] },
    );
    expect(built.warnings).toContain('f.c:1:16: warning: expression result unused');
  });
});

describe('before any compiler starts', () => {
  const options = { flags: [] as string[], compiler: 'auto', opt: 0, cacheDir: sharedCache } as const;
  const failing = (sources: string[], flags: string[] = []) => messageOf(build({ ...options, sources, flags }));

  it('says which source does not exist, is empty or is no C', async () => {
    const folder = writeFiles({ 'x.txt': '' });
    expect(await failing(['no/such.c'])).toBe('There is no file or folder no/such.c.');
    expect(await failing([folder])).toContain('holds no C or C++ file');
    expect(await failing([join(folder, 'x.txt')])).toContain('is no C or C++ file');
  });

  it('says what a flag lacks', async () => {
    const folder = writeFiles({ 'f.c': 'int main(void) { return 0; }' });
    expect(await failing([folder], ['-I'])).toBe('The C flag -I needs a value after it.');
    expect(await failing([folder], ['-lfoo', '-Lbar'])).toMatch(/^There is no libfoo\.a in bar; /);
  });

  it('takes a .wasm back only if we made it', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'p.wasm');
    writeFileSync(file, Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
    expect(await failing([file])).toBe(`${file} was not made by nearmiss; make it with nearmiss cc.`);
    writeFileSync(file, 'not wasm');
    expect(await failing([file])).toContain('was not made by nearmiss');
    const made = await build({ ...options, sources: [writeFiles({ 'm.c': 'int main(void) { return 0; }' })] });
    writeFileSync(file, made.wasm);
    const again = await build({ ...options, sources: [file] });
    expect(again).toMatchObject({ kind: 'command', compiler: made.compiler });
    expect(Buffer.compare(again.wasm, made.wasm)).toBe(0);
    // What said whose functions are whose by name.
    const older = { format: undefined, data: [], userFunctions: ['main'], kind: 'command', compiler: 'clang 19' };
    writeFileSync(file, withSymbols(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0), older as never));
    const sentence = `${file} was made by another version of nearmiss: make it again with nearmiss cc.`;
    expect(await failing([file])).toBe(sentence);
  });
});
