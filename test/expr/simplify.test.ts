import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Builder } from '../../src/expr/build.js';
import { Tape } from '../../src/expr/evaluate.js';
import { arity, Op } from '../../src/expr/ops.js';
import { print } from '../../src/expr/print.js';
import { evaluateReference } from '../../src/expr/reference.js';
import { ExprStore } from '../../src/expr/store.js';
import { cases } from '../support/cases.js';
import {
  assignmentArbitrary,
  buildTree,
  conditionArbitrary,
  connectedArbitrary,
  meaningOf,
  treeArbitrary,
  variableCount,
} from './trees.js';

const numRuns = cases(4000);

describe('simplifying constructors', () => {
  const build = new Builder(new ExprStore());
  for (const [name, arbitrary] of [
    ['values', treeArbitrary],
    ['conditions', conditionArbitrary],
    ['connected conditions', connectedArbitrary],
  ] as const) {
    it(`keep the meaning of ${name}`, () => {
      fc.assert(
        fc.property(arbitrary, fc.array(assignmentArbitrary, { minLength: 3, maxLength: 3 }), (tree, assignments) => {
          const id = buildTree(build, tree);
          expect(build.store.width[id]).toBe(tree.width);
          for (const bytes of [new Uint8Array(4), Uint8Array.of(1, 1, 1, 1), ...assignments]) {
            expect(evaluateReference(build.store, id, (v) => bytes[v])).toBe(meaningOf(tree, bytes));
          }
        }),
        { numRuns },
      );
    });
  }

  it('keep the meaning at every value, where all inputs are one byte', () => {
    const one = new Uint8Array(variableCount);
    fc.assert(
      fc.property(fc.oneof(conditionArbitrary, connectedArbitrary), (tree) => {
        const id = buildTree(build, tree);
        const tape = new Tape(build.store, [id]);
        for (let value = 0; value < 256; value++) {
          one.fill(value);
          tape.run(one);
          if (BigInt(tape.value(id)) !== meaningOf(tree, one)) expect.fail(`differs at ${value}`);
        }
      }),
      { numRuns: numRuns / 10 },
    );
  });

  it('keep the meaning of comparisons with quotients, by zero too', () => {
    const { store } = build;
    const widths = [8, 16, 32] as const;
    const operand = (width: number) =>
      fc.oneof(
        fc.bigInt({ min: 0n, max: (1n << BigInt(width)) - 1n }),
        fc.constantFrom(0n, 1n, (1n << BigInt(width - 1)) - 1n, 1n << BigInt(width - 1), (1n << BigInt(width)) - 1n),
        fc.constantFrom('bytes' as const, 'extended' as const),
      );
    const question = fc.constantFrom(...widths).chain((width) =>
      fc.record({
        width: fc.constant(width),
        op: fc.constantFrom(Op.Ult, Op.Ule, Op.Slt, Op.Sle),
        isLeft: fc.boolean(),
        parts: fc.tuple(operand(width), operand(width), operand(width)),
        bytes: fc.uint8Array({ minLength: 12, maxLength: 12 }),
        small: fc.uint8Array({ minLength: 12, maxLength: 12, max: 2 }),
      }),
    );
    fc.assert(
      fc.property(question, ({ width, op, isLeft, parts, bytes, small }) => {
        const make = (part: (typeof parts)[number], first: number) => {
          if (typeof part === 'bigint') return store.constant(width, Number(part & 0xffffffffn) | 0);
          if (part === 'extended') return build.zext(store.variable(first), width);
          let value: number = store.variable(first);
          for (let i = 1; i < width / 8; i++) value = build.concat(store.variable(first + i), value);
          return value;
        };
        const value = (part: (typeof parts)[number], first: number, input: Uint8Array): bigint => {
          if (typeof part === 'bigint') return part;
          let sum = 0n;
          for (let i = 0; i < (part === 'extended' ? 1 : width / 8); i++)
            sum |= BigInt(input[first + i]) << BigInt(8 * i);
          return sum;
        };
        const [x, dividend, divisor] = parts;
        const quotient = build.binary(Op.UDiv, make(dividend, 4), make(divisor, 8));
        const id = isLeft ? build.binary(op, quotient, make(x, 0)) : build.binary(op, make(x, 0), quotient);
        for (const input of [bytes, small, new Uint8Array(12), new Uint8Array(12).fill(255)]) {
          const by = value(divisor, 8, input);
          const result = by === 0n ? (1n << BigInt(width)) - 1n : value(dividend, 4, input) / by;
          const other = value(x, 0, input);
          const [left, right] = isLeft ? [result, other] : [other, result];
          const read = op === Op.Slt || op === Op.Sle ? BigInt.asIntN : BigInt.asUintN;
          const isBelow = read(width, left) < read(width, right);
          const holds = isBelow || (left === right && (op === Op.Ule || op === Op.Sle));
          expect(evaluateReference(store, id, (v) => input[v])).toBe(holds ? 1n : 0n);
        }
      }),
      { numRuns: numRuns * 2 },
    );
  });

  it.each([8, 31, 32, 63, 64])('know the largest number of width %d', (width) => {
    const { store } = build;
    const largest = store.constant(width, -1, -1);
    const quotient = build.binary(Op.UDiv, store.constant(width, 5), build.zext(store.variable(0), width));
    expect(build.binary(Op.Ule, quotient, largest)).toBe(store.constant(1, 1));
    expect(build.binary(Op.And, quotient, largest)).toBe(quotient);
  });

  it('leave no operation on constants alone', () => {
    const { op, a, b, c, size } = build.store;
    for (let id = ExprStore.firstId; id < size; id++) {
      const children = [a[id], b[id], c[id]].slice(0, arity(op[id]));
      const folded = children.length === 0 || children.some((child) => op[child] !== Op.Const);
      if (!folded) expect.fail(print(build.store, id));
    }
  });
});
