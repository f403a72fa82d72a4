import fc from 'fast-check';
import type { Builder } from '../../src/expr/build.js';
import { isComparison, Op } from '../../src/expr/ops.js';
import {
  binaryMeaning,
  concatMeaning,
  countMeaning,
  extractMeaning,
  readMeaning,
  signExtendMeaning,
} from '../../src/expr/reference.js';
import type { ExprId } from '../../src/vocabulary/brands.js';

/** An expression as the user of a Builder would write it: nothing simplified, nothing shared. */
export type Tree =
  | { kind: 'const'; width: number; value: bigint }
  | { kind: 'var'; width: 8; index: number }
  | { kind: 'binary'; width: number; op: Op; a: Tree; b: Tree }
  | { kind: 'count'; width: number; op: Op; a: Tree }
  | { kind: 'ite'; width: number; condition: Tree; yes: Tree; no: Tree }
  | { kind: 'concat'; width: number; high: Tree; low: Tree }
  | { kind: 'extract'; width: number; a: Tree; offset: number }
  | { kind: 'zext' | 'sext'; width: number; a: Tree }
  | { kind: 'read'; width: number; offset: Tree; bytes: number[]; trees: (Tree | undefined)[] };

export const variableCount = 4;

const arithmeticOps = [
  Op.Add,
  Op.Sub,
  Op.Mul,
  Op.UDiv,
  Op.SDiv,
  Op.URem,
  Op.SRem,
  Op.And,
  Op.Or,
  Op.Xor,
  Op.Shl,
  Op.LShr,
  Op.AShr,
  Op.RotL,
  Op.RotR,
];
const likelyOps = [Op.Add, Op.Sub, Op.Mul, Op.And, Op.Or, Op.Xor, Op.Shl, Op.LShr, Op.AShr];
const comparisons = [Op.Eq, Op.Ult, Op.Ule, Op.Slt, Op.Sle];
const counts = [Op.Clz, Op.Ctz, Op.Popcnt];
const usualWidths = [1, 8, 16, 32, 64];

/** Takes numbers from a list as decisions; when it runs out every decision is the first alternative, a leaf. */
class Decisions {
  #next = 0;
  constructor(readonly list: readonly number[]) {}
  below(count: number): number {
    return this.#next < this.list.length ? this.list[this.#next++] % count : 0;
  }
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }
  /** Constants near the places where arithmetic breaks, and any others. */
  constant(width: number): bigint {
    const top = 1n << BigInt(width);
    const kind = this.below(8);
    const small = BigInt(this.below(70));
    const values = [
      small,
      top - small,
      (top >> 1n) - small,
      (top >> 1n) + small,
      1n << BigInt(this.below(width)),
      (1n << BigInt(this.below(width) + 1)) - 1n,
      BigInt(this.below(0x7fffffff)) * 0x9e3779b97f4a7c15n,
      ((1n << BigInt(this.below(width) + 1)) - 1n) << BigInt(this.below(width)),
    ];
    return BigInt.asUintN(width, values[kind]);
  }
}

function leaf(from: Decisions, width: number): Tree {
  const variable: Tree = { kind: 'var', width: 8, index: from.below(variableCount) };
  if (width === 8) return from.below(3) < 2 ? variable : { kind: 'const', width, value: from.constant(width) };
  switch (from.below(4)) {
    case 0:
      return { kind: 'const', width, value: from.constant(width) };
    case 1:
      return width < 8
        ? { kind: 'extract', width, a: variable, offset: from.below(9 - width) }
        : extended(from, variable, width);
    default:
      if (width < 8) return { kind: 'extract', width, a: variable, offset: from.below(9 - width) };
      return bytes(from, width);
  }
}

function extended(from: Decisions, a: Tree, width: number): Tree {
  return { kind: from.below(2) === 0 ? 'zext' : 'sext', width, a };
}

/** As a load makes it: byte by byte, the highest outermost. */
function bytes(from: Decisions, width: number): Tree {
  let value: Tree = { kind: 'var', width: 8, index: from.below(variableCount) };
  while (value.width + 8 <= width) {
    const high: Tree = { kind: 'var', width: 8, index: from.below(variableCount) };
    value = { kind: 'concat', width: value.width + 8, high, low: value };
  }
  return value.width < width ? { kind: 'zext', width, a: value } : value;
}

/** As a store and a load make it: cut into bytes and put together again. */
function roundTrip(a: Tree): Tree {
  let value: Tree = { kind: 'extract', width: 8, a, offset: 0 };
  for (let offset = 8; offset < a.width; offset += 8) {
    const high: Tree = { kind: 'extract', width: 8, a, offset };
    value = { kind: 'concat', width: offset + 8, high, low: value };
  }
  return value;
}

function grow(from: Decisions, width: number, depth: number): Tree {
  if (depth === 0) return leaf(from, width);
  const next = (w: number): Tree => grow(from, w, depth - 1);
  const otherWidth = (): number => (from.below(3) === 0 ? 1 + from.below(64) : from.pick(usualWidths));
  switch (from.below(14)) {
    case 0:
      return leaf(from, width);
    case 1:
    case 2:
      return { kind: 'binary', width, op: from.pick(arithmeticOps), a: next(width), b: next(width) };
    case 3:
    case 4:
    case 5: {
      const constant: Tree = { kind: 'const', width, value: from.constant(width) };
      const op = from.pick(from.below(2) === 0 ? likelyOps : arithmeticOps);
      const other = next(width);
      return from.below(4) === 0
        ? { kind: 'binary', width, op, a: constant, b: other }
        : { kind: 'binary', width, op, a: other, b: constant };
    }
    case 6:
      return { kind: 'count', width, op: from.pick(counts), a: next(width) };
    case 7:
      return { kind: 'ite', width, condition: condition(from, depth - 1), yes: next(width), no: next(width) };
    case 8: {
      if (width === 1) return condition(from, depth);
      const lowWidth = 1 + from.below(width - 1);
      return { kind: 'concat', width, high: next(width - lowWidth), low: next(lowWidth) };
    }
    case 9:
    case 10: {
      const source = Math.max(width, otherWidth());
      return { kind: 'extract', width, a: next(source), offset: from.below(source - width + 1) };
    }
    case 11:
    case 12: {
      const source = Math.min(width, otherWidth());
      if (source === width) return width % 8 === 0 ? roundTrip(next(width)) : next(width);
      return {
        kind: from.below(2) === 0 ? 'zext' : 'sext',
        width,
        a: source === 1 ? condition(from, depth - 1) : next(source),
      };
    }
    default: {
      if (width % 8 !== 0) return condition1(from, width, depth);
      const length = 1 + from.below(12);
      const same = from.below(3) === 0;
      const content = Array.from({ length }, () => (same ? 7 : from.below(256)));
      const trees = content.map(() =>
        !same && from.below(6) === 0 ? grow(from, 8, Math.max(0, depth - 2)) : undefined,
      );
      return { kind: 'read', width, offset: next(32), bytes: content, trees };
    }
  }
}

function condition1(from: Decisions, width: number, depth: number): Tree {
  const bit = condition(from, depth - 1);
  return width === 1 ? bit : { kind: 'zext', width, a: bit };
}

function condition(from: Decisions, depth: number): Tree {
  const width = from.below(3) === 0 ? 1 + from.below(64) : from.pick(usualWidths);
  const a = grow(from, width, Math.max(0, depth - 1));
  const constant = from.below(2) === 0;
  const b: Tree = constant
    ? { kind: 'const', width, value: from.constant(width) }
    : grow(from, width, Math.max(0, depth - 1));
  const op = from.pick(comparisons);
  const result: Tree =
    from.below(3) === 0 ? { kind: 'binary', width: 1, op, a: b, b: a } : { kind: 'binary', width: 1, op, a, b };
  if (from.below(3) > 0) return result;
  return { kind: 'binary', width: 1, op: Op.Xor, a: result, b: { kind: 'const', width: 1, value: 1n } };
}

/** Random trees of widths 1 to 64, weighted to what C compiled to Wasm looks like. */
export const treeArbitrary: fc.Arbitrary<Tree> = fc
  .tuple(
    fc.oneof(fc.constantFrom(...usualWidths), fc.integer({ min: 1, max: 64 })),
    fc.integer({ min: 0, max: 5 }),
    fc.array(fc.nat(), { minLength: 0, maxLength: 160, size: 'max' }),
  )
  .map(([width, depth, decisions]) => grow(new Decisions(decisions), width, depth));

export const conditionArbitrary: fc.Arbitrary<Tree> = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(), { minLength: 0, maxLength: 160, size: 'max' }))
  .map(([depth, decisions]) => condition(new Decisions(decisions), depth));

/** Conditions about the same few values and neighbouring constants, connected: where one decides the other. */
export const connectedArbitrary: fc.Arbitrary<Tree> = fc
  .tuple(fc.array(treeArbitrary, { minLength: 1, maxLength: 2 }), fc.array(fc.nat(), { maxLength: 60, size: 'max' }))
  .map(([subjects, decisions]) => connect(new Decisions(decisions), subjects, 3));

function connect(from: Decisions, subjects: readonly Tree[], depth: number): Tree {
  const next = (): Tree => connect(from, subjects, depth - 1);
  switch (depth === 0 ? 0 : from.below(6)) {
    case 1:
    case 2:
      return { kind: 'binary', width: 1, op: Op.And, a: next(), b: next() };
    case 3:
      return { kind: 'binary', width: 1, op: Op.Or, a: next(), b: next() };
    case 4:
      return { kind: 'binary', width: 1, op: Op.Xor, a: next(), b: { kind: 'const', width: 1, value: 1n } };
    case 5:
      return { kind: 'ite', width: 1, condition: next(), yes: next(), no: next() };
    default: {
      const a = from.pick(subjects);
      const value = BigInt.asUintN(a.width, BigInt(from.below(4)) - 1n);
      const b: Tree = { kind: 'const', width: a.width, value };
      const op = from.pick(comparisons);
      return from.below(2) === 0
        ? { kind: 'binary', width: 1, op, a, b }
        : { kind: 'binary', width: 1, op, a: b, b: a };
    }
  }
}

/** Bytes at the edges of what C's character and sign tests ask, and any others. */
const byteArbitrary = fc.oneof(fc.constantFrom(0, 1, 2, 47, 48, 57, 58, 65, 127, 128, 129, 254, 255), fc.nat(255));

export const assignmentArbitrary = fc
  .array(byteArbitrary, { minLength: variableCount, maxLength: variableCount })
  .map((bytes) => Uint8Array.from(bytes));

export function buildTree(build: Builder, tree: Tree): ExprId {
  switch (tree.kind) {
    case 'const':
      return build.store.constant(tree.width, Number(tree.value & 0xffffffffn), Number(tree.value >> 32n));
    case 'var':
      return build.store.variable(tree.index);
    case 'binary':
      return build.binary(tree.op, buildTree(build, tree.a), buildTree(build, tree.b));
    case 'count':
      return build.unary(tree.op, buildTree(build, tree.a));
    case 'ite':
      return build.ite(buildTree(build, tree.condition), buildTree(build, tree.yes), buildTree(build, tree.no));
    case 'concat':
      return build.concat(buildTree(build, tree.high), buildTree(build, tree.low));
    case 'extract':
      return build.extract(buildTree(build, tree.a), tree.offset, tree.width);
    case 'zext':
      return build.zext(buildTree(build, tree.a), tree.width);
    case 'sext':
      return build.sext(buildTree(build, tree.a), tree.width);
    case 'read': {
      const ids = tree.trees.map((byte) => (byte ? buildTree(build, byte) : 0));
      const table = build.store.table(Uint8Array.from(tree.bytes), Int32Array.from(ids));
      return build.read(table, buildTree(build, tree.offset), tree.width);
    }
  }
}

/** What the tree means, without any store. */
export function meaningOf(tree: Tree, bytesByVariable: Uint8Array): bigint {
  const of = (child: Tree): bigint => meaningOf(child, bytesByVariable);
  switch (tree.kind) {
    case 'const':
      return tree.value;
    case 'var':
      return BigInt(bytesByVariable[tree.index]);
    case 'binary':
      return binaryMeaning(tree.op, tree.a.width, of(tree.a), of(tree.b)) & (isComparison(tree.op) ? 1n : -1n);
    case 'count':
      return countMeaning(tree.op, tree.width, of(tree.a));
    case 'ite':
      return of(tree.condition) === 1n ? of(tree.yes) : of(tree.no);
    case 'concat':
      return concatMeaning(of(tree.high), of(tree.low), tree.low.width);
    case 'extract':
      return extractMeaning(of(tree.a), tree.offset, tree.width);
    case 'zext':
      return of(tree.a);
    case 'sext':
      return signExtendMeaning(of(tree.a), tree.a.width, tree.width);
    case 'read': {
      const byteAt = (index: number) => {
        const byte = tree.trees[index];
        return byte ? of(byte) : BigInt(tree.bytes[index]);
      };
      return readMeaning(byteAt, tree.bytes.length, of(tree.offset), tree.width);
    }
  }
}
