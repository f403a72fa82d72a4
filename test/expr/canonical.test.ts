import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Builder } from '../../src/expr/build.js';
import { Op } from '../../src/expr/ops.js';
import { print } from '../../src/expr/print.js';
import { ExprStore } from '../../src/expr/store.js';
import { cases } from '../support/cases.js';
import { buildTree, conditionArbitrary, treeArbitrary } from './trees.js';

const numRuns = cases(2000);
const build = new Builder(new ExprStore());
const { store } = build;

type Expr = number;
const x: Expr = store.variable(0);
const y: Expr = store.variable(1);
const k = (width: number, value: number): Expr => store.constant(width, value, value >> 31);
const binary = (op: Op, a: Expr, b: Expr | number[]): Expr =>
  build.binary(op, a, Array.isArray(b) ? k(store.width[a], b[0]) : b);
const z = (a: Expr, width = 32): Expr => build.zext(a, width);
const s = (a: Expr, width = 32): Expr => build.sext(a, width);
const word = (first: number): Expr => {
  let value: Expr = store.variable(first);
  for (let i = 1; i < 4; i++) value = build.concat(store.variable(first + i), value);
  return value;
};
const w = word(8);
const v = word(12);
/** Something no rule knows anything about. */
const opaque = binary(Op.Mul, w, v);
const stored = (a: Expr): Expr => {
  let value = build.extract(a, 0, 8);
  for (let offset = 8; offset < store.width[a]; offset += 8) value = build.concat(build.extract(a, offset, 8), value);
  return value;
};
const short = build.concat(store.variable(17), store.variable(16));
const bool = binary(Op.Ult, w, v);

/** Written as C on Wasm comes, and what it should be the same node as. */
const pairs: Record<string, [Expr, Expr]> = {
  '(w + 3) + 4': [binary(Op.Add, binary(Op.Add, w, [3]), [4]), binary(Op.Add, w, [7])],
  'w - -5': [binary(Op.Sub, w, [-5]), binary(Op.Add, w, [5])],
  '4 + w': [binary(Op.Add, k(32, 4), w), binary(Op.Add, w, [4])],
  '(w + 3) + (v + 4)': [
    binary(Op.Add, binary(Op.Add, w, [3]), binary(Op.Add, v, [4])),
    binary(Op.Add, binary(Op.Add, v, w), [7]),
  ],
  'w + v - v': [binary(Op.Sub, binary(Op.Add, w, v), v), w],
  'w * 4': [binary(Op.Mul, w, [4]), binary(Op.Shl, w, [2])],
  'w * 3 * 4': [binary(Op.Mul, binary(Op.Mul, w, [3]), [4]), binary(Op.Mul, w, [12])],
  'w / 16 unsigned': [binary(Op.UDiv, w, [16]), binary(Op.LShr, w, [4])],
  'w % 16 unsigned': [binary(Op.URem, w, [16]), binary(Op.And, w, [15])],
  'n <= MAX / m, of two shorts, is about n * m': [
    binary(Op.Sle, z(short), binary(Op.SDiv, k(32, 0x7fffffff), z(build.concat(y, x)))),
    binary(
      Op.And,
      build.truth(build.concat(y, x)),
      build.not(binary(Op.Slt, binary(Op.Mul, z(short), z(build.concat(y, x))), [0])),
    ),
  ],
  'the product of two shorts as a long long': [
    binary(Op.Mul, z(short, 64), z(build.concat(y, x), 64)),
    z(binary(Op.Mul, z(short), z(build.concat(y, x))), 64),
  ],
  'x / 10 of a char': [binary(Op.SDiv, z(x), [10]), z(binary(Op.UDiv, x, [10]))],
  'opaque & 255': [binary(Op.And, opaque, [255]), z(build.extract(opaque, 0, 8))],
  'w & 255': [binary(Op.And, w, [255]), z(store.variable(8))],
  'w & 0xff00': [binary(Op.And, w, [0xff00]), z(build.concat(store.variable(9), k(8, 0)))],
  '(opaque << 24) >>s 24': [binary(Op.AShr, binary(Op.Shl, opaque, [24]), [24]), s(build.extract(opaque, 0, 8))],
  '(x << 24) >>s 24': [binary(Op.AShr, binary(Op.Shl, z(x), [24]), [24]), s(x)],
  '(opaque << 24) >>u 24': [binary(Op.LShr, binary(Op.Shl, opaque, [24]), [24]), binary(Op.And, opaque, [255])],
  '(x << 8) | y': [binary(Op.Or, binary(Op.Shl, z(x), [8]), z(y)), z(build.concat(x, y))],
  '(x << 8) + y': [binary(Op.Add, binary(Op.Shl, z(x), [8]), z(y)), z(build.concat(x, y))],
  '(opaque << 8) | y': [
    binary(Op.Or, binary(Op.Shl, opaque, [8]), z(y)),
    build.concat(build.extract(opaque, 0, 24), y),
  ],
  '(opaque << 13) | (opaque >> 19)': [
    binary(Op.Or, binary(Op.Shl, opaque, [13]), binary(Op.LShr, opaque, [19])),
    binary(Op.RotL, opaque, [13]),
  ],
  'rotr 13': [binary(Op.RotR, opaque, [13]), binary(Op.RotL, opaque, [19])],
  '(char)(x + y)': [build.extract(binary(Op.Add, z(x), z(y)), 0, 8), binary(Op.Add, x, y)],
  '(char)(x - 48)': [build.extract(binary(Op.Add, s(x), [-48]), 0, 8), binary(Op.Add, x, [-48])],
  'stored and loaded: opaque': [stored(opaque), opaque],
  'stored and loaded: x + y': [stored(binary(Op.Add, z(x), z(y))), binary(Op.Add, z(x), z(y))],
  'stored and loaded: x + 256': [stored(binary(Op.Add, z(x), [256])), binary(Op.Add, z(x), [256])],
  'stored and loaded: w + 1': [stored(binary(Op.Add, w, [1])), binary(Op.Add, w, [1])],
  'stored and loaded: s(x)': [stored(s(x)), s(x)],
  'stored and loaded: s(x, 64)': [stored(s(x, 64)), s(x, 64)],
  'stored and loaded: a short': [stored(s(build.concat(x, y))), s(build.concat(x, y))],
  'stored and loaded: s(x) << 1': [stored(binary(Op.Shl, s(x), [1])), binary(Op.Shl, s(x), [1])],
  '(s(x) << 8) | y': [binary(Op.Or, binary(Op.Shl, s(x), [8]), z(y)), s(build.concat(x, y))],
  '(s(x) << 8) + y': [binary(Op.Add, binary(Op.Shl, s(x), [8]), z(y)), s(build.concat(x, y))],
  's(x & 0x1a)': [s(binary(Op.And, x, [0x1a])), z(binary(Op.And, x, [0x1a]))],
  'stored and loaded: w ^ v': [stored(binary(Op.Xor, w, v)), binary(Op.Xor, w, v)],
  'stored and loaded: opaque ^ 0x1234': [stored(binary(Op.Xor, opaque, [0x1234])), binary(Op.Xor, opaque, [0x1234])],
  'stored and loaded: opaque & 0x1234': [stored(binary(Op.And, opaque, [0x1234])), binary(Op.And, opaque, [0x1234])],
  'stored and loaded: opaque >> 3': [stored(binary(Op.LShr, opaque, [3])), binary(Op.LShr, opaque, [3])],
  'stored and loaded: opaque << 3': [stored(binary(Op.Shl, opaque, [3])), binary(Op.Shl, opaque, [3])],
  'stored and loaded: opaque << 8': [stored(binary(Op.Shl, opaque, [8])), binary(Op.Shl, opaque, [8])],
  'stored and loaded: (x + y) << 8': [
    stored(binary(Op.Shl, binary(Op.Add, z(x), z(y)), [8])),
    binary(Op.Shl, binary(Op.Add, z(x), z(y)), [8]),
  ],
  'stored and loaded: ~opaque': [stored(binary(Op.Xor, opaque, [-1])), binary(Op.Xor, opaque, [-1])],
  'stored and loaded: opaque | 0x80': [stored(binary(Op.Or, opaque, [0x80])), binary(Op.Or, opaque, [0x80])],
  'stored and loaded: opaque ^ x': [stored(binary(Op.Xor, opaque, z(x))), binary(Op.Xor, opaque, z(x))],
  'stored and loaded: opaque & v': [stored(binary(Op.And, opaque, v)), binary(Op.And, opaque, v)],
  'stored and loaded: -w': [stored(binary(Op.Sub, k(32, 0), w)), binary(Op.Sub, k(32, 0), w)],
  'stored and loaded: w - v': [stored(binary(Op.Sub, w, v)), binary(Op.Sub, w, v)],
  'stored and loaded: opaque / 10': [stored(binary(Op.UDiv, opaque, [10])), binary(Op.UDiv, opaque, [10])],
  'stored and loaded: x * 10 + y - 48': [
    stored(binary(Op.Add, binary(Op.Add, binary(Op.Mul, z(x), [10]), s(y)), [-48])),
    binary(Op.Add, binary(Op.Add, binary(Op.Mul, z(x), [10]), s(y)), [-48]),
  ],
  'stored and loaded: bool': [stored(z(bool)), z(bool)],
  'stored and loaded: bool ? 5000 : -3': [
    stored(build.ite(bool, k(32, 5000), k(32, -3))),
    build.ite(bool, k(32, 5000), k(32, -3)),
  ],
  'stored and loaded: bool ? w : opaque': [stored(build.ite(bool, w, opaque)), build.ite(bool, w, opaque)],
  'z(x) < 200': [binary(Op.Ult, z(x), [200]), binary(Op.Ult, x, [200])],
  'z(x) < 300': [binary(Op.Ult, z(x), [300]), k(1, 1)],
  'z(x) <s 100': [binary(Op.Slt, z(x), [100]), binary(Op.Ult, x, [100])],
  'z(x) <s -1': [binary(Op.Slt, z(x), [-1]), k(1, 0)],
  's(x) <s 100': [binary(Op.Slt, s(x), [100]), binary(Op.Slt, x, [100])],
  's(x) <s 200': [binary(Op.Slt, s(x), [200]), k(1, 1)],
  's(x) == -1': [binary(Op.Eq, s(x), [-1]), binary(Op.Eq, x, [255])],
  's(x) == 200': [binary(Op.Eq, s(x), [200]), k(1, 0)],
  'z(x) <s z(y)': [binary(Op.Slt, z(x), z(y)), binary(Op.Ult, x, y)],
  'w <= 7': [binary(Op.Ule, w, [7]), binary(Op.Ult, w, [8])],
  'w <= -1': [binary(Op.Ule, w, [-1]), k(1, 1)],
  'w < 1': [binary(Op.Ult, w, [1]), binary(Op.Eq, w, [0])],
  '7 <= w': [binary(Op.Ule, k(32, 7), w), binary(Op.Ult, k(32, 6), w)],
  '!(w < 7)': [build.not(binary(Op.Ult, w, [7])), binary(Op.Ult, k(32, 6), w)],
  '!(w < v)': [build.not(bool), binary(Op.Ule, v, w)],
  '!!(w < v)': [build.not(build.not(bool)), bool],
  '!!(w == v)': [build.not(build.not(binary(Op.Eq, w, v))), binary(Op.Eq, w, v)],
  'w == 0x04030201': [
    binary(Op.Eq, w, [0x04030201]),
    [3, 2, 1, 0]
      .map((i) => binary(Op.Eq, store.variable(8 + i), [i + 1]))
      .reduceRight((low, high) => binary(Op.And, high, low)),
  ],
  'w + 5 == 7': [binary(Op.Eq, binary(Op.Add, w, [5]), [7]), binary(Op.Eq, w, [2])],
  'w ^ 5 == 7': [binary(Op.Eq, binary(Op.Xor, w, [5]), [7]), binary(Op.Eq, w, [2])],
  'w ^ v == 0': [binary(Op.Eq, binary(Op.Xor, opaque, v), [0]), binary(Op.Eq, opaque, v)],
  'w - v == 0': [binary(Op.Eq, binary(Op.Sub, w, v), [0]), binary(Op.Eq, w, v)],
  'opaque * 5 == 15': [binary(Op.Eq, binary(Op.Mul, opaque, [5]), [15]), binary(Op.Eq, opaque, [3])],
  '(bool ? 3 : 4) == 3': [binary(Op.Eq, build.ite(bool, k(32, 3), k(32, 4)), [3]), bool],
  '(bool ? 3 : 4) == 4': [binary(Op.Eq, build.ite(bool, k(32, 3), k(32, 4)), [4]), build.not(bool)],
  '(bool ? 3 : 4) == 5': [binary(Op.Eq, build.ite(bool, k(32, 3), k(32, 4)), [5]), k(1, 0)],
  'z(bool) == 1': [binary(Op.Eq, z(bool), [1]), bool],
  'z(bool) == 0': [binary(Op.Eq, z(bool), [0]), build.not(bool)],
  'z(bool) != 0, twice': [build.truth(z(build.truth(z(bool)))), bool],
  'z(bool) ^ 1': [build.truth(binary(Op.Xor, z(bool), [1])), build.not(bool)],
  'z(bool) & 1': [build.truth(binary(Op.And, z(bool), [1])), bool],
  'bool && bool': [binary(Op.And, bool, bool), bool],
  'bool && !bool': [binary(Op.And, bool, build.not(bool)), k(1, 0)],
  'x == 1 && x == 2': [binary(Op.And, binary(Op.Eq, x, [1]), binary(Op.Eq, x, [2])), k(1, 0)],
  'x == 1 && x != 2': [binary(Op.And, binary(Op.Eq, x, [1]), build.not(binary(Op.Eq, x, [2]))), binary(Op.Eq, x, [1])],
  'bool || 1': [binary(Op.Or, bool, k(1, 1)), k(1, 1)],
  'bool ? 1 : 0': [build.ite(bool, k(1, 1), k(1, 0)), bool],
  'bool ? 1 : 0 as int': [build.ite(bool, k(32, 1), k(32, 0)), z(bool)],
  'bool ? w : w': [build.ite(bool, w, w), w],
  '!bool ? w : v': [build.ite(build.not(bool), w, v), build.ite(bool, v, w)],
  'bytes of a concat': [build.concat(build.concat(store.variable(11), store.variable(10)), build.extract(w, 0, 16)), w],
  'clz of a char': [build.unary(Op.Clz, z(x)), binary(Op.Add, z(build.unary(Op.Clz, x)), [24])],
};

describe('canonical forms', () => {
  for (const [name, [given, expected]] of Object.entries(pairs)) {
    it(name, () => {
      expect(print(store, given)).toBe(print(store, expected));
      expect(given).toBe(expected);
    });
  }

  it('isdigit stays one comparison of one byte', () => {
    const test = binary(Op.Ult, binary(Op.Add, x, [-48]), [10]);
    expect(print(store, test)).toBe('(ult (add in[0] -48) 10)');
  });

  it('a constant base stays at the root of an address', () => {
    const address = binary(Op.Add, k(32, 4096), binary(Op.Add, binary(Op.Shl, opaque, [2]), z(x)));
    const { base, lo, hi } = build.constantPart(binary(Op.Add, address, [8]));
    expect([lo, hi]).toEqual([4104, 0]);
    expect(base).toBe(binary(Op.Add, binary(Op.Shl, opaque, [2]), z(x)));
    expect(build.constantPart(k(32, 7))).toEqual({ base: 0, lo: 7, hi: 0 });
    expect(build.constantPart(opaque)).toEqual({ base: opaque, lo: 0, hi: 0 });
  });

  it('an index that carries a constant does not hide the base', () => {
    const index = binary(Op.Add, s(x), [-48]);
    const inside = [
      binary(Op.Add, index, [4096]),
      binary(Op.Add, k(32, 4096), index),
      binary(Op.Add, binary(Op.Add, index, [4000]), [96]),
      binary(Op.Sub, binary(Op.Add, index, [5000]), [904]),
    ];
    for (const address of inside) expect(build.constantPart(address)).toEqual({ base: index, lo: 4096, hi: 0 });
    expect(binary(Op.Sub, inside[0], [4096])).toBe(index);
    expect(binary(Op.Sub, inside[0], k(32, 4090))).toBe(binary(Op.Add, s(x), [-42]));
    const pointer = binary(Op.Add, binary(Op.Shl, opaque, [2]), [4096]);
    expect(build.constantPart(binary(Op.Add, pointer, index)).lo).toBe(4096);
    expect(build.constantPart(binary(Op.Add, index, pointer)).lo).toBe(4096);
    expect(binary(Op.Eq, inside[0], [4096 + 5])).toBe(binary(Op.Eq, x, [53]));
  });

  it('tables fold where they can', () => {
    const none = new Int32Array(0);
    const table = store.table(Uint8Array.of(1, 2, 3, 4), none);
    expect(build.read(table, k(32, 1), 16)).toBe(k(16, 0x0302));
    expect(build.read(table, k(32, 3), 16)).toBe(k(16, 4));
    expect(build.read(table, k(32, 4), 8)).toBe(k(8, 0));
    const same = store.table(new Uint8Array(1024).fill(9), none);
    expect(build.read(same, z(x), 32)).toBe(k(32, 0x09090909));
    expect(build.read(same, binary(Op.Add, z(x), [500]), 8)).toBe(k(8, 9));
    expect(store.op[build.read(same, binary(Op.Add, z(x), [1000]), 8)]).toBe(Op.Read);
    const symbolic = store.table(new Uint8Array(2), Int32Array.of(0, x));
    expect(build.read(symbolic, k(32, 1), 8)).toBe(x);
    const records = store.table(
      Uint8Array.from({ length: 1024 }, (_, i) => (i % 4 === 0 ? 5 : i & 255)),
      none,
    );
    expect(build.read(records, binary(Op.Shl, z(x), [2]), 8)).toBe(k(8, 5));
  });
});

/** As a value of a width that can be stored. */
function widened(id: number): number {
  const width = [8, 16, 32, 64].find((usual) => usual >= store.width[id])!;
  return build.zext(id, width);
}

function bytesOf(value: number): number[] {
  return Array.from({ length: store.width[value] / 8 }, (_, i) => build.extract(value, 8 * i, 8));
}

describe('what is made depends on structure alone', () => {
  it('not on what the store has seen before', () => {
    const used = new Builder(new ExprStore());
    fc.assert(
      fc.property(fc.oneof(treeArbitrary, conditionArbitrary), (tree) => {
        const fresh = new Builder(new ExprStore());
        const inFresh = buildTree(fresh, tree);
        const inUsed = buildTree(used, tree);
        const text = (builder: Builder, id: number) => print(builder.store, id).replace(/table\d+/g, 'table');
        expect(text(used, inUsed)).toBe(text(fresh, inFresh));
        expect(used.store.key[inUsed]).toBe(fresh.store.key[inFresh]);
      }),
      { numRuns },
    );
  });

  it('not on whether bytes are joined one by one or at once', () => {
    fc.assert(
      fc.property(treeArbitrary, treeArbitrary, fc.nat(), (tree, other, swap) => {
        const value = widened(buildTree(build, tree));
        const bytes = bytesOf(value);
        // Sometimes one byte is overwritten with something else.
        if (swap % 3 === 0) bytes[swap % bytes.length] = build.zext(build.extract(buildTree(build, other), 0, 1), 8);
        const count = swap % 2 === 0 ? bytes.length : bytes.length / 2;
        const one = bytes.slice(1, count).reduce((low, high) => build.concat(high, low), bytes[0]);
        expect(print(store, build.fromBytes(bytes, count))).toBe(print(store, one));
      }),
      { numRuns },
    );
  });

  it('hardly on whether a value went through memory, and not on how often', () => {
    let changed = 0;
    fc.assert(
      fc.property(treeArbitrary, (tree) => {
        const value = widened(buildTree(build, tree));
        const once = build.fromBytes(bytesOf(value), store.width[value] / 8);
        const twice = build.fromBytes(bytesOf(once), store.width[value] / 8);
        expect(print(store, twice)).toBe(print(store, once));
        if (once !== value) changed++;
      }),
      { numRuns },
    );
    expect(changed).toBeLessThan(Math.max(10, numRuns / 50));
  });

  it('not on the order of the operands of a commutative operation', () => {
    fc.assert(
      fc.property(
        treeArbitrary,
        treeArbitrary,
        fc.constantFrom(Op.Add, Op.Mul, Op.And, Op.Or, Op.Xor, Op.Eq),
        (left, right, op) => {
          const a = build.zext(buildTree(build, left), 64);
          const b = build.sext(buildTree(build, right), 64);
          expect(print(store, build.binary(op, a, b))).toBe(print(store, build.binary(op, b, a)));
        },
      ),
      { numRuns },
    );
  });

  it('building twice gives the same id and no new node', () => {
    fc.assert(
      fc.property(treeArbitrary, (tree) => {
        const id = buildTree(build, tree);
        const { size } = store;
        expect(buildTree(build, tree)).toBe(id);
        expect(store.size).toBe(size);
      }),
      { numRuns },
    );
  });
});
