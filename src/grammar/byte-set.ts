/** A set of bytes as eight words. Immutable by convention: operations give new sets. */
export class ByteSet {
  readonly words = new Uint32Array(8);

  static of(...bytes: readonly number[]): ByteSet {
    const set = new ByteSet();
    for (const byte of bytes) set.words[byte >> 5] |= 1 << (byte & 31);
    return set;
  }

  static range(from: number, to: number): ByteSet {
    const set = new ByteSet();
    for (let byte = from; byte <= to; byte++) set.words[byte >> 5] |= 1 << (byte & 31);
    return set;
  }

  has(byte: number): boolean {
    return (this.words[byte >> 5] & (1 << (byte & 31))) !== 0;
  }

  #zip(other: ByteSet, make: (a: number, b: number) => number): ByteSet {
    const set = new ByteSet();
    for (let i = 0; i < 8; i++) set.words[i] = make(this.words[i], other.words[i]);
    return set;
  }

  union(other: ByteSet): ByteSet {
    return this.#zip(other, (a, b) => a | b);
  }

  minus(other: ByteSet): ByteSet {
    return this.#zip(other, (a, b) => a & ~b);
  }

  get complement(): ByteSet {
    return allBytes.minus(this);
  }

  /** With every letter in both cases. */
  get anyCase(): ByteSet {
    const set = this.union(new ByteSet());
    for (let i = 0; i < 26; i++) {
      const upper = 65 + i;
      const lower = 97 + i;
      if (!this.has(upper) && !this.has(lower)) continue;
      set.words[upper >> 5] |= 1 << (upper & 31);
      set.words[lower >> 5] |= 1 << (lower & 31);
    }
    return set;
  }

  *[Symbol.iterator](): Iterator<number> {
    for (let byte = 0; byte < 256; byte++) if (this.has(byte)) yield byte;
  }

  get size(): number {
    let size = 0;
    for (const _ of this) size++;
    return size;
  }

  get key(): string {
    return this.words.join();
  }
}

export const allBytes = ByteSet.range(0, 255);
