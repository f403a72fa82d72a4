import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { build as buildProgram } from '../../src/build/build.js';
import { Builder } from '../../src/expr/build.js';
import type { CNames } from '../../src/expr/c-names.js';
import { printC, printNegatedC } from '../../src/expr/c-text.js';
import { Op } from '../../src/expr/ops.js';
import { exportExpr, importExpr, variablesIn } from '../../src/expr/portable.js';
import { evaluateReference } from '../../src/expr/reference.js';
import { ExprStore } from '../../src/expr/store.js';
import { prepare } from '../../src/instrument/prepare.js';
import { openShadow } from '../../src/runtime/shadow-program.js';
import { buildTree, conditionArbitrary, variableCount } from './trees.js';

const build = new Builder(new ExprStore());
const { store } = build;

const names: CNames = (variable) => ({ name: 'xyzw'[variable], byte: 0, size: 1, signed: variable % 2 === 1 });
/** Variables 0 to 3 are an int, 4 to 7 an unsigned. */
const words: CNames = (variable) => ({
  name: variable < 4 ? 'i' : 'n',
  byte: variable % 4,
  size: 4,
  signed: variable < 4,
});
const int = (from: number) =>
  build.fromBytes(
    [0, 1, 2, 3].map((k) => store.variable(from + k)),
    4,
  );
const number = (value: number) => store.constant(32, value);

test('reads as a person would write it', () => {
  expect(printC(store, build.binary(Op.Eq, int(4), number(100)), words)).toBe('n == 100');
  expect(printNegatedC(store, build.binary(Op.Eq, int(0), number(-3)), words)).toBe('i != -3');
  expect(printC(store, store.make(Op.Slt, 1, int(0), number(7), 0), words)).toBe('i < 7');
  expect(printC(store, store.make(Op.Ult, 1, int(0), number(7), 0), words)).toBe('(uint32_t)i < 7');
  expect(printNegatedC(store, store.make(Op.Ult, 1, number(9), int(4), 0), words)).toBe('n <= 9');
});

test('what is taken to another store and back is the same', () => {
  const other = new Builder(new ExprStore());
  fc.assert(
    fc.property(
      conditionArbitrary,
      fc.uint8Array({ minLength: variableCount, maxLength: variableCount }),
      (tree, bytes) => {
        const id = buildTree(build, tree);
        const portable = exportExpr(store, id);
        const copy = importExpr(other, portable, (variable) => other.store.variable(variable));
        expect(evaluateReference(other.store, copy, (v) => bytes[v])).toBe(
          evaluateReference(store, id, (v) => bytes[v]),
        );
        for (const variable of variablesIn(portable)) expect(variable).toBeLessThan(variableCount);
      },
    ),
    { numRuns: 200 },
  );
});

test('C means by it what the expression means', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-c-text-'));
  try {
    const trees = fc.sample(conditionArbitrary, { numRuns: Number(process.env.NEARMISS_CASES ?? 300), seed: 7 });
    const printed = trees.flatMap((tree) => {
      const id = buildTree(build, tree);
      const texts = [printC(store, id, names), printNegatedC(store, id, names)];
      return texts.flatMap((text, negated) => (text === undefined ? [] : [{ id, text, negated }]));
    });
    // Most conditions can be said: a printer that gives up is noticed here.
    expect(printed.length).toBeGreaterThan(trees.length);
    const parameters = 'unsigned char x, signed char y, unsigned char z, signed char w';
    const file = join(folder, 'conditions.c');
    writeFileSync(
      file,
      `#include <stdint.h>
${printed.map(({ text }, i) => `static int f${i}(${parameters}) { return ${text}; }`).join('\n')}
static int (*const all[])(${parameters}) = {${printed.map((_, i) => `f${i}`).join(', ')}};
int ask(int which, ${parameters}) { return all[which](x, y, z, w); }
`,
    );
    const { wasm } = await buildProgram({ sources: [file], flags: ['-w'], compiler: 'auto', opt: 0, entry: 'ask' });
    const plan = { kind: 'entry', function: 'ask', params: [] } as const;
    const program = openShadow(prepare(wasm, { entries: ['ask'] }), plan, { checkers: new Set(), fuel: 1e6 });
    const inputs = fc.sample(fc.uint8Array({ minLength: 4, maxLength: 4 }), { numRuns: 20, seed: 11 });
    printed.forEach(({ id, negated, text }, i) => {
      for (const bytes of inputs) {
        const args = [bytes[0], (bytes[1] << 24) >> 24, bytes[2], (bytes[3] << 24) >> 24];
        const expected = Number(evaluateReference(store, id, (v) => bytes[v])) !== negated ? 1 : 0;
        expect([text, [...bytes], program.call('ask', [i, ...args]).value !== 0 ? 1 : 0]).toEqual([
          text,
          [...bytes],
          expected,
        ]);
      }
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 120_000);
