import v8 from 'node:v8';
import vm from 'node:vm';
import { beforeAll, expect, test } from 'vitest';
import { Builder } from '../../src/expr/build.js';
import { Op } from '../../src/expr/ops.js';
import { ExprStore } from '../../src/expr/store.js';
import { cache } from '../../src/solver/cache.js';
import { loadCadical } from '../../src/solver/cadical.js';
import { createChain } from '../../src/solver/chain.js';

beforeAll(loadCadical);

/** x * y == 2^61 - 1 (a prime) with both factors of 32 bits: no answer but 'unsat', and that takes long. */
function hardQuery(builder: Builder) {
  const { store } = builder;
  const word = (at: number) => {
    let value = store.variable(at);
    for (let index = 1; index < 4; index++) value = builder.concat(store.variable(at + index), value);
    return builder.zext(value, 64);
  };
  const product = builder.binary(Op.Mul, word(0), word(4));
  return builder.binary(Op.Eq, product, store.constant(64, -1, 0x1fffffff));
}

test('a query that takes too long is unknown, in about the time allowed', () => {
  const builder = new Builder(new ExprStore());
  const constraint = hardQuery(builder);
  for (const without of [['z3'], ['cadical'], []]) {
    const start = performance.now();
    const session = createChain(builder, { without, timeLimit: 200 }).session(new Uint8Array(8));
    expect(session.check(constraint)).toEqual({ kind: 'unknown', reason: 'timeout' });
    // Loading z3 and a busy machine come on top.
    expect(performance.now() - start).toBeLessThan(8000);
  }
});

test('a first try is given up soon, is not tried twice, and stands in nobody’s way', () => {
  const builder = new Builder(new ExprStore());
  const chain = createChain(builder, { without: ['z3'], timeLimit: 3000 });
  const constraint = hardQuery(builder);
  const session = chain.session(new Uint8Array(8));
  const asked = () => chain.stats().find(({ name }) => name === 'cadical')?.queries;
  const start = performance.now();
  expect(session.check(constraint, true).kind).toBe('unknown');
  const first = performance.now() - start;
  expect(session.check(constraint, true).kind).toBe('unknown');
  expect(asked()).toBe(1);
  const again = performance.now();
  expect(session.check(constraint).kind).toBe('unknown');
  expect(asked()).toBe(2);
  expect(performance.now() - again).toBeGreaterThan(2 * first);
});

test('a timeout is asked again only with more time', () => {
  const asked: number[] = [];
  const layer = cache({
    name: 'slow',
    solve({ timeLimit }) {
      asked.push(timeLimit);
      return { kind: 'unknown', reason: 'timeout' };
    },
  });
  const constraints = [hardQuery(new Builder(new ExprStore()))];
  for (const timeLimit of [50, 50, 100]) expect(layer.solve({ constraints, timeLimit }).kind).toBe('unknown');
  expect(asked).toEqual([50, 100]);
});

test('memory stays bounded over many queries', () => {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as () => void;
  const heapAfter = () => {
    collect();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };
  const store = new ExprStore();
  const builder = new Builder(store);
  const chain = createChain(builder);
  const ask = (from: number, count: number) => {
    for (let index = from; index < from + count; index++) {
      if (index % 500 === 0) store.clear();
      const a = builder.zext(store.variable(index % 7), 32);
      const b = builder.zext(store.variable(7 + (index % 5)), 32);
      const sum = builder.binary(Op.Add, builder.binary(Op.Mul, a, store.constant(32, 3 + (index % 100))), b);
      const session = chain.session(new Uint8Array(16));
      session.assume(builder.binary(Op.Ult, a, store.constant(32, 200)));
      session.check(builder.binary(Op.Eq, sum, store.constant(32, 1000 + (index % 5000))));
    }
  };
  ask(0, 4000);
  const early = heapAfter();
  ask(4000, 16_000);
  expect(heapAfter() - early).toBeLessThan(20);
});
