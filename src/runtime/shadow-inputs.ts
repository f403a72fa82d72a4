/** How does the flat input reach the program, with its symbols? (Without them: replay-inputs.ts.) */

import { Op } from '../expr/ops.js';
import type { Heap } from './heap.js';
import type { ShadowHeap } from './shadow-heap.js';
import type { ShadowMemory } from './shadow-memory.js';
import type { ShadowRun } from './shadow-run.js';
import type { Argument, InputSink, SymbolicLength } from './starter.js';
import type { SymbolicStrings } from './symbolic-strings.js';

const scratch = new DataView(new ArrayBuffer(8));

/** Gives the program inputs with symbols beside them. */
export class ShadowInputs implements InputSink {
  onObject?: InputSink['onObject'];

  constructor(
    readonly run: ShadowRun,
    readonly memory: ShadowMemory,
    readonly heap: Heap,
    readonly shadowHeap: ShadowHeap,
    readonly strings: SymbolicStrings,
    readonly layout: { readonly pointerSize: 4 | 8 },
  ) {}

  get pointerSize(): 4 | 8 {
    return this.layout.pointerSize;
  }

  get input(): Uint8Array {
    return this.run.input;
  }

  isFixed(from: number): boolean {
    return (this.run.variables?.[from] ?? 0) < 0;
  }

  allocate(size: number, capacity: number, length: SymbolicLength | undefined): number {
    const { builder } = this.run;
    const { store } = builder;
    let sizeId = 0;
    if (length) {
      const count = builder.zext(this.run.inputId(length.from, length.bytes), 32);
      const scaled = builder.binary(Op.Mul, count, store.constant(32, length.scale));
      sizeId = builder.binary(Op.Add, scaled, store.constant(32, length.extra));
    }
    const block = this.heap.allocate(size, sizeId, capacity);
    if (!block) throw new Error('no room for the input');
    if (sizeId !== 0) this.shadowHeap.guard(block);
    return block.start;
  }

  place(address: number, from: number, size: number): void {
    const { memory, run } = this;
    for (let i = 0; i < size; i++) {
      memory.bytes[address + i] = run.input[from + i];
      memory.setByte(address + i, run.shadowOfInput(from + i));
    }
  }

  placeString(address: number, from: number, size: number, max: number, length: SymbolicLength): void {
    const { memory, run } = this;
    const string = this.strings.open(from, max, run.inputId(length.from, length.bytes));
    for (let i = 0; i <= size; i++) {
      memory.bytes[address + i] = i < size ? run.input[from + i] : 0;
      // Under another length the byte at this one's end is the input's too.
      if (run.accessRecord && i < size && this.isFixed(length.from))
        memory.setByte(address + i, run.shadowOfInput(from + i));
      else if (i < max) memory.setByte(address + i, this.strings.byteOf(string, i));
    }
  }

  placePlain(address: number, bytes: Uint8Array): void {
    this.memory.bytes.set(bytes, address);
  }

  placeBool(address: number, from: number): void {
    const { builder, store } = this.run;
    this.memory.bytes[address] = this.run.input[from] & 1;
    this.memory.setByte(address, builder.binary(Op.And, this.run.byteOf(from), store.constant(8, 1)));
  }

  placePointer(address: number, value: number): void {
    this.memory.view.setUint32(address, value, true);
    if (this.pointerSize === 8) this.memory.view.setUint32(address + 4, 0, true);
  }

  integer(from: number, bits: 8 | 16 | 32 | 64, signed: boolean, bool: boolean): Argument {
    const { builder, input, store } = this.run;
    let raw = 0n;
    for (let i = bits / 8 - 1; i >= 0; i--) raw = (raw << 8n) | BigInt(input[from + i]);
    let id = this.run.inputId(from, bits / 8);
    if (bool) {
      raw &= 1n;
      id = builder.binary(Op.And, id, store.constant(bits, 1));
    }
    const value = signed ? BigInt.asIntN(bits, raw) : raw;
    if (bits === 64) return { value, id };
    if (bits < 32) id = signed ? builder.sext(id, 32) : builder.zext(id, 32);
    return { value: Number(BigInt.asIntN(32, value)), id };
  }

  widened({ value, id }: Argument): Argument {
    return { value: BigInt(Number(value) >>> 0), id: id ? this.run.builder.zext(id, 64) : id };
  }

  float(from: number, bits: 32 | 64): Argument {
    const { input } = this.run;
    for (let i = 0; i < bits / 8; i++) scratch.setUint8(i, input[from + i]);
    const high = bits === 64 ? scratch.getInt32(4, true) : 0;
    this.run.floats.add(this.run.inputId(from, bits / 8), scratch.getInt32(0, true), high);
    return { value: bits === 32 ? scratch.getFloat32(0, true) : scratch.getFloat64(0, true), id: undefined };
  }

  isZero(from: number): boolean {
    const zero = this.run.input[from] === 0;
    this.run.condition(this.run.equals(this.run.byteOf(from), 0, 0), zero, 0);
    return zero;
  }

  assumeRange(from: number, size: number, min: number, max: number): void {
    const { builder, store } = this.run;
    const length = this.run.inputId(from, size);
    const constant = (value: number): number => store.constant(8 * size, value);
    if (max < 2 ** (8 * size) - 1) this.run.assume(builder.binary(Op.Ule, length, constant(max)), true);
    if (min > 0) this.run.assume(builder.binary(Op.Ule, constant(min), length), true);
  }
}
