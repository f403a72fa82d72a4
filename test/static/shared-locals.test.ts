import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareLocals } from '../../src/static/shared-locals.js';
import { ByteWriter } from '../../src/wasm/bytes.js';
import { encode, writeInstr } from '../../src/wasm/encode.js';
import { Opcode } from '../../src/wasm/opcodes.js';
import { type FuncBody, type Instr, instr, ValueType } from '../../src/wasm/types.js';

/** Local 0 is a parameter, 1 counts down what loops may still do, 2 is what was seen; the rest is as clang has it. */
const params = 3;

/** Each set has a local of its own; what is read was set one to four sets ago, wherever that was. */
type Statement =
  | { readonly kind: 'set'; readonly isTee: boolean; readonly from: number; readonly plus: number }
  | { readonly kind: 'look'; readonly from: number }
  | { readonly kind: 'block' | 'loop'; readonly body: readonly Statement[] }
  | { readonly kind: 'if'; readonly body: readonly Statement[]; readonly otherwise: readonly Statement[] }
  | { readonly kind: 'br_if'; readonly label: number };

const { statements } = fc.letrec<{ statements: Statement[]; statement: Statement }>((tie) => {
  const from = fc.nat(3);
  const body = tie('statements') as fc.Arbitrary<Statement[]>;
  const plain = fc.oneof(
    fc.record({ kind: fc.constant('set' as const), isTee: fc.boolean(), from, plus: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ kind: fc.constant('look' as const), from }),
    fc.record({ kind: fc.constant('br_if' as const), label: fc.nat(2) }),
  );
  const nested = fc.oneof(
    fc.record({ kind: fc.constantFrom('block' as const, 'loop' as const), body }),
    fc.record({ kind: fc.constant('if' as const), body, otherwise: body }),
  );
  return {
    statement: fc.oneof({ maxDepth: 3 }, { arbitrary: plain, weight: 5 }, { arbitrary: nested, weight: 2 }),
    statements: fc.array(tie('statement') as fc.Arbitrary<Statement>, { minLength: 1, maxLength: 10, size: 'max' }),
  };
});

const get = (local: number): Instr => instr(Opcode.LocalGet, local);
const constant = (value: number): Instr => instr(Opcode.I32Const, value);

function write(list: readonly Statement[], depth: number, locals: ValueType[], code: Instr[]): void {
  const setEarlier = (from: number): Instr => get(Math.max(0, params + locals.length - 1 - from));
  for (const each of list) {
    if (each.kind === 'set') {
      code.push(setEarlier(each.from), constant(each.plus), instr(Opcode.I32Add));
      const to = params + locals.push(ValueType.i32) - 1;
      code.push(...(each.isTee ? [instr(Opcode.LocalTee, to), ...seen] : [instr(Opcode.LocalSet, to)]));
    } else if (each.kind === 'look') code.push(setEarlier(each.from), ...seen);
    else if (each.kind === 'br_if') {
      // A turn less, and only while there are any.
      code.push(
        get(1),
        constant(1),
        instr(Opcode.I32Sub),
        instr(Opcode.LocalTee, 1),
        constant(0),
        instr(Opcode.I32GtS),
      );
      code.push(instr(Opcode.BrIf, each.label % (depth + 1)));
    } else {
      if (each.kind === 'if') code.push(get(0), constant(1), instr(Opcode.I32And));
      code.push(instr({ block: Opcode.Block, loop: Opcode.Loop, if: Opcode.If }[each.kind], -64));
      write(each.body, depth + 1, locals, code);
      if (each.kind === 'if') {
        code.push(instr(Opcode.Else));
        write(each.otherwise, depth + 1, locals, code);
      }
      code.push(instr(Opcode.End));
    }
  }
}

/** seen = seen * 31 + what is on the stack */
const seen = [get(2), constant(31), instr(Opcode.I32Mul), instr(Opcode.I32Add), instr(Opcode.LocalSet, 2)];

function bodyOf(list: readonly Statement[]): FuncBody {
  const code: Instr[] = [instr(Opcode.Block, -64)];
  const locals: ValueType[] = [];
  write(list, 0, locals, code);
  code.push(instr(Opcode.End), get(2), instr(Opcode.End));
  return { locals, code, start: 0, end: 0 };
}

function run({ locals, code }: FuncBody, argument: number): number {
  const writer = new ByteWriter(64);
  for (const each of code) writeInstr(writer, each);
  const { bytes } = encode(
    {
      types: [{ params: new Array<ValueType>(params).fill(ValueType.i32), results: [ValueType.i32] }],
      imports: [],
      functions: [0],
      tables: [],
      memories: [],
      globals: [],
      tags: [],
      exports: [{ name: 'f', kind: 'func', index: 0 }],
      start: undefined,
      elements: [],
      data: [],
      customs: new Map(),
    },
    [{ locals, code: writer.finish() }],
  );
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes)));
  return (exports.f as (...args: number[]) => number)(argument, 20, 0);
}

test('functions whose locals share do what they did', () => {
  let spared = 0;
  fc.assert(
    fc.property(statements as fc.Arbitrary<Statement[]>, (list) => {
      const body = bodyOf(list);
      const { body: shared, kinds } = shareLocals(body, params, () => 0);
      expect(kinds).toHaveLength(params + shared.locals.length);
      spared += body.locals.length - shared.locals.length;
      for (const argument of [0, 1]) expect(run(shared, argument)).toBe(run(body, argument));
    }),
    { numRuns: 1500 },
  );
  expect(spared).toBeGreaterThan(1000);
});

test('a local for every value, as clang has it, becomes one; those of another kind have their own', () => {
  const code: Instr[] = [constant(1), instr(Opcode.LocalSet, 0)];
  for (let i = 1; i < 1000; i++) code.push(get(i - 1), get(i - 1), instr(Opcode.I32Add), instr(Opcode.LocalSet, i));
  code.push(get(999), instr(Opcode.End));
  const body: FuncBody = { locals: new Array<ValueType>(1000).fill(ValueType.i32), code, start: 0, end: 0 };
  expect(shareLocals(body, 0, () => 0).body.locals).toHaveLength(1);
  expect([...shareLocals(body, 0, (local) => local % 2).kinds].sort()).toEqual([0, 1]);
});
