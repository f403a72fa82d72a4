import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Builder } from '../../src/expr/build.js';
import { Op } from '../../src/expr/ops.js';
import { evaluateReference } from '../../src/expr/reference.js';
import { ExprStore } from '../../src/expr/store.js';
import { Blaster } from '../../src/solver/blast/blast.js';
import { type Circuit, Gate, type Literal } from '../../src/solver/blast/gates.js';
import { add } from '../../src/solver/byteset.js';
import { Knowledge } from '../../src/solver/knowledge.js';
import { compileLanes, runLanes } from '../../src/solver/lanes/program.js';
import { specialise } from '../../src/solver/specialise.js';
import { cases } from '../support/cases.js';
import { make, recipeOf } from './random.js';

const shape = { variables: 3, depth: 4, hard: true };
const widths = fc.constantFrom(1, 3, 8, 16, 31, 32, 33, 40, 63, 64);
const inputs = fc.array(fc.uint8Array({ minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 70 });

function reference(store: ExprStore, id: number, input: Uint8Array): bigint {
  return evaluateReference(store, id, (variable) => input[variable]);
}

/** Values of all gates, given those of the inputs. */
function simulate(circuit: Circuit, inputBits: ReadonlyMap<number, number>): (literal: Literal) => number {
  const values = new Uint8Array(circuit.size);
  const at = (literal: Literal) => values[literal >> 1] ^ (literal & 1);
  for (let node = 1; node < circuit.size; node++) {
    const [x, y, z] = [at(circuit.x[node]), at(circuit.y[node]), at(circuit.z[node])];
    const meanings: Record<number, () => number> = {
      [Gate.Input]: () => inputBits.get(node << 1) ?? 0,
      [Gate.And]: () => x & y,
      [Gate.Xor]: () => x ^ y,
      [Gate.Mux]: () => (x ? y : z),
      [Gate.Majority]: () => (x + y + z >= 2 ? 1 : 0),
      [Gate.Xor3]: () => x ^ y ^ z,
    };
    values[node] = meanings[circuit.kind[node]]();
  }
  return at;
}

function simulateInput({ circuit, inputs }: Blaster, row: Uint8Array): (literal: Literal) => number {
  const inputBits = new Map<number, number>();
  for (const [variable, literals] of inputs) {
    literals.forEach((literal, bit) => {
      inputBits.set(literal, (row[variable] >> bit) & 1);
    });
  }
  return simulate(circuit, inputBits);
}

function numberOf(bits: readonly Literal[], at: (literal: Literal) => number): bigint {
  return bits.reduce((sum, literal, bit) => sum | (BigInt(at(literal)) << BigInt(bit)), 0n);
}

describe('every way to compute an expression gives what the reference says', () => {
  test('lanes', () => {
    fc.assert(
      fc.property(recipeOf(shape), widths, inputs, (recipe, width, rows) => {
        const store = new ExprStore();
        const builder = new Builder(store);
        const id = make(builder, recipe, width);
        const { support } = new Knowledge(store).of(id);
        const program = compileLanes(store, id, support, 10_000)!;
        const columns = Array.from(support, (variable) => Int32Array.from(rows, (row) => row[variable]));
        runLanes(program, columns, rows.length);
        for (const [lane, row] of rows.entries()) {
          const low = BigInt(program.low[program.results[0]][lane] >>> 0);
          const high = width > 32 ? BigInt(program.high[program.results[0]][lane] >>> 0) : 0n;
          expect((high << 32n) | low).toBe(reference(store, id, row));
        }
      }),
      { numRuns: cases(500) },
    );
  });

  test('gates', () => {
    fc.assert(
      fc.property(recipeOf(shape), widths, inputs, (recipe, width, rows) => {
        const store = new ExprStore();
        const builder = new Builder(store);
        const id = make(builder, recipe, width);
        const blaster = new Blaster(store);
        const bits = blaster.bits(id);
        expect(bits.length).toBe(width);
        for (const row of rows.slice(0, 5)) {
          expect(numberOf(bits, simulateInput(blaster, row))).toBe(reference(store, id, row));
        }
      }),
      { numRuns: cases(300) },
    );
  });

  test('gates, where it is known what the bytes may be', () => {
    const near = fc
      .tuple(fc.uint8Array({ minLength: 3, maxLength: 3 }), fc.constantFrom(0, 1, 3, 10, 100))
      .chain(([first, spread]) =>
        fc.array(
          fc.tuple(...Array.from(first, (byte) => fc.integer({ min: byte, max: Math.min(255, byte + spread) }))),
          { minLength: 1, maxLength: 5 },
        ),
      );
    fc.assert(
      fc.property(recipeOf(shape), widths, near, (recipe, width, drawn) => {
        const rows = drawn.map((bytes) => Uint8Array.from(bytes));
        const store = new ExprStore();
        const id = make(new Builder(store), recipe, width);
        const blaster = new Blaster(store);
        for (let variable = 0; variable < 3; variable++) {
          const set = new Int32Array(8);
          for (const row of rows) add(set, row[variable]);
          blaster.member(variable, set);
        }
        const bits = blaster.bits(id);
        expect(bits.length).toBe(width);
        for (const row of rows) {
          expect(numberOf(bits, simulateInput(blaster, row))).toBe(reference(store, id, row));
        }
      }),
      { numRuns: cases(500) },
    );
  });

  describe('numbers of few bits take few gates', () => {
    const gatesOf = (isKnown: boolean, make: (builder: Builder) => number): number => {
      const store = new ExprStore();
      const blaster = new Blaster(store);
      const digits = new Int32Array(8);
      for (let value = 48; value < 58; value++) add(digits, value);
      if (isKnown) for (let i = 0; i < 8; i++) blaster.member(i, digits);
      const before = blaster.circuit.size;
      blaster.bits(make(new Builder(store)));
      return blaster.circuit.size - before;
    };
    const word = (builder: Builder, from: number): number => {
      const bytes = [1, 2, 3].map((i) => builder.store.variable(from + i));
      return bytes.reduce((low, high) => builder.concat(high, low), builder.store.variable(from));
    };
    const number = (builder: Builder, from: number, digits: number): number => {
      const { store } = builder;
      let sum = store.constant(32, 0);
      for (let i = from; i < from + digits; i++) {
        const digit = builder.binary(Op.Sub, builder.sext(store.variable(i), 32), store.constant(32, 48));
        sum = builder.binary(Op.Add, builder.binary(Op.Mul, sum, store.constant(32, 10)), digit);
      }
      return sum;
    };
    const difference = (builder: Builder, from: number): number =>
      builder.binary(Op.Sub, number(builder, from, 2), number(builder, from + 2, 2));

    test('four digits, by 100', () => {
      const make = (builder: Builder) =>
        builder.binary(Op.SRem, number(builder, 0, 4), builder.store.constant(32, 100));
      expect(gatesOf(true, make)).toBeLessThan(gatesOf(false, make) / 2);
    });

    test.each([Op.SDiv, Op.Mul])('differences of digits by one another, operation %i', (op) => {
      const small = gatesOf(true, (builder) => builder.binary(op, difference(builder, 0), difference(builder, 4)));
      const large = gatesOf(false, (builder) => builder.binary(op, word(builder, 0), word(builder, 4)));
      expect(small).toBeLessThan(large / 3);
    });

    test('what may not be negative, by the like', () => {
      const small = gatesOf(true, (builder) => builder.binary(Op.UDiv, number(builder, 0, 4), number(builder, 4, 4)));
      const large = gatesOf(false, (builder) => builder.binary(Op.UDiv, word(builder, 0), word(builder, 4)));
      expect(small).toBeLessThan(large / 3);
    });
  });

  test('bytes replaced by their values', () => {
    fc.assert(
      fc.property(recipeOf(shape), widths, inputs, fc.nat(7), (recipe, width, rows, free) => {
        const store = new ExprStore();
        const builder = new Builder(store);
        const id = make(builder, recipe, width);
        const [special] = specialise(builder, [id], (variable) => ((free >> variable) & 1) === 1, rows[0], 10_000)!;
        for (const row of rows) {
          const mixed = rows[0].map((byte, variable) => (((free >> variable) & 1) === 1 ? row[variable] : byte));
          expect(reference(store, special, mixed)).toBe(reference(store, id, mixed));
        }
        const fixed = new Knowledge(store).of(special).support.filter((variable) => ((free >> variable) & 1) === 0);
        expect([...fixed]).toEqual([]);
      }),
      { numRuns: cases(300) },
    );
  });
});
