import { Errno } from './errno.js';
import type { ByteSymbols, Guest, InputOrigin } from './guest.js';
import { Limit } from './limits.js';

/** Something the program reads bytes from: stdin or a file. */
export interface ByteSource {
  readonly bytes: Uint8Array;
  readonly size: number;
  /** Of bytes this run wrote. */
  readonly symbols?: ByteSymbols;
}

/** A buffer of the program, as an iovec names it. */
export interface Span {
  readonly address: number;
  readonly length: number;
}

/** The one place where input becomes bytes: at most `length` of them, fewer at the end. */
function readFrom(source: ByteSource, offset: number, length: number): Uint8Array {
  const end = Math.min(source.size, offset + length);
  return offset >= end ? source.bytes.subarray(0, 0) : source.bytes.subarray(offset, end);
}

/** Reads the vector itself. Its buffers are not touched yet: a huge length in it may never be used. */
export function readVector(guest: Guest, address: number, count: number): Span[] | Errno {
  if (count > Limit.iovecs) return Errno.EINVAL;
  if (count === 0) return [];
  guest.concretize?.(address, count * 8);
  const bytes = guest.read(address, count * 8);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const spans: Span[] = [];
  for (let at = 0; at < bytes.length; at += 8) {
    const length = view.getUint32(at + 4, true);
    if (length > 0) spans.push({ address: view.getUint32(at, true), length });
  }
  return spans;
}

/** Fills the buffers in turn until they or the source end. Returns how many bytes there were. */
export function scatter(
  guest: Guest,
  spans: readonly Span[],
  source: ByteSource,
  offset: number,
  origin?: InputOrigin,
): number {
  if (origin) guest.askLength?.(origin, offset, offset + totalLength(spans));
  let moved = 0;
  for (const span of spans) {
    const bytes = readFrom(source, offset + moved, span.length);
    if (bytes.length > 0) {
      if (origin && guest.writeInput) guest.writeInput(span.address, bytes, origin, offset + moved);
      else guest.write(span.address, bytes);
      if (source.symbols) guest.giveSymbols?.(span.address, bytes.length, source.symbols, offset + moved);
    }
    moved += bytes.length;
    if (bytes.length < span.length) break;
  }
  return moved;
}

/** Cuts a vector to `most` bytes. */
export function shorten(spans: readonly Span[], most: number): Span[] {
  const kept: Span[] = [];
  for (const span of spans) {
    if (most <= 0) break;
    kept.push({ address: span.address, length: Math.min(span.length, most) });
    most -= span.length;
  }
  return kept;
}

export function totalLength(spans: readonly Span[]): number {
  let total = 0;
  for (const span of spans) total += span.length;
  return total;
}
