import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { promoteSlots } from '../../src/instrument/promote.js';
import { isLoad, isStore } from '../../src/wasm/instruction-kinds.js';
import { accessShapes } from '../../src/wasm/memory-access.js';
import { Opcode } from '../../src/wasm/opcodes.js';
import { Signatures } from '../../src/wasm/signatures.js';
import { type FuncBody, type FuncType, type Instr, instr, isFloat, ValueType } from '../../src/wasm/types.js';
import { bodyOf, encoded, moduleWith, stackTop } from '../support/one-function.js';

const { i32, i64 } = ValueType;
const type: FuncType = { params: [i64], results: [i64] };
const imports = [
  { name: '__asan_set_shadow_f1', type: { params: [i32, i32], results: [] } },
  { name: 'escape', type: { params: [i32], results: [] } },
];
const setShadow = 0;
const escapes = 1;
/** Locals of `f`: the parameter, its frame, what it has seen so far, and an address. */
const [argument, frame, seen, address] = [0, 1, 2, 3];
const locals = [i32, i64, i32];
const frameSize = 48;

const get = (local: number): Instr => instr(Opcode.LocalGet, local);
const set = (local: number): Instr => instr(Opcode.LocalSet, local);
const constant = (value: number): Instr => instr(Opcode.I32Const, value);

/** As clang begins and ends a function that has a frame. */
function functionOf(statements: readonly Instr[]): FuncBody {
  return bodyOf(locals, [
    ...[instr(Opcode.GlobalGet, 0), constant(frameSize), instr(Opcode.I32Sub), set(frame)],
    ...[get(frame), instr(Opcode.GlobalSet, 0)],
    ...statements,
    ...[get(frame), constant(frameSize), instr(Opcode.I32Add), instr(Opcode.GlobalSet, 0)],
    get(seen),
  ]);
}

const promoted = (body: FuncBody, keepsFrame = false) =>
  promoteSlots(
    { signatures: new Signatures(moduleWith(type, body, imports)), type, body },
    { stackPointer: 0, isShadowSetter: (index) => index === setShadow, keepsFrame },
  );

interface Seen {
  readonly result: bigint;
  readonly stackPointer: number;
  /** What whoever was given an address found there, up to the end of the frame, and where the stack was. */
  readonly found: readonly string[];
  /** The frame when the function was done. */
  readonly frame: readonly number[];
}

function run(body: FuncBody, given: bigint): Seen {
  const found: string[] = [];
  const env = {
    __asan_set_shadow_f1: () => {},
    escape: (at: number) => {
      const bytes = memory().subarray(at, stackTop);
      found.push(`${at}, stack at ${pointer.value}: ${bytes.join()}`);
      bytes.forEach((byte, i) => {
        bytes[i] = byte * 3 + i + 1;
      });
    },
  };
  const module = new WebAssembly.Module(encoded(moduleWith(type, body, imports)));
  const { exports } = new WebAssembly.Instance(module, { env });
  const memory = (): Uint8Array => new Uint8Array((exports.memory as WebAssembly.Memory).buffer);
  const pointer = exports.sp as WebAssembly.Global;
  const result = (exports.f as (given: bigint) => bigint)(given);
  return {
    result,
    stackPointer: pointer.value as number,
    found,
    frame: [...memory().subarray(stackTop - frameSize, stackTop)],
  };
}

/** The address frame + offset in the ways clang writes it, and what is left for the access to add. */
type Way = 'access' | 'sum' | 'local' | 'tee';
function addressOf(offset: number, way: Way): { code: Instr[]; rest: number } {
  if (way === 'access') return { code: [get(frame)], rest: offset };
  const sum = [get(frame), constant(offset), instr(Opcode.I32Add)];
  return { code: way === 'tee' ? [...sum, instr(Opcode.LocalTee, address)] : sum, rest: 0 };
}

/** i64 → what a store takes, and back. */
const fromWide: Readonly<Record<number, readonly Opcode[]>> = {
  [ValueType.i32]: [Opcode.I32WrapI64],
  [ValueType.i64]: [],
  [ValueType.f32]: [Opcode.I32WrapI64, Opcode.F32ReinterpretI32],
  [ValueType.f64]: [Opcode.F64ReinterpretI64],
};
const toWide: Readonly<Record<number, readonly Opcode[]>> = {
  [ValueType.i32]: [Opcode.I64ExtendI32S],
  [ValueType.i64]: [],
  [ValueType.f32]: [Opcode.I32ReinterpretF32, Opcode.I64ExtendI32S],
  [ValueType.f64]: [Opcode.I64ReinterpretF64],
};

/** memory[frame + offset] = argument * factor */
function store(op: number, offset: number, factor = 1, way: Way = 'access'): Instr[] {
  const { code, rest } = addressOf(offset, way);
  const value = [get(argument), instr(Opcode.I64Const, 0, 0, undefined, BigInt(factor)), instr(Opcode.I64Mul)];
  return [...code, ...value, ...fromWide[accessShapes[op].type].map((each) => instr(each)), instr(op, 0, rest)];
}

/** seen = seen * 31 + memory[frame + offset] */
function load(op: number, offset: number, way: Way = 'access'): Instr[] {
  const { code, rest } = addressOf(offset, way);
  return [
    ...[...code, instr(op, 0, rest), ...toWide[accessShapes[op].type].map((each) => instr(each))],
    ...[get(seen), instr(Opcode.I64Const, 0, 0, undefined, 31n), instr(Opcode.I64Mul), instr(Opcode.I64Add), set(seen)],
  ];
}

const giveAway = (offset: number): Instr[] => [...addressOf(offset, 'sum').code, instr(Opcode.Call, escapes)];

/** As ASan announces that [offset, offset + 8 * granules) of the frame is redzoned. */
const redzone = (offset: number, granules: number): Instr[] => [
  ...[get(frame), constant(3), instr(Opcode.I32ShrU), constant(offset / 8), instr(Opcode.I32Add)],
  ...[constant(granules), instr(Opcode.Call, setShadow)],
];

const accesses = ({ code }: FuncBody): number => code.filter(({ op }) => accessShapes[op]).length;
const moves = ({ code }: FuncBody): number => code.filter(({ op }) => op === Opcode.GlobalSet).length;

describe('a slot', () => {
  test('that is only loaded and stored becomes a local, and an empty frame goes', () => {
    const body = functionOf([...store(Opcode.I32Store, 12), ...load(Opcode.I32Load, 12)]);
    const { body: after, promotedSlots } = promoted(body);
    expect(promotedSlots).toBe(1);
    expect(after.locals).toEqual([...locals, i32]);
    expect(accesses(after)).toBe(0);
    expect(moves(after)).toBe(0);
    expect(run(after, 7n).frame).toEqual(new Array(frameSize).fill(0));
    expect(run(after, 7n).result).toBe(7n);
  });

  test('of each width and sign is read as memory would be', () => {
    const ops = Object.keys(accessShapes).map(Number);
    let pairs = 0;
    for (const to of ops.filter(isStore)) {
      for (const from of ops.filter(isLoad)) {
        const [written, read] = [accessShapes[to], accessShapes[from]];
        if (written.size !== read.size || isFloat(written.type) !== isFloat(read.type)) continue;
        const body = functionOf([...store(to, 8), ...load(from, 8)]);
        const { body: after, promotedSlots } = promoted(body);
        expect(promotedSlots).toBe(1);
        for (const given of [0n, -1n, 0x7fn, 0x80n, 0x8000n, 0x12345678_9abcdef0n, 0x80000000n]) {
          expect(run(after, given).result).toBe(run(body, given).result);
        }
        pairs++;
      }
    }
    expect(pairs).toBe(25);
  });

  test('seen in two widths, or in pieces, stays in memory', () => {
    for (const other of [load(Opcode.I32Load8U, 8), load(Opcode.I32Load8U, 10), load(Opcode.F32Load, 8)]) {
      const body = functionOf([...store(Opcode.I32Store, 8), ...other]);
      expect(promoted(body)).toEqual({ body, promotedSlots: 0 });
    }
  });

  test('above an address that is given away stays in memory, one below does not', () => {
    const body = functionOf([
      ...[...store(Opcode.I32Store, 8), ...store(Opcode.I32Store, 16, 3), ...store(Opcode.I32Store, 24, 5)],
      ...giveAway(16),
      ...[...load(Opcode.I32Load, 8), ...load(Opcode.I32Load, 16), ...load(Opcode.I32Load, 24)],
    ]);
    const { body: after, promotedSlots } = promoted(body);
    expect(promotedSlots).toBe(1);
    expect(accesses(after)).toBe(4);
    expect(moves(after)).toBe(2);
    expect(run(after, 9n)).toMatchObject({ result: run(body, 9n).result, found: run(body, 9n).found });
  });

  test('whose address is kept in another stays in memory', () => {
    const pointer = [get(frame), ...addressOf(24, 'sum').code, instr(Opcode.I32Store, 0, 8)];
    const body = functionOf([...store(Opcode.I32Store, 24), ...pointer, ...load(Opcode.I32Load, 24)]);
    const { body: after, promotedSlots } = promoted(body);
    expect(promotedSlots).toBe(1);
    expect(after.code.filter(({ op }) => accessShapes[op]).map(({ y }) => y)).toEqual([24, 24]);
  });

  test('that an address given away points into stays in memory', () => {
    const body = functionOf([...store(Opcode.I64Store, 16), ...giveAway(20), ...load(Opcode.I64Load, 16)]);
    expect(promoted(body)).toEqual({ body, promotedSlots: 0 });
  });

  test('between redzones stays in memory, and its address may go anywhere', () => {
    const body = functionOf([
      ...redzone(16, 2),
      ...[...store(Opcode.I32Store, 8), ...store(Opcode.I32Store, 24, 3), ...store(Opcode.I32Store, 40, 5)],
      ...giveAway(24),
      ...[...load(Opcode.I32Load, 8), ...load(Opcode.I32Load, 24), ...load(Opcode.I32Load, 40)],
    ]);
    const { body: after, promotedSlots } = promoted(body);
    expect(promotedSlots).toBe(2);
    expect(after.code.filter(({ op }) => isStore(op)).map(({ y }) => y)).toEqual([24]);
  });
});

describe('a frame', () => {
  const plain = [...store(Opcode.I64Store, 0), ...load(Opcode.I64Load, 0)];

  test('of a recursive function is kept, whatever becomes of its slots', () => {
    const { body, promotedSlots } = promoted(functionOf(plain), true);
    expect(promotedSlots).toBe(1);
    expect(moves(body)).toBe(2);
  });

  test('beside which memory is taken by moving the stack pointer again is kept', () => {
    const alloca = [instr(Opcode.GlobalGet, 0), constant(16), instr(Opcode.I32Sub), instr(Opcode.GlobalSet, 0)];
    const { body, promotedSlots } = promoted(functionOf([...alloca, ...plain]));
    expect(promotedSlots).toBe(1);
    expect(moves(body)).toBe(3);
  });

  test('whose local is set again is not looked at', () => {
    const body = functionOf([...plain, constant(0), set(frame)]);
    expect(promoted(body)).toEqual({ body, promotedSlots: 0 });
  });

  test('is none where the stack pointer is not', () => {
    const body = bodyOf(locals, [constant(512), set(frame), ...plain, get(seen)]);
    expect(promoted(body)).toEqual({ body, promotedSlots: 0 });
  });
});

describe('whatever a function does with its frame', () => {
  const ops = Object.keys(accessShapes).map(Number);
  const way = fc.constantFrom<Way>('access', 'access', 'sum', 'tee');
  const aligned = (op: number, slot: number): number => {
    const { size } = accessShapes[op];
    return Math.floor((slot * 4) / size) * size;
  };
  const access = (chosen: readonly number[], make: (op: number, offset: number, how: Way) => Instr[]) =>
    fc.tuple(fc.constantFrom(...chosen), fc.nat(9), way).map(([op, slot, how]) => make(op, aligned(op, slot), how));
  const statement = fc.oneof(
    { weight: 6, arbitrary: access(ops.filter(isStore), (op, offset, how) => store(op, offset, offset + 3, how)) },
    { weight: 6, arbitrary: access(ops.filter(isLoad), load) },
    { weight: 1, arbitrary: fc.constantFrom(24, 32, 40).map(giveAway) },
    { weight: 1, arbitrary: fc.constantFrom(0, 8, 16).map((offset) => redzone(offset, 1)) },
  );

  test('it does the same when its slots are locals', () => {
    // Addresses are given away above the redzones: what is inside one may go anywhere, and no further.
    const counts = { promoted: 0, kept: 0, whole: 0 };
    fc.assert(
      fc.property(
        fc.array(statement, { minLength: 1, maxLength: 9 }),
        fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
        (statements, given) => {
          const body = functionOf(statements.flat());
          const { body: after, promotedSlots } = promoted(body);
          const [expected, actual] = [run(body, given), run(after, given)];
          expect(actual.result).toBe(expected.result);
          expect(actual.found).toEqual(expected.found);
          expect(actual.stackPointer).toBe(stackTop);
          counts.promoted += promotedSlots;
          if (accesses(after) > 0) counts.kept++;
          else if (promotedSlots > 0) counts.whole++;
        },
      ),
      { numRuns: 300 },
    );
    // Some of each, or the comparison says nothing.
    expect(counts.promoted).toBeGreaterThan(150);
    expect(counts.kept).toBeGreaterThan(50);
    expect(counts.whole).toBeGreaterThan(15);
  });
});
