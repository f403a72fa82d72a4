import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { decode } from '../../src/wasm/decode.js';
import { readNames } from '../../src/wasm/names.js';
import { opcodes } from '../../src/wasm/opcodes.js';
import { importedFunctions } from '../../src/wasm/types.js';
import { Aborted, buildFiles, compilers, type Running, startReactor } from './support.js';

const STRING_FUNCTIONS =
  `strlen strnlen strcmp strncmp memcmp bcmp stpcpy strcpy stpncpy strncpy strcat strncat strlcpy strlcat
  strchrnul strchr strrchr memchr memrchr rawmemchr memccpy memmem strstr strnstr strspn strcspn strpbrk strsep
  strtok_r strdup strndup strcasecmp strncasecmp strcasestr memcpy memmove memset mempcpy index rindex bcopy bzero`
    .split(/\s+/)
    .filter(Boolean);
const HEAP_FUNCTIONS =
  'malloc calloc realloc free aligned_alloc posix_memalign memalign malloc_usable_size reallocarray valloc'.split(' ');
const FLOAT_FUNCTIONS = ['strtod', 'strtof', 'atof', 'scans', 'scans_four'];
const SCANS = `#include <stdio.h>
int scans(const char *text, double *value, int *length) { return sscanf(text, "%lf%n", value, length); }
int scans_four(const char *text, float *value, int *length) { return sscanf(text, "%4f%n", value, length); }
`;

/** What C takes for a number at the beginning of a text, and the value of those whose digits are few. */
function numberIn(text: string): { length: number; value: number } {
  const match =
    /^([ \t-\r]*)([+-]?)(?:(0x(?=\.?[\da-f])([\da-f]*)\.?([\da-f]*)(?:p([+-]?\d+))?)|((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)|(inf(?:inity)?)|(nan(?:\(\w*\))?))/i.exec(
      text,
    );
  if (!match) return { length: 0, value: 0 };
  const [whole, , sign, hexadecimal, before, behind, exponent = '0', decimal, infinite] = match;
  let value = infinite ? Infinity : Number.NaN;
  if (decimal) value = Number(decimal);
  if (hexadecimal) value = Number.parseInt(`0${before}${behind}`, 16) * 2 ** (Number(exponent) - 4 * behind.length);
  return { length: whole.length, value: sign === '-' ? -value : value };
}

/** The same for scanf, which can't go back to where a number might have ended: then it is none. */
function scannedIn(text: string): { length: number; value: number } {
  const { length, value } = numberIn(text);
  const number = text.slice(0, length).replace(/^\s*[+-]?/, '');
  const rest = text.slice(length, length + 1).toLowerCase();
  const isHexadecimal = /^0x/i.test(number);
  const goesOn =
    (/^inf$/i.test(number) && rest === 'i') ||
    (/^nan$/i.test(number) && rest === '(') ||
    (number === '0' && rest === 'x') ||
    (isHexadecimal && !/p/i.test(number) && rest === 'p') ||
    (/^[\d.]/.test(number) && !isHexadecimal && !/e/i.test(number) && rest === 'e');
  return goesOn ? { length: 0, value: 0 } : { length, value };
}

/** Texts that are nearly numbers. */
const nearlyNumber = fc
  .array(
    fc.constantFrom(...'00123459.....eE+--xX pPaAfF', 'inf', 'INFINITY', 'nan', '(', ')', '_', '0x', '1e', ' \t'),
    {
      maxLength: 9,
    },
  )
  .map((parts) => parts.join(''));

/** Short strings over few letters, so that matches and prefixes are common. */
const letters = fc
  .array(fc.constantFrom(97, 98, 65, 66, 200, 255, 32), { maxLength: 8 })
  .map((codes) => Uint8Array.from(codes));
const char = fc.constantFrom(0, 97, 98, 65, 200, 255, 97 + 256, -56);
const count = fc.integer({ min: 0, max: 12 });

describe.each(compilers)('the runtime made by the %s compiler', (compiler) => {
  let program: Running;
  let wasm: Uint8Array;
  const PAGE_END = () => program.exports.memory.buffer.byteLength;

  beforeAll(async () => {
    const exported = [...STRING_FUNCTIONS, ...HEAP_FUNCTIONS, ...FLOAT_FUNCTIONS].map((name) => `-Wl,--export=${name}`);
    const built = await buildFiles(
      { 'f.c': `${SCANS}int f(void) { return 0; }` },
      { compiler, entry: 'f', flags: exported },
    );
    wasm = built.wasm;
    program = startReactor(wasm);
  });

  const memory = () => new Uint8Array(program.exports.memory.buffer);
  /** At the very end of memory: a byte read too far would trap. */
  const atEnd = (bytes: Uint8Array, terminated = true) => {
    const whole = terminated ? Uint8Array.from([...bytes, 0]) : bytes;
    const address = PAGE_END() - whole.length;
    memory().set(whole, address);
    return address;
  };
  const at = (address: number, bytes: Uint8Array, terminated = true) => {
    memory().set(bytes, address);
    if (terminated) memory()[address + bytes.length] = 0;
    return address;
  };
  const read = (address: number) => memory().slice(address, memory().indexOf(0, address));
  const same = (bytes: Uint8Array) => Array.from(bytes);
  const call = (name: string, ...args: number[]) => program.exports[name](...args);
  const HERE = 4096;
  const THERE = 8192;

  const indexOf = (text: Uint8Array, part: Uint8Array) => Buffer.from(text).indexOf(Buffer.from(part));
  const byte = (c: number) => c & 255;
  /** Where the answer should point, or 0. */
  const pointer = (base: number, index: number) => (index < 0 ? 0 : base + index);
  const compare = (a: Uint8Array, b: Uint8Array) => Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const lower = (bytes: Uint8Array) => bytes.map((b) => (b >= 65 && b <= 90 ? b + 32 : b));
  const property = <T extends unknown[]>(
    arbitraries: { [K in keyof T]: fc.Arbitrary<T[K]> },
    check: (...args: T) => void,
  ) => fc.assert(fc.property(...(arbitraries as unknown as [fc.Arbitrary<unknown>]), check as never), { numRuns: 200 });

  it('measures strings without reading past them', () => {
    property([letters, count], (s, n) => {
      expect(call('strlen', atEnd(s))).toBe(s.length);
      const limit = Math.min(n, s.length);
      expect(call('strnlen', atEnd(s.subarray(0, limit), false), limit)).toBe(limit);
      expect(call('strnlen', atEnd(s), n)).toBe(limit);
    });
  });

  it('reads floats without reading past them', () => {
    let numbers = 0;
    fc.assert(
      fc.property(nearlyNumber, (text) => {
        const { length, value } = numberIn(text);
        if (length > 0) numbers++;
        const address = atEnd(Buffer.from(text));
        expect({ text, value: call('strtod', address, HERE) }).toEqual({ text, value });
        expect({ text, length: new DataView(program.exports.memory.buffer).getUint32(HERE, true) - address }).toEqual({
          text,
          length,
        });
        expect(call('atof', address)).toEqual(value);
        expect(call('strtof', address, 0)).toEqual(Math.fround(value));
      }),
      { numRuns: 3000 },
    );
    expect(numbers).toBeGreaterThan(500);
  });

  it('scans floats, as many characters as there may be', () => {
    let numbers = 0;
    const scanned = (name: string, text: string, isFloat: boolean) => {
      const view = new DataView(program.exports.memory.buffer);
      view.setUint32(HERE, 0, true);
      const count = call(name, atEnd(Buffer.from(text)), THERE, HERE);
      if (count < 1) return { length: 0, value: 0 };
      const value = isFloat ? view.getFloat32(THERE, true) : view.getFloat64(THERE, true);
      return { length: view.getUint32(HERE, true), value };
    };
    fc.assert(
      fc.property(nearlyNumber, (text) => {
        const expected = scannedIn(text);
        if (expected.length > 0) numbers++;
        expect({ text, ...scanned('scans', text, false) }).toEqual({ text, ...expected });
        // White space before it does not count.
        const space = /^\s*/.exec(text)?.[0].length ?? 0;
        const short = scannedIn(text.slice(0, space + 4));
        const value = Math.fround(short.value);
        expect({ text, ...scanned('scans_four', text, true) }).toEqual({ text, ...short, value });
      }),
      { numRuns: 2000 },
    );
    expect(numbers).toBeGreaterThan(300);
  });

  it('compares strings without reading past them', () => {
    property([letters, letters, count], (a, b, n) => {
      const other = at(HERE, b);
      expect(Math.sign(call('strcmp', atEnd(a), other))).toBe(compare(a, b));
      expect(Math.sign(call('strcmp', other, atEnd(a)))).toBe(-compare(a, b) + 0);
      expect(Math.sign(call('strncmp', atEnd(a), other, n))).toBe(compare(a.subarray(0, n), b.subarray(0, n)));
      expect(Math.sign(call('strcasecmp', atEnd(a), other))).toBe(compare(lower(a), lower(b)));
      expect(Math.sign(call('strncasecmp', atEnd(a), other, n))).toBe(
        compare(lower(a.subarray(0, n)), lower(b.subarray(0, n))),
      );
      const size = Math.min(a.length, b.length);
      const [x, y] = [a.subarray(0, size), b.subarray(0, size)];
      expect(Math.sign(call('memcmp', atEnd(x, false), other, size))).toBe(compare(x, y));
      expect(call('bcmp', atEnd(x, false), other, size) !== 0).toBe(compare(x, y) !== 0);
    });
  });

  it('finds characters without reading past the string', () => {
    property([letters, char], (s, c) => {
      const whole = Uint8Array.from([...s, 0]);
      const address = atEnd(s);
      const first = whole.indexOf(byte(c));
      for (const name of ['strchr', 'index']) expect(call(name, address, c)).toBe(pointer(address, first));
      for (const name of ['strrchr', 'rindex'])
        expect(call(name, address, c)).toBe(pointer(address, whole.lastIndexOf(byte(c))));
      expect(call('strchrnul', address, c)).toBe(address + (first < 0 ? s.length : first));
      expect(call('memchr', address, c, whole.length)).toBe(pointer(address, first));
      expect(call('memrchr', address, c, whole.length)).toBe(pointer(address, whole.lastIndexOf(byte(c))));
      if (first >= 0) expect(call('rawmemchr', address, c)).toBe(address + first);
      const bare = atEnd(s, false);
      expect(call('memchr', bare, c, s.length)).toBe(pointer(bare, s.indexOf(byte(c))));
    });
  });

  it('finds strings and sets without reading past the string', () => {
    property([letters, letters.map((part) => part.subarray(0, 3)), count], (s, part, n) => {
      const wanted = at(HERE, part);
      const address = atEnd(s);
      expect(call('strstr', address, wanted)).toBe(pointer(address, indexOf(s, part)));
      expect(call('strcasestr', address, wanted)).toBe(pointer(address, indexOf(lower(s), lower(part))));
      expect(call('memmem', address, s.length, wanted, part.length)).toBe(pointer(address, indexOf(s, part)));
      expect(call('strnstr', address, wanted, n)).toBe(pointer(address, indexOf(s.subarray(0, n), part)));
      const inSet = Array.from(s, (b) => part.includes(b));
      const until = (found: boolean) => (inSet.indexOf(found) < 0 ? s.length : inSet.indexOf(found));
      expect(call('strspn', address, wanted)).toBe(until(false));
      expect(call('strcspn', address, wanted)).toBe(until(true));
      expect(call('strpbrk', address, wanted)).toBe(pointer(address, inSet.indexOf(true)));
    });
  });

  it('copies strings', () => {
    property([letters, letters, count], (a, b, n) => {
      const from = atEnd(a);
      const untouched = Uint8Array.from({ length: 32 }, () => 7);
      const fresh = () => at(HERE, untouched, false);
      const behind = (size: number) => memory().slice(HERE + size, HERE + 32);

      expect(call('strcpy', fresh(), from)).toBe(HERE);
      expect(same(read(HERE))).toEqual(same(a));
      expect(behind(a.length + 1).every((x) => x === 7)).toBe(true);
      expect(call('stpcpy', fresh(), from)).toBe(HERE + a.length);
      expect(call('strncpy', fresh(), from, n)).toBe(HERE);
      const padded = Uint8Array.from({ length: n }, (_, i) => a[i] ?? 0);
      expect(same(memory().slice(HERE, HERE + n))).toEqual(same(padded));
      expect(behind(n).every((x) => x === 7)).toBe(true);
      expect(call('stpncpy', fresh(), from, n)).toBe(HERE + Math.min(n, a.length));

      at(fresh(), b);
      expect(call('strcat', HERE, from)).toBe(HERE);
      expect(same(read(HERE))).toEqual([...b, ...a]);
      at(fresh(), b);
      expect(call('strncat', HERE, from, n)).toBe(HERE);
      expect(same(read(HERE))).toEqual([...b, ...a.subarray(0, n)]);

      expect(call('strlcpy', fresh(), from, n)).toBe(a.length);
      if (n > 0) expect(same(read(HERE))).toEqual(same(a.subarray(0, n - 1)));
      expect(behind(n).every((x) => x === 7)).toBe(true);
      at(fresh(), b);
      expect(call('strlcat', HERE, from, n)).toBe(Math.min(n, b.length) + a.length);
      if (n > b.length) expect(same(read(HERE))).toEqual(same(Uint8Array.from([...b, ...a]).subarray(0, n - 1)));

      for (const [name, args, expected] of [
        ['strdup', [from], a],
        ['strndup', [from, n], a.subarray(0, n)],
      ] as const) {
        expect(same(read(call(name, ...args)))).toEqual(same(expected));
      }
    });
  });

  it('copies, moves and fills blocks', () => {
    property([fc.uint8Array({ maxLength: 40 }), fc.integer({ min: -8, max: 8 }), char], (bytes, shift, c) => {
      const from = at(HERE, bytes, false);
      for (const [name, result] of [
        ['memcpy', THERE],
        ['mempcpy', THERE + bytes.length],
      ] as const) {
        memory().fill(0, THERE, THERE + 64);
        expect(call(name, THERE, from, bytes.length)).toBe(result);
        expect(same(memory().slice(THERE, THERE + bytes.length))).toEqual(same(bytes));
      }
      expect(call('memmove', HERE + shift, from, bytes.length)).toBe(HERE + shift);
      expect(same(memory().slice(HERE + shift, HERE + shift + bytes.length))).toEqual(same(bytes));
      call('bcopy', HERE + shift, THERE, bytes.length);
      expect(same(memory().slice(THERE, THERE + bytes.length))).toEqual(same(bytes));
      const stop = call('memccpy', THERE, HERE + shift, c, bytes.length);
      expect(stop).toBe(bytes.includes(byte(c)) ? THERE + bytes.indexOf(byte(c)) + 1 : 0);
      expect(call('memset', THERE, c, bytes.length)).toBe(THERE);
      expect(
        memory()
          .slice(THERE, THERE + bytes.length)
          .every((x) => x === byte(c)),
      ).toBe(true);
      call('bzero', THERE, bytes.length);
      expect(
        memory()
          .slice(THERE, THERE + bytes.length)
          .every((x) => x === 0),
      ).toBe(true);
    });
  });

  it('splits strings', () => {
    property([letters, letters.map((part) => part.subarray(0, 2))], (s, delimiters) => {
      const set = at(HERE, delimiters);
      const rest = HERE + 64;
      const word = (value?: number) => {
        const view = new Uint32Array(program.exports.memory.buffer);
        if (value !== undefined) view[rest >> 2] = value;
        return view[rest >> 2];
      };
      const fields: number[][] = [[]];
      for (const b of s) delimiters.includes(b) ? fields.push([]) : fields.at(-1)!.push(b);

      const tokens: number[][] = [];
      for (let t = call('strtok_r', at(THERE, s), set, rest); t !== 0; t = call('strtok_r', 0, set, rest))
        tokens.push(same(read(t)));
      expect(tokens).toEqual(fields.filter((field) => field.length > 0));
      expect(call('strtok_r', 0, set, rest)).toBe(0);

      word(at(THERE, s));
      const separated: number[][] = [];
      for (let t = call('strsep', rest, set); t !== 0; t = call('strsep', rest, set)) separated.push(same(read(t)));
      expect(separated).toEqual(fields);
    });
  });

  it('hands the heap to the engine', () => {
    const heard = (name: string, ...args: number[]) => {
      program.calls.length = 0;
      call(name, ...args);
      return program.calls.map((one) => [one.name, ...one.args]);
    };
    expect(heard('malloc', 10)).toEqual([['__nm_malloc', 10]]);
    expect(heard('calloc', 3, 4)).toEqual([['__nm_calloc', 3, 4]]);
    expect(heard('realloc', 0, 5)).toEqual([['__nm_realloc', 0, 5]]);
    expect(heard('reallocarray', 0, 3, 5)).toEqual([['__nm_realloc', 0, 15]]);
    expect(heard('reallocarray', 0, 1 << 20, 1 << 20)).toEqual([]);
    expect(heard('free', 0)).toEqual([['__nm_free', 0]]);
    expect(heard('aligned_alloc', 64, 10)).toEqual([['__nm_memalign', 64, 10]]);
    expect(heard('memalign', 64, 10)).toEqual([['__nm_memalign', 64, 10]]);
    expect(heard('malloc_usable_size', 16)).toEqual([['__nm_usable_size', 16]]);
    expect(heard('posix_memalign', HERE, 16, 10)).toEqual([['__nm_memalign', 16, 10]]);
    expect(call('posix_memalign', HERE, 3, 10)).not.toBe(0);
  });

  it('leaves libc’s own allocator and word-wise string functions out', async () => {
    const source = `#include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      int main(int argc, char **argv) {
        char *line = NULL; size_t size = 0;
        getline(&line, &size, stdin);
        FILE *f = fopen(argv[0], "r");
        printf("%zu %s\\n", strlen(line), strstr(strdup(line), "x"));
        qsort(line, size, 1, (void *)strcmp);
        return setenv("A", "b", 1) || f;
      }`;
    const built = await buildFiles({ 'm.c': source }, { compiler });
    const names = [...readNames(decode(built.wasm)).functions.values()];
    expect(names.filter((name) => /dlmalloc|sbrk|twoway|prepend_alloc/.test(name))).toEqual([]);
    for (const name of ['strlen', 'malloc', 'memchr', 'strstr', 'memcpy']) {
      expect(
        names.filter((one) => one.replace(/\.\d+$/, '') === name),
        name,
      ).toHaveLength(1);
    }
  });

  it('keeps decisions about bytes as branches and blocks as one instruction', () => {
    const module = decode(wasm);
    const names = readNames(module).functions;
    const imported = importedFunctions(module).length;
    const used = (name: string) =>
      new Set(
        module.bodies
          .flatMap((body, i) => (names.get(i + imported) === name ? body.code : []))
          .map(({ op }) => opcodes.get(op)!.name),
      );
    for (const name of ['strlen', 'strcmp', 'strncmp', 'memcmp', 'strchr', 'strstr', 'strcpy']) {
      expect([...used(name)], name).not.toContain('select');
    }
    expect(used('memcpy')).toContain('memory.copy');
    expect(used('memset')).toContain('memory.fill');
    expect(used('memcpy')).not.toContain('br_if');
  });

  it('a program’s own definitions win', async () => {
    const source = `#include <stddef.h>
      size_t strlen(const char *s) { return 42; }
      void *malloc(size_t n) { return (void *)4242; }
      int index = 3;
      int f(void) { return strlen("x") + (int)malloc(1) + index; }`;
    const built = await buildFiles({ 'own.c': source }, { compiler, entry: 'f' });
    expect(startReactor(built.wasm).exports.f()).toBe(42 + 4242 + 3);
  });

  it('tells the engine what is symbolic, assumed, failed', async () => {
    const source = `#include <assert.h>
      #include <stdlib.h>
      #include <nearmiss.h>
      #include <klee/klee.h>
      int __VERIFIER_nondet_int(void); _Bool __VERIFIER_nondet_bool(void); void __VERIFIER_assume(int); void reach_error(void);
      static int x;
      int run(int which) {
        switch (which) {
        case 0: nearmiss_symbolic(&x, sizeof x, "mine"); return 0;
        case 1: nearmiss_assume(x == 5); return 0;
        case 2: nearmiss_assert(x == 6); return 0;
        case 3: assert(x == 7); return 0;
        case 4: abort();
        case 5: klee_make_symbolic(&x, 2, "klees"); return 0;
        case 6: return klee_range(3, 9, "r");
        case 7: klee_assume(x); return 0;
        case 8: return __VERIFIER_nondet_int() + __VERIFIER_nondet_bool();
        case 9: __VERIFIER_assume(x); return 0;
        case 10: reach_error(); return 0;
        case 11: return klee_int("i");
        }
        return -1;
      }`;
    const built = await buildFiles({ 's.c': source }, { compiler, entry: 'run' });
    const { exports, calls, text } = startReactor(built.wasm);
    const heard = (which: number) => {
      calls.length = 0;
      try {
        exports.run(which);
      } catch (error) {
        expect(error).toBeInstanceOf(Aborted);
      }
      return calls
        .filter(({ name }) => name.startsWith('__nm_'))
        .map(({ name, args }) => {
          if (name === '__nm_symbolic') return [name, args[1], text(args[2])];
          if (name === '__nm_assert_fail') return [name, text(args[0]), text(args[1]), args[2], text(args[3])];
          return [name, ...args];
        });
    };
    expect(heard(0)).toEqual([['__nm_symbolic', 4, 'mine']]);
    expect(heard(1)).toEqual([['__nm_assume', 0]]);
    expect(heard(2)).toEqual([['__nm_assert_fail', 'x == 6', 's.c', 11, 'run']]);
    expect(heard(3)).toEqual([['__nm_assert_fail', 'x == 7', 's.c', 12, 'run']]);
    expect(heard(4)).toEqual([['__nm_abort']]);
    expect(heard(5)).toEqual([['__nm_symbolic', 2, 'klees']]);
    expect(heard(6)[0]).toEqual(['__nm_symbolic', 4, 'r']);
    expect(heard(6)[1][0]).toBe('__nm_assume');
    expect(heard(7)).toEqual([['__nm_assume', 0]]);
    expect(heard(8)).toEqual([
      ['__nm_symbolic', 4, 'int'],
      ['__nm_symbolic', 1, 'bool'],
    ]);
    expect(heard(9)).toEqual([['__nm_assume', 0]]);
    expect(heard(10)).toEqual([['__nm_assert_fail', 'reach_error()', '', 0, 'reach_error']]);
    expect(heard(11)).toEqual([['__nm_symbolic', 4, 'i']]);
  });
});
