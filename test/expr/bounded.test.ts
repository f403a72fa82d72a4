import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Builder } from '../../src/expr/build.js';
import { Tape } from '../../src/expr/evaluate.js';
import { Op } from '../../src/expr/ops.js';
import { evaluateReference } from '../../src/expr/reference.js';
import { ExprStore } from '../../src/expr/store.js';
import { Supports } from '../../src/expr/support.js';

const length = 5_000;

/** One step of a loop in the program: the state before, what the program reads in that round. */
type Step = (build: Builder, state: number, byte: number, round: number) => number;

const k = (build: Builder, value: number): number => build.store.constant(32, value);
const steps: Record<string, Step> = {
  'h * 33 + c': (build, h, c) => build.binary(Op.Add, build.binary(Op.Mul, h, k(build, 33)), build.zext(c, 32)),
  '(h ^ c) * prime': (build, h, c) =>
    build.binary(Op.Mul, build.binary(Op.Xor, h, build.zext(c, 32)), k(build, 16777619)),
  'h = (h << 5) ^ (h >> 27) ^ c': (build, h, c) =>
    build.binary(
      Op.Xor,
      build.binary(Op.Xor, build.binary(Op.Shl, h, k(build, 5)), build.binary(Op.LShr, h, k(build, 27))),
      build.sext(c, 32),
    ),
  '(h | 0x55) & 0xaaff': (build, h, c, round) =>
    build.binary(
      Op.And,
      build.binary(Op.Or, h, k(build, round * 77)),
      build.binary(Op.Or, k(build, 0xaaff), build.sext(c, 32)),
    ),
  '(h + c) & 0xfff': (build, h, c) => build.binary(Op.And, build.binary(Op.Add, h, build.zext(c, 32)), k(build, 0xfff)),
  'c ? h + 1 : h - 3': (build, h, c) =>
    build.ite(build.truth(c), build.binary(Op.Add, h, k(build, 1)), build.binary(Op.Sub, h, k(build, 3))),
  'c == 1 ? 7 : h': (build, h, c, round) =>
    build.ite(build.binary(Op.Eq, c, build.store.constant(8, round)), k(build, 7), h),
  'h - (c - h)': (build, h, c) => build.binary(Op.Sub, h, build.binary(Op.Sub, build.sext(c, 32), h)),
  'h % (c + 1)': (build, h, c) => build.binary(Op.URem, h, build.binary(Op.Add, build.zext(c, 32), k(build, 1))),
  crc: (build, h, c) => {
    const low = build.extract(build.binary(Op.Xor, h, build.zext(c, 32)), 0, 1);
    const shifted = build.binary(Op.LShr, h, k(build, 1));
    return build.ite(low, build.binary(Op.Xor, shifted, k(build, 0xedb88320)), shifted);
  },
  'rotate and not': (build, h, c) => build.binary(Op.Xor, build.binary(Op.RotL, h, build.zext(c, 32)), k(build, -1)),
};

function throughMemory(build: Builder, value: number): number {
  let loaded = build.extract(value, 0, 8);
  for (let offset = 8; offset < 32; offset += 8) loaded = build.concat(build.extract(value, offset, 8), loaded);
  return loaded;
}

describe('work is bounded', () => {
  for (const [name, step] of Object.entries(steps)) {
    it(`${name}, ${length} times, through memory, then looked at from all sides`, () => {
      const build = new Builder(new ExprStore());
      const { store } = build;
      let state: number = k(build, 5381);
      const kept: number[] = [];
      for (let round = 0; round < length; round++) {
        state = step(build, throughMemory(build, state), store.variable(round % 16), round);
        if (round % 500 === 3) kept.push(state);
      }
      for (const value of [state, ...kept]) {
        const low = build.extract(value, 0, 8);
        build.binary(Op.Eq, low, store.constant(8, 7));
        build.binary(Op.Eq, value, k(build, 1234567));
        build.binary(Op.Ult, value, k(build, 77));
        build.binary(Op.Slt, build.sext(low, 32), k(build, 3));
        build.not(build.truth(value));
      }
      expect(store.size).toBeLessThan(40 * length);
      expect(new Supports(store).supportOf(state).length).toBeLessThanOrEqual(16);
      const bytes = Uint8Array.from({ length: 16 }, (_, i) => i * 29 + 3);
      const tape = new Tape(store, [state, ...kept]);
      tape.run(bytes);
      for (const value of kept) {
        expect(BigInt(tape.value(value))).toBe(evaluateReference(store, value, (v) => bytes[v]));
      }
    });
  }

  it('a step means the same with constants as with variables', () => {
    for (const step of Object.values(steps)) {
      const build = new Builder(new ExprStore());
      const { store } = build;
      fc.assert(
        fc.property(fc.uint8Array({ minLength: 6, maxLength: 6 }), (bytes) => {
          let symbolic: number = k(build, 99);
          let concrete: number = k(build, 99);
          for (let round = 0; round < bytes.length; round++) {
            symbolic = step(build, throughMemory(build, symbolic), store.variable(round), round);
            concrete = step(build, concrete, store.constant(8, bytes[round]), round);
          }
          expect(store.isConst(concrete)).toBe(true);
          expect(evaluateReference(store, symbolic, (v) => bytes[v])).toBe(BigInt(store.lo[concrete] >>> 0));
        }),
        { numRuns: 50 },
      );
    }
  });
});
