import { pageSize, programLimit, type ShadowStride } from '../instrument/layout.js';

/**
 * The program's linear memory with what stands beside it: `shadow[shadowBase + address]` is the id (stride
 * 4) or poison mark (stride 1) of a byte. Views are replaced when the memory grows: never keep one.
 */
export class Space {
  bytes!: Uint8Array;
  view!: DataView;
  shadow!: Int32Array | Uint8Array;
  readonly shadowBase: number;

  constructor(
    readonly memory: WebAssembly.Memory,
    readonly stride: ShadowStride,
  ) {
    this.shadowBase = programLimit / stride;
    this.refresh();
  }

  refresh(): void {
    const { buffer } = this.memory;
    this.bytes = new Uint8Array(buffer);
    this.view = new DataView(buffer);
    this.shadow = this.stride === 4 ? new Int32Array(buffer) : this.bytes;
  }

  /** First address without a shadow. */
  get top(): number {
    return (this.bytes.length - programLimit) / this.stride;
  }

  /** Makes addresses below `top` usable; false when the machine or the limit says no. */
  growTo(top: number): boolean {
    const pages = Math.ceil((programLimit + this.stride * top) / pageSize) - this.bytes.length / pageSize;
    if (pages <= 0) return true;
    try {
      this.memory.grow(pages);
    } catch {
      return false;
    }
    this.refresh();
    return true;
  }

  /** Sets the shadow of a range to a poison mark, or to 0. */
  mark(address: number, size: number, mark: number): void {
    const from = programLimit + this.stride * address;
    this.bytes.fill(mark, from, from + this.stride * size);
  }

  /** The poison mark of a byte, 0 when it may be touched. */
  markAt(address: number): number {
    if (address < 0 || address >= this.top) return -1;
    const shadow = this.shadow[this.shadowBase + address];
    if (this.stride === 1) return shadow;
    return shadow < 0 ? shadow & 0xff : 0;
  }

  cString(address: number, limit = 4096): string {
    const { bytes } = this;
    let end = address;
    while (end < address + limit && end < programLimit && bytes[end] !== 0) end++;
    return Buffer.from(bytes.subarray(address, end)).toString('utf8');
  }
}
