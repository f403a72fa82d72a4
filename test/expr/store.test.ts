import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Op } from '../../src/expr/ops.js';
import { ExprStore } from '../../src/expr/store.js';

describe('store', () => {
  it('gives a structure one id, however often it grew since', () => {
    const store = new ExprStore();
    const count = 300_000;
    const made = new Int32Array(count);
    const make = (i: number): number => {
      const previous = i === 0 ? store.constant(32, 0) : made[i - 1];
      if (i % 3 === 0) return store.constant(64, i, i * 7);
      if (i % 3 === 1) return store.make(Op.Extract, 8, previous, 0, i & 31);
      return store.make(Op.Add, 32, previous, made[i >> 1], 0);
    };
    for (let i = 0; i < count; i++) made[i] = make(i);
    const { size } = store;
    expect(new Set(made).size).toBe(count);
    for (let i = 0; i < count; i++) if (make(i) !== made[i]) expect.fail(`node ${i} was lost`);
    expect(store.size).toBe(size);
  });

  it('tells different nodes apart', () => {
    const store = new ExprStore();
    const x = store.variable(0);
    const field = fc.record({
      op: fc.constantFrom(Op.Add, Op.Sub, Op.Concat),
      width: fc.integer({ min: 1, max: 64 }),
      a: fc.constantFrom(x, store.variable(1)),
      b: fc.constantFrom(x, store.variable(2)),
    });
    fc.assert(
      fc.property(field, field, (left, right) => {
        const same = JSON.stringify(left) === JSON.stringify(right);
        const ids = [left, right].map(({ op, width, a, b }) => store.make(op, width, a, b, 0));
        expect(ids[0] === ids[1]).toBe(same);
      }),
    );
  });

  it('cuts constants to their width', () => {
    const store = new ExprStore();
    expect(store.constant(8, 0x1ff)).toBe(store.constant(8, 0xff));
    expect(store.constant(32, 5, 9)).toBe(store.constant(32, 5));
    expect(store.constant(40, 1, 0x1ff)).toBe(store.constant(40, 1, 0xff));
    expect(store.constant(64, -1, -1)).not.toBe(store.constant(64, -1, 0));
    expect(store.constant(1, 3)).toBe(store.constant(1, 1));
  });

  it('forgets everything when cleared, and starts at the same id', () => {
    const store = new ExprStore();
    const first = store.variable(0);
    for (let i = 0; i < 100_000; i++) store.constant(32, i);
    const table = store.table(Uint8Array.of(1), new Int32Array(0));
    const { generation } = store;
    store.clear();
    expect(store.generation).not.toBe(generation);
    expect(store.tables).toEqual([]);
    expect(store.op.length).toBeLessThan(100_000);
    expect(store.constant(32, 77)).toBe(first);
    expect(store.table(Uint8Array.of(2), new Int32Array(0))).toBe(table);
  });

  it('interns tables by content', () => {
    const store = new ExprStore();
    const x = store.variable(0);
    const none = new Int32Array(0);
    const big = Uint8Array.from({ length: 100_000 }, (_, i) => i * 7);
    const table = store.table(big, none);
    expect(store.table(big.slice(), none)).toBe(table);
    expect(store.table(big.slice(), new Int32Array(big.length))).toBe(table);
    const other = big.slice();
    other[99_999] ^= 1;
    expect(store.table(other, none)).not.toBe(table);
    // What lies under an expression does not matter; constants are bytes.
    const symbolic = store.table(Uint8Array.of(1, 2), Int32Array.of(x, 0));
    expect(store.table(Uint8Array.of(9, 2), Int32Array.of(x, 0))).toBe(symbolic);
    expect(store.table(Uint8Array.of(1, 9), Int32Array.of(x, store.constant(8, 2)))).toBe(symbolic);
    expect(store.table(Uint8Array.of(1, 2), Int32Array.of(0, x))).not.toBe(symbolic);
  });
});
