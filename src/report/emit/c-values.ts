import type { InputValue } from '../../inputs/decode.js';
import { bytesOf } from '../../native/c-values.js';

/** Values as a person writes them in C. */

/** `20`, `-5`, `4294967295u`, `(-2147483647 - 1)`, `1.5`. */
export function cNumber(
  value: InputValue | undefined,
  kind: { readonly kind: string; readonly bits?: number },
): string {
  if (kind.kind === 'float') return cFloat(value, kind.bits ?? 64);
  const number = BigInt((value ?? 0) as number | string);
  if (number === -(2n ** 63n)) return '(-9223372036854775807LL - 1)';
  if (number === -(2n ** 31n)) return '(-2147483647 - 1)';
  if (number > 0x7fffffffffffffffn) return `${number}ULL`;
  if (number > 0xffffffffn || number < -(2n ** 31n)) return `${number}LL`;
  return number > 0x7fffffffn ? `${number}u` : String(number);
}

function cFloat(value: InputValue | undefined, bits: number): string {
  const raw = typeof value === 'number' ? undefined : bytesOf(value);
  const view = raw && new DataView(raw.buffer, raw.byteOffset);
  const number = view ? (bits === 32 ? view.getFloat32(0, true) : view.getFloat64(0, true)) : Number(value ?? 0);
  if (Number.isNaN(number)) return 'NAN';
  if (!Number.isFinite(number)) return number < 0 ? '-INFINITY' : 'INFINITY';
  if (Object.is(number, -0)) return '-0.0';
  const text = String(number);
  return `${/[.e]/.test(text) ? text : `${text}.0`}${bits === 32 ? 'f' : ''}`;
}

const named: Readonly<Record<number, string>> = { 9: '\\t', 10: '\\n', 13: '\\r', 34: '\\"', 92: '\\\\' };

/** A literal with quotes. Octal escapes of three digits end by themselves, as `\x` does not; `??` would be a trigraph. */
export function cString(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    if (named[byte]) text += named[byte];
    else if (byte >= 0x20 && byte < 0x7f && byte !== 0x3f) text += String.fromCharCode(byte);
    else if (byte === 0x3f) text += text.endsWith('?') ? '\\?' : '?';
    else text += `\\${byte.toString(8).padStart(3, '0')}`;
  }
  return `"${text}"`;
}

const isReadable = (byte: number): boolean => (byte >= 0x20 && byte < 0x7f) || named[byte] !== undefined;

/** The initialiser of an array of so many bytes: text if it reads as text and its NUL has room, else numbers. */
export function cArray(bytes: Uint8Array, size: number): string {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  const content = bytes.subarray(0, end);
  if (content.every(isReadable) && end < size) return cString(content);
  return content.length === 0 ? '{0}' : `{${[...content].join(', ')}}`;
}

/** A name C knows, of anything. */
export const cName = (text: string): string => text.replace(/\W+/g, '_').replace(/^(?=\d)/, '_');
