import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchBlocks } from '../../src/wasm/blocks.js';
import { ByteReader, ByteWriter, MalformedModule } from '../../src/wasm/bytes.js';
import { decode } from '../../src/wasm/decode.js';
import { isLoad, isStore } from '../../src/wasm/instruction-kinds.js';
import { accessShapes } from '../../src/wasm/memory-access.js';
import { Lowered, Opcode, opcodes, Signpost } from '../../src/wasm/opcodes.js';
import { signatureOf } from '../../src/wasm/signatures.js';
import { type Instr, instr, ValueType } from '../../src/wasm/types.js';
import { bodyOf, encoded, moduleWith } from '../support/one-function.js';

const constantOf: Readonly<Record<ValueType, Opcode>> = {
  [ValueType.i32]: Opcode.I32Const,
  [ValueType.i64]: Opcode.I64Const,
  [ValueType.f32]: Opcode.F32Const,
  [ValueType.f64]: Opcode.F64Const,
};

const isOurs = (op: number): boolean => Signpost[op] !== undefined || Lowered[op] !== undefined;
const plain = [...opcodes.keys()].filter((op) => !isOurs(op) && signatureOf(op) !== undefined);
const decoded = (code: readonly Instr[]): readonly Instr[] => code.map((each) => ({ ...each, at: 0 }));

describe('the table of instructions', () => {
  test('agrees with the engine on what each plain one takes and gives', () => {
    for (const op of plain) {
      const { params, results } = signatureOf(op)!;
      const code = [...params.map((type) => instr(constantOf[type])), instr(op)];
      const module = moduleWith({ params: [], results }, bodyOf([], code), []);
      expect(WebAssembly.validate(encoded(module)), opcodes.get(op)!.name).toBe(true);
      expect(decoded(decode(encoded(module)).bodies[0].code)).toEqual(decoded(module.bodies[0].code));
    }
    expect(plain).toHaveLength(167);
  });

  test('has a name for each number, and no number twice', () => {
    const numbers = [Opcode, Signpost, Lowered]
      .flatMap((each) => Object.values(each))
      .filter((each): each is number => typeof each === 'number');
    expect(new Set(numbers).size).toBe(numbers.length);
    expect([...opcodes.keys()].sort((a, b) => a - b)).toEqual(numbers.sort((a, b) => a - b));
  });

  test('and that of accesses name the same loads and stores', () => {
    for (const op of plain) {
      const { name, signature } = opcodes.get(op)!;
      expect(isLoad(op), name).toBe(name.includes('.load'));
      expect(isStore(op), name).toBe(name.includes('.store'));
      expect(accessShapes[op] !== undefined, name).toBe(isLoad(op) || isStore(op));
      if (!accessShapes[op]) continue;
      const [bits = name.slice(1, 3)] = /(?<=load|store)\d+/.exec(name) ?? [];
      expect(accessShapes[op].size * 8, name).toBe(Number(bits));
      expect(signatureOf(op)![isLoad(op) ? 'results' : 'params'].at(-1), signature).toBe(accessShapes[op].type);
    }
  });
});

describe('numbers', () => {
  test('come back as they were written, and take the reader to their end', () => {
    fc.assert(
      fc.property(fc.integer(), fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), fc.string(), (number, wide, text) => {
        const writer = new ByteWriter(1);
        writer.u32(number);
        writer.s32(number);
        writer.s64(wide);
        writer.name(text);
        const reader = new ByteReader(writer.finish());
        expect([reader.u32(), reader.s32(), reader.s64()]).toEqual([number >>> 0, number, wide]);
        expect(reader.name()).toBe(new TextDecoder().decode(new TextEncoder().encode(text)));
        expect(reader.done).toBe(true);
      }),
    );
  });

  test('that end too early, or parts longer than what is left, are refused', () => {
    expect(() => new ByteReader(Uint8Array.of(0x80)).u32()).toThrow(MalformedModule);
    expect(() => new ByteReader(Uint8Array.of(1, 2)).part(3)).toThrow(MalformedModule);
    const part = new ByteReader(Uint8Array.of(1, 2, 3)).part(2);
    part.take(2);
    expect(() => part.byte()).toThrow(MalformedModule);
  });
});

test('blocks are matched with their ends, ifs with their elses, tries with their catches', () => {
  const ops = [
    ...[Opcode.Block, Opcode.Loop, Opcode.If, Opcode.Else, Opcode.End, Opcode.End],
    ...[Opcode.Try, Opcode.If, Opcode.End, Opcode.Catch, Opcode.CatchAll, Opcode.End],
    ...[Opcode.Try, Opcode.Delegate, Opcode.End, Opcode.End],
  ];
  const { endOf, elseOf, catchesOf } = matchBlocks(ops.map((op) => instr(op)));
  expect([0, 1, 2, 6, 7, 12].map((opener) => endOf[opener])).toEqual([14, 5, 4, 11, 8, 13]);
  expect([2, 7].map((opener) => elseOf[opener])).toEqual([3, 0]);
  expect([...catchesOf]).toEqual([[6, [9, 10]]]);
});
