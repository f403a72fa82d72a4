import { describe, expect, test } from 'vitest';
import { decodeInput } from '../../src/inputs/decode.js';
import { type EntryOptions, entryPlan } from '../../src/inputs/entry.js';
import { flatSize, layoutOf } from '../../src/inputs/layout.js';
import type { DebugType } from '../../src/wasm/dwarf/index.js';
import { array, base, bool, byte, char, constant, double, fn, int, long, pointer, struct } from './types.js';

const plan = (params: Record<string, DebugType>, options?: EntryOptions) => entryPlan([fn('f', params)], 'f', options);
const value = (type: DebugType, options?: EntryOptions) => {
  const made = plan({ x: type }, options);
  return made.kind === 'entry' ? made.params[0]?.value : undefined;
};
const exactly = (count: number) => ({ min: count, max: count });

describe('scalars', () => {
  test.each([
    ['int', int, { kind: 'int', bits: 32, signed: true }],
    ['const int', constant(int), { kind: 'int', bits: 32, signed: true }],
    ['unsigned char', byte, { kind: 'int', bits: 8, signed: false }],
    ['_Bool', bool, { kind: 'int', bits: 8, signed: false, bool: true }],
    ['long long', long, { kind: 'int', bits: 64, signed: true }],
    ['double', double, { kind: 'float', bits: 64 }],
    [
      'enum',
      { kind: 'enum', name: 'e', size: 4, signed: false, values: [] } as DebugType,
      { kind: 'int', bits: 32, signed: false },
    ],
  ])('%s', (_name, type, expected) => expect(value(type)).toEqual(expected));
});

describe('pointers', () => {
  test('unsigned char * is bytes, not text', () => {
    expect(value(pointer(byte))).toMatchObject({ target: { elementSize: 1, count: exactly(4), terminated: false } });
  });

  test('strings are terminated buffers of 8, or of --len', () => {
    for (const each of [char, constant(char)]) {
      expect(value(pointer(each))).toEqual({
        kind: 'pointer',
        nullable: false,
        target: { elementSize: 1, count: exactly(8), terminated: true, fields: [] },
      });
    }
    expect(value(pointer(char), { len: new Map([['x', { min: 0, max: 3 }]]), nullable: true })).toMatchObject({
      nullable: true,
      target: { count: { min: 0, max: 3 } },
    });
  });

  test('scalars come in fours, structs alone, void as eight bytes', () => {
    expect(value(pointer(int))).toMatchObject({ target: { elementSize: 4, count: exactly(4), terminated: false } });
    expect(value(pointer(struct('s', 4, [])))).toMatchObject({ target: { elementSize: 4, count: exactly(1) } });
    expect(value(pointer(undefined))).toMatchObject({ target: { elementSize: 1, count: exactly(8), fields: [] } });
  });

  test('a list is followed to --depth, then NULL', () => {
    const node: { -readonly [K in keyof ReturnType<typeof struct>]: ReturnType<typeof struct>[K] } = struct('n', 8, []);
    node.members = [
      { name: 'v', offset: 0, type: int },
      { name: 'next', offset: 4, type: pointer(node) },
    ];
    const decoded = (depth: number) => decodeInput(plan({ x: pointer(node) }, { depth }), new Uint8Array(0));
    expect(decoded(0)).toEqual({ x: null });
    expect(decoded(1)).toEqual({ x: { v: 0, next: null } });
    expect(decoded(3)).toEqual({ x: { v: 0, next: { v: 0, next: { v: 0, next: null } } } });
  });

  test('char ** is an array of strings', () => {
    expect(decodeInput(plan({ x: pointer(pointer(char)) }), Uint8Array.of(0x61, 0x62))).toEqual({
      x: ['ab', '', '', ''],
    });
  });
});

describe('structs', () => {
  const inner = struct('inner', 8, [
    { name: 'tag', offset: 0, type: char },
    { name: 'n', offset: 4, type: int },
  ]);
  const outer = struct('outer', 40, [
    { name: 'in', offset: 0, type: inner },
    { name: 'name', offset: 8, type: array(char, 6, 6) },
    { name: 'grid', offset: 16, type: array(byte, 4, 2, 2) },
    { name: '', offset: 20, type: struct('', 4, [{ name: 'anonymous', offset: 0, type: int }]) },
    { name: 'low', offset: 24, type: int, bitOffset: 0, bitSize: 3 },
    { name: 'high', offset: 24, type: int, bitOffset: 3, bitSize: 7 },
    { name: 'u', offset: 28, type: struct('u', 4, [], 'union') },
    {
      name: 'ops',
      offset: 32,
      type: pointer({ kind: 'function', returnType: int, params: [], isPrototyped: true, isVariadic: false }),
    },
    { name: 'flags', offset: 36, type: array(bool, 2, 2) },
  ]);

  test('take the bytes of their members and no padding, and print by name', () => {
    const made = plan({ x: pointer(outer) });
    expect(flatSize(made)).toBe(5 + 6 + 4 + 4 + 2 + 4 + 2);
    const input = Uint8Array.from([
      0x41,
      1,
      0,
      0,
      0,
      ...Buffer.from('hello\0'),
      1,
      2,
      3,
      4,
      7,
      0,
      0,
      0,
      5,
      0,
      1,
      2,
      0x80,
      4,
      1,
      3,
    ]);
    expect(decodeInput(made, input)).toEqual({
      x: {
        in: { tag: 65, n: 1 },
        name: 'hello',
        grid: [{ hex: '0102' }, { hex: '0304' }],
        anonymous: 7,
        'low,high': { hex: '05' },
        u: { hex: '01028004' },
        ops: null,
        flags: [1, 1],
      },
    });
  });

  test('of one scalar are passed as that scalar, larger ones by address', () => {
    const single = struct('w', 4, [{ name: 'v', offset: 0, type: int }]);
    expect(value(single)).toEqual({ kind: 'int', bits: 32, signed: true });
    expect(value(struct('ww', 4, [{ name: 'w', offset: 0, type: single }]))).toMatchObject({ kind: 'int' });
    expect(value(inner)).toMatchObject({ kind: 'struct', target: { elementSize: 8 } });
    expect(value(struct('empty', 0, []))).toBeUndefined();
  });
});

test('the layout covers the flat input without gaps', () => {
  const made = plan(
    { n: int, s: pointer(char), p: pointer(struct('s', 8, [{ name: 'q', offset: 0, type: pointer(int) }])) },
    { len: new Map([['s', { min: 0, max: 300 }]]), nullable: true },
  );
  const layout = layoutOf(made);
  let end = 0;
  for (const { offset, size } of layout) {
    expect(offset).toBe(end);
    end += size;
  }
  expect(end).toBe(flatSize(made));
  expect(layout.map(({ name, size }) => `${name}: ${size}`)).toEqual([
    'n: 4',
    's present: 1',
    's length: 2',
    's: 300',
    'p present: 1',
    'p.q present: 1',
    'p.q: 16',
  ]);
});

describe('what can not be made is refused in one sentence', () => {
  test.each([
    [
      'a function pointer',
      pointer({ kind: 'function', returnType: int, params: [], isPrototyped: true, isVariadic: false }),
      {},
      /Parameter x of f is a pointer to a function/,
    ],
    ['a long double', base('long double', 16, 'float'), {}, /Parameter x of f is a long double/],
    ['an opaque struct', pointer({ ...struct('FILE', 0, []), isDeclaration: true }), {}, /points to struct FILE/],
    [
      'a length of an int',
      int,
      { len: new Map([['x', exactly(3)]]) },
      /--len x: x has type int, which is not a pointer/,
    ],
    ['a length of nothing', int, { len: new Map([['y', exactly(3)]]) }, /no parameter of that name; it has x/],
  ])('%s', (_name, type, options, message) => expect(() => plan({ x: type as DebugType }, options)).toThrow(message));

  test('a function that is not there, with the near one', () => {
    expect(() => entryPlan([fn('bad_abs', {})], 'bad_ab')).toThrow(/no function bad_ab .* did you mean bad_abs\?/);
    expect(() => entryPlan([fn('f', {}, true)], 'f')).toThrow(/variable number/);
  });
});
