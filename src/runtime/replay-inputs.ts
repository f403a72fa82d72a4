import type { Block, Heap } from './heap.js';
import type { Space } from './space.js';
import type { Argument, InputSink } from './starter.js';

/** What of a heap is needed to give inputs. */
type InputHeap = Pick<Heap, 'label'> & { allocate(size: number): Pick<Block, 'start'> | undefined };

/** Gives the program its inputs without any symbols. */
export class ReplayInputs implements InputSink {
  onObject?: InputSink['onObject'];
  input: Uint8Array;
  used: number;
  onPointer: ((address: number, value: number) => void) | undefined;

  constructor(
    readonly space: Space,
    readonly heap: InputHeap,
    readonly given: Uint8Array,
    size: number,
    readonly pointerSize: 4 | 8,
  ) {
    this.used = size;
    this.input = new Uint8Array(Math.max(size, given.length));
    this.input.set(given);
  }

  /** More of the input, for what the program makes symbolic as it runs. */
  take(size: number): number {
    const from = this.used;
    this.used += size;
    if (this.used > this.input.length) {
      const bigger = new Uint8Array(this.used * 2);
      bigger.set(this.input);
      this.input = bigger;
    }
    return from;
  }

  allocate(size: number): number {
    const block = this.heap.allocate(size);
    if (!block) throw new Error('no room for the input');
    return block.start;
  }

  place(address: number, from: number, size: number): void {
    this.space.bytes.set(this.input.subarray(from, from + size), address);
  }

  placeString(address: number, from: number, size: number): void {
    this.place(address, from, size);
    this.space.bytes[address + size] = 0;
  }

  placePlain(address: number, bytes: Uint8Array): void {
    this.space.bytes.set(bytes, address);
  }

  placeBool(address: number, from: number): void {
    this.space.bytes[address] = this.input[from] & 1;
  }

  placePointer(address: number, value: number): void {
    this.space.view.setUint32(address, value, true);
    if (this.pointerSize === 8) this.space.view.setUint32(address + 4, 0, true);
    this.onPointer?.(address, value);
  }

  integer(from: number, bits: 8 | 16 | 32 | 64, signed: boolean, bool: boolean): Argument {
    let raw = 0n;
    for (let i = bits / 8 - 1; i >= 0; i--) raw = (raw << 8n) | BigInt(this.input[from + i]);
    if (bool) raw &= 1n;
    const value = signed ? BigInt.asIntN(bits, raw) : raw;
    return { value: bits === 64 ? value : Number(BigInt.asIntN(32, value)), id: 0 };
  }

  widened({ value, id }: Argument): Argument {
    return { value: BigInt(Number(value) >>> 0), id };
  }

  float(from: number, bits: 32 | 64): Argument {
    const view = new DataView(this.input.slice(from, from + 8).buffer);
    return { value: bits === 32 ? view.getFloat32(0, true) : view.getFloat64(0, true), id: undefined };
  }

  isZero(from: number): boolean {
    return this.input[from] === 0;
  }

  assumeRange(): void {}
}
