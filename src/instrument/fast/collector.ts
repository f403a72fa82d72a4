import {
  bucketCount,
  bucketsBase,
  countersBase,
  frequenciesBase,
  freshBase,
  hitsBase,
  seenBase,
} from '../../abi/fuzz-layout.js';
import { encode } from '../../wasm/encode.js';
import { Opcode } from '../../wasm/opcodes.js';
import { type Limits, ValueType } from '../../wasm/types.js';
import { Code } from '../code.js';

const { i32 } = ValueType;
/** Instructions on 128 bits: none of clang's code here has any, so the reader does not know them. */
const vector = { prefix: 0xfd, load: 0, store: 11, constant: 12, notEqual: 36, anyTrue: 83, bitmask: 100 } as const;

/**
 * A module that shares the fast module's memory: `collect(end)` lists the features of the last run, counts them, finds
 * those no run had before, and clears the counters. It gives how many are new; `hits` says how many there were. A run
 * takes microseconds and a program has thousands of counters: sixteen are looked at at once.
 */
export function buildCollector(memory: Limits): Uint8Array {
  const code = new Code();
  const { writer } = code;
  const [end, at, mask, feature, fresh, hits, counter] = [0, 1, 2, 3, 4, 5, 6];
  const simd = (op: number): void => {
    writer.byte(vector.prefix);
    writer.u32(op);
  };
  const loadVector = (): void => {
    code.get(at);
    simd(vector.load);
    writer.u32(0);
    writer.u32(0);
  };
  const zeros = (): void => {
    simd(vector.constant);
    for (let i = 0; i < 16; i++) writer.byte(0);
  };
  const increase = (local: number, by: number): void => {
    code.get(local);
    code.i32(by);
    code.op(Opcode.I32Add);
    code.set(local);
  };
  code.i32(countersBase);
  code.set(at);
  code.i32(freshBase);
  code.set(fresh);
  code.i32(hitsBase);
  code.set(hits);
  code.block(Opcode.Loop);
  loadVector();
  simd(vector.anyTrue);
  code.block(Opcode.If);
  loadVector();
  zeros();
  simd(vector.notEqual);
  simd(vector.bitmask);
  code.set(mask);
  code.block(Opcode.Loop);
  // The next counter that is not zero, and which feature it makes.
  code.get(at);
  code.get(mask);
  code.op(Opcode.I32Ctz);
  code.op(Opcode.I32Add);
  code.tee(counter);
  code.i32(countersBase);
  code.op(Opcode.I32Sub);
  code.i32(Math.log2(bucketCount));
  code.op(Opcode.I32Shl);
  code.get(counter);
  code.memory(Opcode.I32Load8U, 0);
  code.memory(Opcode.I32Load8U, bucketsBase);
  code.op(Opcode.I32Add);
  code.set(feature);
  code.get(hits);
  code.get(feature);
  code.memory(Opcode.I32Store, 0);
  increase(hits, 4);
  const frequency = (): void => {
    code.get(feature);
    code.i32(2);
    code.op(Opcode.I32Shl);
  };
  frequency();
  frequency();
  code.memory(Opcode.I32Load, frequenciesBase);
  code.i32(1);
  code.op(Opcode.I32Add);
  code.memory(Opcode.I32Store, frequenciesBase);
  // seen & (1 << bucket)
  const bit = (): void => {
    code.i32(1);
    code.get(feature);
    code.i32(bucketCount - 1);
    code.op(Opcode.I32And);
    code.op(Opcode.I32Shl);
  };
  const seen = (): void => {
    code.get(counter);
    code.memory(Opcode.I32Load8U, seenBase - countersBase);
  };
  seen();
  bit();
  code.op(Opcode.I32And);
  code.op(Opcode.I32Eqz);
  code.ifUnlikely();
  code.get(counter);
  seen();
  bit();
  code.op(Opcode.I32Or);
  code.memory(Opcode.I32Store8, seenBase - countersBase);
  code.get(fresh);
  code.get(feature);
  code.memory(Opcode.I32Store, 0);
  increase(fresh, 4);
  code.end();
  code.get(mask);
  code.get(mask);
  code.i32(1);
  code.op(Opcode.I32Sub);
  code.op(Opcode.I32And);
  code.tee(mask);
  code.brIf(0);
  code.end();
  code.get(at);
  zeros();
  simd(vector.store);
  writer.u32(0);
  writer.u32(0);
  code.end();
  increase(at, 16);
  code.get(at);
  code.get(end);
  code.op(Opcode.I32LtU);
  code.brIf(0);
  code.end();
  code.get(hits);
  code.i32(hitsBase);
  code.op(Opcode.I32Sub);
  code.i32(2);
  code.op(Opcode.I32ShrU);
  code.globalSet(0);
  code.get(fresh);
  code.i32(freshBase);
  code.op(Opcode.I32Sub);
  code.i32(2);
  code.op(Opcode.I32ShrU);
  code.end();
  return encode(
    {
      types: [{ params: [i32], results: [i32] }],
      imports: [{ module: 'fast', name: 'memory', desc: { kind: 'memory', limits: memory } }],
      functions: [0],
      ...{ tables: [], memories: [], tags: [], elements: [], data: [], start: undefined, customs: new Map() },
      globals: [
        { type: i32, mutable: true, init: [{ op: Opcode.I32Const, x: 0, y: 0, list: undefined, big: 0n, at: 0 }] },
      ],
      exports: [
        { name: 'collect', kind: 'func', index: 0 },
        { name: 'hits', kind: 'global', index: 0 },
      ],
    },
    [{ locals: [i32, i32, i32, i32, i32, i32], code: writer.finish() }],
  ).bytes;
}
