import { Op } from '../expr/ops.js';
import type { ByteSymbols, Guest, InputOrigin } from '../host/guest.js';
import type { ExprId } from '../vocabulary/brands.js';
import type { Place } from '../vocabulary/place.js';
import type { ShadowAccesses } from './shadow-accesses.js';
import type { ShadowRun } from './shadow-run.js';

/** What host functions see of a program with shadows: reads are checked, writes make concrete. */
export class ShadowGuest implements Guest {
  /** What this run has learnt of each length: it is above `least` − 1 and at most `most`. */
  #known = new Map<InputOrigin, { least: number; most: number }>();

  constructor(
    readonly run: ShadowRun,
    readonly accesses: () => ShadowAccesses,
    readonly where: () => Place | undefined,
  ) {}

  read(address: number, size: number): Uint8Array {
    this.accesses().range(address, size, false, 0);
    const { memory } = this.accesses();
    if (memory.accessRecord) for (let i = 0; i < size; i++) memory.byteId(address + i);
    return this.accesses().memory.bytes.subarray(address, address + size);
  }

  write(address: number, bytes: Uint8Array): void {
    this.accesses().range(address, bytes.length, true, 0);
    this.accesses().memory.bytes.set(bytes, address);
    this.accesses().memory.writeId(address, bytes.length, 0);
  }

  readU32(address: number): number {
    this.accesses().range(address, 4, false, 0);
    this.concretize(address, 4);
    return this.accesses().memory.view.getUint32(address, true);
  }

  writeU32(address: number, value: number): void {
    this.accesses().range(address, 4, true, 0);
    this.accesses().memory.view.setUint32(address, value, true);
    this.accesses().memory.writeId(address, 4, 0);
  }

  writeU64(address: number, value: bigint): void {
    this.accesses().range(address, 8, true, 0);
    this.accesses().memory.view.setBigUint64(address, value, true);
    this.accesses().memory.writeId(address, 8, 0);
  }

  /** Between runs. */
  forget(): void {
    if (this.#known.size > 0) this.#known = new Map();
  }

  writeInput(address: number, bytes: Uint8Array, { from }: InputOrigin, offset: number): void {
    this.accesses().range(address, bytes.length, true, 0);
    const { memory } = this.accesses();
    for (let i = 0; i < bytes.length; i++) {
      memory.bytes[address + i] = bytes[i];
      memory.setByte(address + i, this.run.shadowOfInput(from + offset + i));
    }
  }

  /** A fork for each offset not known yet to lie inside or outside: other lengths are paths of their own. */
  askLength(origin: InputOrigin, from: number, to: number): void {
    const { length, size } = origin;
    this.accesses().library.reads(origin, from);
    if (!length) return;
    let known = this.#known.get(origin);
    if (!known) this.#known.set(origin, (known = { least: length.min, most: length.max }));
    const { builder, store } = this.run;
    const id = this.#lengthId(length);
    for (let offset = Math.max(from, known.least); offset < Math.min(to, known.most); offset++) {
      const isInside = offset < size;
      this.run.condition(builder.binary(Op.Ult, store.constant(8 * length.bytes, offset), id), isInside, 0);
      if (isInside) known.least = offset + 1;
      else known.most = offset;
    }
  }

  #lengthId({ from, bytes }: NonNullable<InputOrigin['length']>): ExprId {
    return this.run.inputId(from, bytes);
  }

  writeLength(address: number, origin: InputOrigin, length: number): void {
    this.writeU64(address, BigInt(length));
    if (!origin.length) return;
    this.accesses().memory.writeId(address, 8, this.run.builder.zext(this.#lengthId(origin.length), 64));
  }

  inputSymbols({ from, size }: InputOrigin): ByteSymbols {
    return new Map(Array.from({ length: size }, (_, i) => [i, this.run.byteOf(from + i)]));
  }

  symbolsAt(address: number, size: number): ByteSymbols | undefined {
    const { memory } = this.accesses();
    let symbols: Map<number, number> | undefined;
    for (let i = 0; i < size; i++) {
      const id = memory.byteId(address + i);
      if (id !== 0) (symbols ??= new Map()).set(i, id);
    }
    return symbols;
  }

  giveSymbols(address: number, size: number, symbols: ByteSymbols, offset: number): void {
    const { memory } = this.accesses();
    for (let i = 0; i < size; i++) memory.setByte(address + i, symbols.get(offset + i) ?? 0);
  }

  askEqual(address: number, bytes: Uint8Array): void {
    const { builder, store } = this.run;
    const { memory } = this.accesses();
    let condition: ExprId = store.constant(1, 1);
    let isEqual = true;
    for (let i = 0; i < bytes.length; i++) {
      const id = memory.byteId(address + i);
      const isSame = memory.bytes[address + i] === bytes[i];
      if (id !== 0)
        condition = builder.binary(Op.And, condition, builder.binary(Op.Eq, id, store.constant(8, bytes[i])));
      else if (!isSame) return;
      isEqual &&= isSame;
    }
    this.run.condition(condition, isEqual, 0);
  }

  askAny(address: number, size: number, values: readonly number[]): boolean | undefined {
    const { builder, store } = this.run;
    const { memory } = this.accesses();
    let condition: ExprId = store.constant(1, 0);
    let isSymbolic = false;
    let has = false;
    for (let i = 0; i < size; i++) {
      const id = memory.byteId(address + i);
      if (id === 0) continue;
      isSymbolic = true;
      has ||= values.includes(memory.bytes[address + i]);
      for (const value of values) {
        condition = builder.binary(Op.Or, condition, builder.binary(Op.Eq, id, store.constant(8, value)));
      }
    }
    if (isSymbolic) this.run.condition(condition, has, 0);
    return isSymbolic ? has : undefined;
  }

  concretize(address: number, size: number): void {
    for (let i = 0; i < size; i++) {
      const id = this.accesses().memory.byteId(address + i);
      if (id !== 0) this.run.concretize(id, this.accesses().memory.bytes[address + i], 0, 0);
    }
  }
}
