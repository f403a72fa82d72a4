/** Where a tenth byte counts, the last of a 64-bit LEB128; longer ones would grow to Infinity and NaN. */
const LARGEST_SCALE = 2 ** 63;

/**
 * A little-endian reader that cannot fail: past the end every read gives 0 and the position stays at the end.
 * All loops over debug information end because each round reads at least one byte or sees `atEnd`.
 * Hot: no allocation, no bounds exception, numbers only (values above 2^53 lose low bits; `bigint` readers don't).
 */
export class Cursor {
  position: number;

  constructor(
    readonly bytes: Uint8Array,
    position = 0,
    readonly end: number = bytes.length,
  ) {
    if (this.end > bytes.length) this.end = bytes.length;
    this.position = Math.min(position, this.end);
  }

  get atEnd(): boolean {
    return this.position >= this.end;
  }

  seek(position: number): void {
    this.position = position >= 0 && position <= this.end ? position : this.end;
  }

  skip(count: number): void {
    this.seek(this.position + count);
  }

  u8(): number {
    return this.position < this.end ? this.bytes[this.position++] : 0;
  }

  i8(): number {
    return (this.u8() << 24) >> 24;
  }

  u16(): number {
    return this.unsigned(2);
  }

  u32(): number {
    const at = this.position;
    if (at + 4 > this.end) {
      this.position = this.end;
      return 0;
    }
    this.position = at + 4;
    const bytes = this.bytes;
    return (bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)) >>> 0;
  }

  /** An unsigned number of `size` bytes. A truncated one is 0, never a part of itself. */
  unsigned(size: number): number {
    const at = this.position;
    if (at + size > this.end) {
      this.position = this.end;
      return 0;
    }
    this.position = at + size;
    let value = 0;
    for (let index = size - 1; index >= 0; index--) value = value * 256 + this.bytes[at + index];
    return value;
  }

  bigUnsigned(size: number): bigint {
    const at = this.position;
    if (at + size > this.end) {
      this.position = this.end;
      return 0n;
    }
    this.position = at + size;
    let value = 0n;
    for (let index = size - 1; index >= 0; index--) value = (value << 8n) | BigInt(this.bytes[at + index]);
    return value;
  }

  uleb(): number {
    let value = 0;
    let scale = 1;
    while (this.position < this.end) {
      const byte = this.bytes[this.position++];
      if (scale <= LARGEST_SCALE) value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
    return 0;
  }

  sleb(): number {
    let value = 0;
    let scale = 1;
    while (this.position < this.end) {
      const byte = this.bytes[this.position++];
      if (scale <= LARGEST_SCALE) {
        value += (byte & 0x7f) * scale;
        scale *= 128;
      }
      if (byte < 0x80) return byte & 0x40 ? value - scale : value;
    }
    return 0;
  }

  /** A LEB128 number without loss; longer than 64 bits (nobody writes that) gives its low 64. */
  bigLeb(signed: boolean): bigint {
    let value = 0n;
    let shift = 0n;
    while (this.position < this.end) {
      const byte = this.bytes[this.position++];
      if (shift < 64n) value |= BigInt(byte & 0x7f) << shift;
      shift += 7n;
      if (byte < 0x80) {
        if (!signed) return BigInt.asUintN(64, value);
        if (byte & 0x40 && shift < 64n) value |= -1n << shift;
        return BigInt.asIntN(64, value);
      }
    }
    return 0n;
  }

  skipLeb(): void {
    while (this.position < this.end && this.bytes[this.position++] >= 0x80);
  }

  skipString(): void {
    while (this.position < this.end && this.bytes[this.position++] !== 0);
  }

  /** The length of a unit: four bytes, or 0xffffffff and eight (the 64-bit format). */
  unitLength(): { readonly length: number; readonly offsetSize: 4 | 8 } {
    const length = this.u32();
    return length === 0xffffffff ? { length: this.unsigned(8), offsetSize: 8 } : { length, offsetSize: 4 };
  }
}
