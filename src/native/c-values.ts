import type { InputValue } from '../inputs/decode.js';
import { unescapeBytes } from '../vocabulary/escape.js';

/** Values of inputs (inputs/decode.ts) as C writes them. */

/** The bytes of a value that is text or hex; undefined for others. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  if (typeof value === 'string') return unescapeBytes(value);
  const hex = (value as { hex?: unknown } | null | undefined)?.hex;
  return typeof hex === 'string' ? Uint8Array.from(Buffer.from(hex, 'hex')) : undefined;
}

/** `20LL`, `(-9223372036854775807LL - 1)`, `0.5`. */
export function cNumber(value: InputValue | bigint | undefined): string {
  const text = String(value ?? 0);
  if (text === '-9223372036854775808') return '(-9223372036854775807LL - 1)';
  return /^-?\d+$/.test(text) ? `${text}${BigInt(text) > 0x7fffffffffffffffn ? 'ULL' : 'LL'}` : text;
}

/** `{1, 2, 0}`. One byte more than there are, as C has no empty arrays. */
export function cBytes(bytes: Uint8Array): string {
  return `{${[...bytes, 0].join(', ')}}`;
}
