/** Reading and writing of Wasm's byte formats. The reader never goes past its end: broken modules throw MalformedModule. */
export class MalformedModule extends Error {
  override name = 'MalformedModule';
}

export class ByteReader {
  position: number;
  constructor(
    readonly bytes: Uint8Array,
    start = 0,
    readonly end = bytes.length,
  ) {
    this.position = start;
  }

  get done(): boolean {
    return this.position >= this.end;
  }

  byte(): number {
    if (this.position >= this.end) throw new MalformedModule('the module ends in the middle of something');
    return this.bytes[this.position++];
  }

  u32(): number {
    let result = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      result |= (byte & 0x7f) << shift;
      if (byte < 0x80) return result >>> 0;
    }
    throw new MalformedModule('a number is longer than 32 bits');
  }

  /** Up to 64 bits; what is larger than 2^53 is not exact. */
  u64(): number {
    let result = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.byte();
      result += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return result;
    }
    throw new MalformedModule('a number is longer than 64 bits');
  }

  /** A length of things that each take at least one byte: can't be larger than what is left. */
  count(): number {
    const count = this.u32();
    if (count > this.end - this.position) throw new MalformedModule('a length is larger than the module');
    return count;
  }

  s32(): number {
    let result = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      result |= (byte & 0x7f) << shift;
      if (byte < 0x80) return shift < 25 && byte & 0x40 ? result | (-1 << (shift + 7)) : result;
    }
    throw new MalformedModule('a number is longer than 32 bits');
  }

  s64(): bigint {
    let result = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.byte();
      result |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) {
        if (byte & 0x40) result |= -1n << (shift + 7n);
        return BigInt.asIntN(64, result);
      }
    }
    throw new MalformedModule('a number is longer than 64 bits');
  }

  take(length: number): Uint8Array {
    if (length > this.end - this.position) throw new MalformedModule('the module ends in the middle of something');
    const slice = this.bytes.subarray(this.position, this.position + length);
    this.position += length;
    return slice;
  }

  /** A reader of the next `length` bytes; this one goes on behind them. */
  part(length: number): ByteReader {
    const start = this.position;
    this.take(length);
    return new ByteReader(this.bytes, start, this.position);
  }

  /** What is left. */
  rest(): Uint8Array {
    return this.take(this.end - this.position);
  }

  name(): string {
    return new TextDecoder().decode(this.take(this.count()));
  }
}

export class ByteWriter {
  bytes: Uint8Array;
  length = 0;

  constructor(capacity = 256) {
    this.bytes = new Uint8Array(capacity);
  }

  #reserve(extra: number): void {
    if (this.length + extra <= this.bytes.length) return;
    const bigger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + extra));
    bigger.set(this.bytes);
    this.bytes = bigger;
  }

  byte(value: number): void {
    if (this.length === this.bytes.length) this.#reserve(1);
    this.bytes[this.length++] = value;
  }

  u32(value: number): void {
    value >>>= 0;
    while (value >= 0x80) {
      this.byte((value & 0x7f) | 0x80);
      value >>>= 7;
    }
    this.byte(value);
  }

  s32(value: number): void {
    value |= 0;
    for (;;) {
      const byte = value & 0x7f;
      value >>= 7;
      if ((value === 0 && !(byte & 0x40)) || (value === -1 && byte & 0x40)) {
        this.byte(byte);
        return;
      }
      this.byte(byte | 0x80);
    }
  }

  s64(value: bigint): void {
    value = BigInt.asIntN(64, value);
    for (;;) {
      const byte = Number(value & 0x7fn);
      value >>= 7n;
      if ((value === 0n && !(byte & 0x40)) || (value === -1n && byte & 0x40)) {
        this.byte(byte);
        return;
      }
      this.byte(byte | 0x80);
    }
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  name(text: string): void {
    const bytes = new TextEncoder().encode(text);
    this.u32(bytes.length);
    this.append(bytes);
  }

  /** What was written so far, until more is written. */
  view(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}
