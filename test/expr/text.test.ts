import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Builder } from '../../src/expr/build.js';
import { Op } from '../../src/expr/ops.js';
import { print } from '../../src/expr/print.js';
import { evaluateReference } from '../../src/expr/reference.js';
import { smtlib } from '../../src/expr/smtlib.js';
import { ExprStore } from '../../src/expr/store.js';
import { loadZ3 } from '../../src/solver/z3/module.js';
import { cases } from '../support/cases.js';
import { assignmentArbitrary, buildTree, conditionArbitrary } from './trees.js';

const build = new Builder(new ExprStore());
const { store } = build;
const byte = (index: number) => store.variable(index);

describe('print', () => {
  it('is readable', () => {
    const digit = build.binary(Op.Ult, build.binary(Op.Add, byte(0), store.constant(8, -48)), store.constant(8, 10));
    expect(print(store, digit)).toBe('(ult (add in[0] -48) 10)');
    expect(print(store, build.not(build.binary(Op.Eq, byte(1), store.constant(8, 200))), (v) => `argv1[${v}]`)).toBe(
      '(not (eq argv1[1] -56))',
    );
  });

  it('names what is used twice and stays linear in the size of the expression', () => {
    const product = build.binary(Op.Mul, byte(0), byte(1));
    const square = build.binary(Op.Mul, product, product);
    expect(print(store, square)).toMatch(/^\(let \(\(t0 \(mul in\[\d\] in\[\d\]\)\)\) \(mul t0 t0\)\)$/);
    let value: number = square;
    for (let i = 0; i < 200; i++) value = store.make(Op.Mul, 8, value, value, 0);
    expect(print(store, value).length).toBeLessThan(10_000);
  });
});

describe('smtlib', () => {
  it('means to z3 what the expression means to us', () => {
    const z3 = loadZ3();
    const solve = (script: string): string => {
      const configuration = z3._Z3_mk_config();
      const context = z3._Z3_mk_context(configuration);
      const answer = z3.ccall('Z3_eval_smtlib2_string', 'string', ['number', 'string'], [context, script]);
      z3._Z3_del_context(context);
      z3._Z3_del_config(configuration);
      return String(answer).trim();
    };
    fc.assert(
      fc.property(fc.array(conditionArbitrary, { minLength: 1, maxLength: 2 }), assignmentArbitrary, (trees, bytes) => {
        const constraints = trees.map((tree) => buildTree(build, tree));
        const fixed = [...bytes].map((value, v) => store.make(Op.Eq, 1, byte(v), store.constant(8, value), 0));
        const script = `${smtlib(store, [...constraints, ...fixed])}(check-sat)\n`;
        const holds = constraints.every((id) => evaluateReference(store, id, (v) => bytes[v]) === 1n);
        expect(solve(script)).toBe(holds ? 'sat' : 'unsat');
      }),
      { numRuns: Math.min(1000, cases(150)) },
    );
  });
});
