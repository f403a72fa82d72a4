import { concatBytes } from '../platform/bytes.js';
import type { ByteSymbols } from './guest.js';

export type OutputStream = 1 | 2;

const FIRST_CAPACITY = 256;

/**
 * What the program printed, both streams in the order written. Keeps at most `limit` bytes; what comes
 * after is counted and dropped, and the program never notices.
 */
export class OutputCapture {
  /** Bytes the program wrote, the dropped ones included. */
  total = 0;
  #bytes: Uint8Array | undefined;
  #length = 0;
  /** Where the stream changes, beginning with stdout: [0, 3] says bytes 0…2 are stderr's, the rest stdout's. */
  #changes: number[] | undefined;
  #stream: OutputStream = 1;

  /** Of bytes that were printed with symbols, by place in `interleaved`; only where somebody wants them. */
  readonly symbols: Map<number, number> | undefined;

  constructor(
    readonly limit: number,
    keepsSymbols = false,
  ) {
    this.symbols = keepsSymbols ? new Map() : undefined;
  }

  get dropped(): number {
    return this.total - this.#length;
  }

  append(stream: OutputStream, bytes: Uint8Array, symbols?: ByteSymbols): void {
    this.total += bytes.length;
    const kept = Math.min(bytes.length, this.limit - this.#length);
    if (kept <= 0) return;
    if (stream !== this.#stream) {
      this.#stream = stream;
      (this.#changes ??= []).push(this.#length);
    }
    const end = this.#length + kept;
    for (const [at, id] of symbols ?? []) if (at < kept) this.symbols?.set(this.#length + at, id);
    let buffer = this.#bytes;
    if (buffer === undefined || buffer.length < end) {
      const grown = new Uint8Array(Math.min(this.limit, Math.max(FIRST_CAPACITY, end, this.#length * 2)));
      if (buffer !== undefined) grown.set(buffer);
      this.#bytes = buffer = grown;
    }
    buffer.set(kept === bytes.length ? bytes : bytes.subarray(0, kept), this.#length);
    this.#length = end;
  }

  /** All that was kept, as a terminal would have shown it. A view, valid for as long as the run's state is. */
  interleaved(): Uint8Array {
    return this.#bytes === undefined ? new Uint8Array(0) : this.#bytes.subarray(0, this.#length);
  }

  /** What was kept of one stream. */
  of(stream: OutputStream): Uint8Array {
    const all = this.interleaved();
    if (this.#changes === undefined) return stream === 1 ? all : new Uint8Array(0);
    return concatBytes(this.#partsOf(stream).map(([start, end]) => all.subarray(start, end)));
  }

  /** The same with the symbols beside it. */
  shownOf(stream: OutputStream): { readonly bytes: Uint8Array; readonly ids?: Int32Array } {
    const bytes = this.of(stream).slice();
    if (!this.symbols?.size) return { bytes };
    const ids = new Int32Array(bytes.length);
    let at = 0;
    for (const [start, end] of this.#partsOf(stream)) {
      for (let i = start; i < end; i++) ids[at++] = this.symbols.get(i) ?? 0;
    }
    return { bytes, ids };
  }

  #partsOf(stream: OutputStream): [start: number, end: number][] {
    const parts: [number, number][] = [];
    let current: OutputStream = 1;
    let start = 0;
    for (const end of [...(this.#changes ?? []), this.#length]) {
      if (current === stream) parts.push([start, end]);
      current = current === 1 ? 2 : 1;
      start = end;
    }
    return parts;
  }
}
