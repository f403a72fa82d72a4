import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cc } from '../../src/build/cc/driver.js';
import { readProgram } from '../../src/build/read-program.js';
import { prepare } from '../../src/instrument/prepare.js';
import { userFiles } from '../../src/instrument/user-code.js';
import { decode } from '../../src/wasm/decode.js';
import { readDebugInfo } from '../../src/wasm/dwarf/index.js';
import { buildFiles, compilers, temporaryFolder, writeFiles } from './support.js';

/** A call of the library, and one of an inline function of its headers. */
const source = (directive = '') => `#include <byteswap.h>
#include <string.h>
${directive}
int kept(char *s) {
  char name[4];
  if (__bswap_16((unsigned char)s[0]) == 0x7800) return 1;
  strcpy(name, s);
  return name[0];
}`;

/** What counts as the user's: functions with coverage, and their files. */
function counted(wasm: Uint8Array): { functions: string[]; files: string[] } {
  const places = prepare(wasm, { entries: ['kept'] }).coverage.flatMap((point) =>
    point.kind === 'lines' ? point.places : [point.place],
  );
  const all = (key: 'function' | 'file') => [...new Set(places.map((place) => place[key]))].sort();
  // What reach and verify take for a file of the program is the same.
  const module = decode(wasm);
  expect([...userFiles(module, readDebugInfo(module.customs, process.cwd()))]).toEqual(all('file'));
  return { functions: all('function'), files: all('file') };
}

describe.each(compilers)('whose code a function is (%s)', (compiler) => {
  const built = async (files: Record<string, string>, flags: string[] = []) =>
    counted((await buildFiles(files, { compiler, entry: 'kept', flags })).wasm);

  it.each(['my-runtime-c/g.c', 'runtime-c/g.c', 'wasm32-wasi-thing/g.c', 'usr/g.c'])(
    'a source called %s',
    async (name) => {
      expect(await built({ [name]: source() })).toEqual({ functions: ['kept'], files: [name] });
    },
  );

  it('a source in a folder with /usr/ in its path, given in full', async () => {
    const folder = join(temporaryFolder(), 'usr/src');
    mkdirSync(folder, { recursive: true });
    const path = join(folder, 'g.c');
    writeFileSync(path, source());
    const { wasm } = await buildFiles({}, { compiler, entry: 'kept', sources: [path] });
    expect(counted(wasm)).toEqual({ functions: ['kept'], files: [path] });
  });

  it.each(['/usr/share/x.y', '/usr/include/wasm32-wasip1/string.h'])(
    'code that #line says is from %s',
    async (name) => {
      expect(await built({ 'g.c': source(`#line 1 "${name}"`) })).toEqual({ functions: ['kept'], files: [name] });
    },
  );

  it('an inline function in a header of the user’s, also one of -isystem', async () => {
    const files = {
      'sys/own.h': 'static inline int own(int i) { return i ? 1 : 2; }',
      'g.c': `#include <own.h>\nint kept(int i) { return own(i); }`,
    };
    expect(await built(files, ['-isystem', 'sys'])).toEqual({
      functions: ['kept', 'own'],
      files: ['g.c', 'sys/own.h'],
    });
  });

  it('what a preprocessor said is of the system stays so', async () => {
    const text = `# 1 "g.c"
# 1 "/usr/include/theirs.h" 1 3 4
static inline int theirs(int i) { return i ? 1 : 2; }
# 2 "g.c" 2
int kept(int i) { return theirs(i); }`;
    expect(await built({ 'g.c': text })).toEqual({ functions: ['kept'], files: ['g.c'] });
  });

  it('also when the optimiser has put the header’s code into the user’s', async () => {
    const { wasm } = await buildFiles({ 'g.c': source() }, { compiler, entry: 'kept', opt: 1 });
    expect(counted(wasm)).toEqual({ functions: ['kept'], files: ['g.c'] });
  });
});

describe('whose code a function is', () => {
  it('goes with objects and archives of nearmiss cc, seen from any folder', async () => {
    const folder = writeFiles({
      'runtime-c/g.c': source(),
      'm.c': 'int kept(char *s);\nint main(int argc, char **argv) { return argc > 1 ? kept(argv[1]) : 0; }',
    });
    const streams = { out() {}, err() {} };
    const before = process.cwd();
    process.chdir(folder);
    try {
      await cc(['-c', 'runtime-c/g.c', '-o', 'g.o'], streams);
      writeFileSync('libg.a', archive('g.o', readFileSync('g.o')));
      await cc(['m.c', '-L.', '-lg', '-o', 'p.wasm'], streams);
    } finally {
      process.chdir(before);
    }
    const { wasm } = readProgram('p.wasm', readFileSync(join(folder, 'p.wasm')));
    const files = [join(folder, 'm.c'), join(folder, 'runtime-c/g.c')];
    expect(counted(wasm)).toEqual({ functions: ['kept', 'main'], files });
  });
});

/** An archive of one member, as ar would make it. */
function archive(name: string, bytes: Uint8Array): Uint8Array {
  const fields = [`${name}/`.padEnd(16), '0'.padEnd(12), '0'.padEnd(6), '0'.padEnd(6), '644'.padEnd(8)];
  const header = `!<arch>\n${fields.join('')}${String(bytes.length).padEnd(10)}\`\n`;
  return Buffer.concat([Buffer.from(header), bytes, Buffer.from(bytes.length % 2 === 0 ? '' : '\n')]);
}
