import { describe, expect, it } from 'vitest';
import { readSymbols } from '../../src/build/symbols.js';
import { decode } from '../../src/wasm/decode.js';
import { readNames } from '../../src/wasm/names.js';
import { buildFiles, compilers, instantiate, runMain, startReactor } from './support.js';

describe.each(compilers)('programs built with the %s compiler', (compiler) => {
  it('a main with stdio and arguments runs', async () => {
    const built = await buildFiles(
      {
        'hello.c': `#include <stdio.h>
          int main(int argc, char **argv) { printf("%s %d %.2f %Lg\\n", argv[1], argc, 2.5, 1.25L); return 3; }`,
      },
      { compiler },
    );
    expect(built.kind).toBe('command');
    expect(built.compiler).toMatch(compiler);
    expect(runMain(built.wasm, { args: ['hello', 'world'] })).toEqual({ exit: 3, stdout: 'world 2 2.50 1.25\n' });
  });

  it.each(['int main(void)', 'int main()', 'int main(int c, char **v)'])('%s is a main', async (head) => {
    const built = await buildFiles({ 'm.c': `${head} { return 7; }` }, { compiler });
    expect(runMain(built.wasm).exit).toBe(7);
  });

  it('a main that takes the environment gets it', async () => {
    const source = `#include <stdio.h>
      int main(int argc, char **argv, char **envp) { for (; *envp; envp++) puts(*envp); return argc; }`;
    const built = await buildFiles({ 'env.c': source }, { compiler });
    expect(runMain(built.wasm, { env: { A: '1', B: 'two' } })).toEqual({ exit: 1, stdout: 'A=1\nB=two\n' });
  });

  it('an entry needs no main and is exported, static or not', async () => {
    const files = {
      'a.c': 'static int hidden(int x) { return x * 2; }\nint shown(int x) { return x + 1; }',
      'b.c': 'int hidden_not(int x);\nint unrelated(int x) { return x; }',
    };
    for (const [entry, result] of [
      ['shown', 6],
      ['hidden', 10],
    ] as const) {
      const built = await buildFiles(files, { compiler, entry });
      expect(built.kind).toBe('entry');
      expect(startReactor(built.wasm).exports[entry](5)).toBe(result);
    }
  });

  it('an entry is exported beside a main too', async () => {
    const built = await buildFiles(
      { 'a.c': 'int twice(int x) { return 2 * x; }\nint main(void) { return twice(4); }' },
      { compiler, entry: 'twice' },
    );
    expect(built.kind).toBe('command');
    expect(runMain(built.wasm).exit).toBe(8);
  });

  it('a libFuzzer harness is recognised', async () => {
    const source = `#include <stdint.h>
      #include <stddef.h>
      #ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
      #error not a fuzz build
      #endif
      static int seen;
      int LLVMFuzzerInitialize(int *argc, char ***argv) { seen = 1; return 0; }
      int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return size > 2 && data[0] == 'F' ? seen : 0; }`;
    const built = await buildFiles({ 'fuzz.c': source }, { compiler });
    expect(built.kind).toBe('fuzz');
    const { exports } = startReactor(built.wasm);
    exports.LLVMFuzzerInitialize(0, 0);
    const address = 2048;
    new Uint8Array(exports.memory.buffer).set(Buffer.from('Fuz'), address);
    expect(exports.LLVMFuzzerTestOneInput(address, 3)).toBe(1);
    expect(exports.LLVMFuzzerTestOneInput(address, 2)).toBe(0);
  });

  it('setjmp and longjmp work across files', async () => {
    const files = {
      'jump.h': '#include <setjmp.h>\nextern jmp_buf place;\nvoid leap(int);',
      'leap.c': '#include "jump.h"\njmp_buf place;\nvoid leap(int x) { if (x > 3) longjmp(place, x); }',
      'main.c': `#include "jump.h"
        int attempt(int x) { int code = setjmp(place); if (code) return code * 10; leap(x); return 1; }`,
    };
    const { exports } = startReactor((await buildFiles(files, { compiler, entry: 'attempt' })).wasm);
    expect([exports.attempt(3), exports.attempt(4), exports.attempt(5)]).toEqual([1, 40, 50]);
  });

  it('-fcommon joins the same global of several files', async () => {
    const files = {
      'one.c': 'int shared; int other(void); int both(void) { shared = 20; return other(); }',
      'two.c': 'int shared; int other(void) { return shared + 1; }',
    };
    const { exports } = startReactor((await buildFiles(files, { compiler, entry: 'both', flags: ['-fcommon'] })).wasm);
    expect(exports.both()).toBe(21);
  });

  it('emulated signals, clocks and process ids link', async () => {
    const source = `#include <signal.h>
      #include <time.h>
      #include <unistd.h>
      static int got;
      static void on(int s) { got = s; }
      int main(void) { signal(SIGTERM, on); raise(SIGTERM); return got == SIGTERM && clock() != -1 && getpid() > 0 ? 0 : 1; }`;
    expect(runMain((await buildFiles({ 's.c': source }, { compiler })).wasm).exit).toBe(0);
  });

  it('says where data lies and which functions are the user’s', async () => {
    const source = `#include <stdio.h>
      int table[10] = {1}; static char name[] = "abc"; struct { int x[5]; } big;
      static int helper(int i) { return table[i] + name[i] + big.x[i]; }
      int main(int argc, char **argv) { printf("%d", helper(argc)); return 0; }`;
    const built = await buildFiles({ 'd.c': source }, { compiler });
    const symbols = readSymbols(built.wasm)!;
    expect(symbols.kind).toBe('command');
    expect(symbols.compiler).toBe(built.compiler);
    const functionNames = readNames(decode(built.wasm)).functions;
    expect(symbols.userFunctions.map((index) => functionNames.get(index))).toEqual(['main', 'helper']);
    const names = symbols.data.map((one) => one.name);
    expect(names).toEqual(expect.arrayContaining(['table', 'name', 'big', 'errno', '__stdout_FILE']));
    symbols.data.reduce((end, { address, size }) => {
      expect(address).toBeGreaterThanOrEqual(end);
      return address + size;
    }, 8388608);
    // A global of the user's is announced with its true size at just that address.
    const program = registeredGlobals(built.wasm);
    const table = symbols.data.find((one) => one.name === 'table')!;
    expect(program.get(table.address)).toMatchObject({ size: 40, name: 'table' });
  });

  it('a .c file may be missing a newline, hold CRLF and non-ASCII text', async () => {
    const source = '#include "h.h"\r\nint f(int x) { /* é */ return x == \'\\xe9\' ? ONE : 2; }';
    const built = await buildFiles({ 'f.c': source, 'h.h': '#define ONE \\\r\n 1' }, { compiler, entry: 'f' });
    expect(startReactor(built.wasm).exports.f(-23)).toBe(1);
  });
});

/** The globals that the constructors register, by address. */
function registeredGlobals(wasm: Uint8Array): Map<number, { size: number; name: string }> {
  const { exports, calls, text } = instantiate(wasm);
  exports.__wasm_call_ctors();
  const words = new Uint32Array(exports.memory.buffer);
  const globals = new Map<number, { size: number; name: string }>();
  for (const { name, args } of calls) {
    if (name !== '__asan_register_globals') continue;
    for (let i = 0; i < args[1]; i++) {
      const at = (args[0] >> 2) + 8 * i;
      globals.set(words[at], { size: words[at + 1], name: text(words[at + 3]) });
    }
  }
  return globals;
}
