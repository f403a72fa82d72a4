/** Reads the little there is to read in object files and custom sections. */
export class ByteReader {
  constructor(
    readonly bytes: Uint8Array,
    public at = 0,
    readonly end = bytes.length,
  ) {}

  get done(): boolean {
    return this.at >= this.end;
  }

  byte(): number {
    if (this.done) throw new Error('A Wasm section ends too early.');
    return this.bytes[this.at++];
  }

  unsigned(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }

  skip(length: number): void {
    this.at += length;
  }

  text(): string {
    const length = this.unsigned();
    this.at += length;
    return new TextDecoder().decode(this.bytes.subarray(this.at - length, this.at));
  }

  /** A reader of the next `length` bytes; this one goes on behind them. */
  part(length: number): ByteReader {
    const part = new ByteReader(this.bytes, this.at, this.at + length);
    this.at += length;
    return part;
  }
}

export function unsignedBytes(value: number): number[] {
  const bytes: number[] = [];
  do {
    const low = value & 0x7f;
    value = Math.floor(value / 128);
    bytes.push(value > 0 ? low | 0x80 : low);
  } while (value > 0);
  return bytes;
}

export interface Section {
  readonly id: number;
  /** Custom sections only. */
  readonly name: string;
  readonly content: ByteReader;
}

export function isWasm(bytes: Uint8Array): boolean {
  return bytes.length >= 8 && bytes[0] === 0 && bytes[1] === 0x61 && bytes[2] === 0x73 && bytes[3] === 0x6d;
}

export function* sectionsOf(wasm: Uint8Array): Generator<Section> {
  const reader = new ByteReader(wasm, 8);
  while (!reader.done) {
    const id = reader.byte();
    const content = reader.part(reader.unsigned());
    yield { id, name: id === 0 ? content.text() : '', content };
  }
}
