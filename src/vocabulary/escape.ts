/** Bytes as readable text with C's escapes, and back. */
import { fromUtf8 } from '../platform/bytes.js';

const named: Readonly<Record<number, string>> = {
  0: '\\0',
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
  34: '\\"',
  92: '\\\\',
};
const values: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(named).map(([byte, text]) => [text[1], Number(byte)]),
);

const isPlain = (byte: number): boolean => byte >= 0x20 && byte < 0x7f;

/** Bytes as the inside of a C string literal, except that quotes stay bare; `\xNN` has exactly two digits. */
export function escapeBytes(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (isPlain(byte) && byte !== 92) text += String.fromCharCode(byte);
    // `\0` before a digit would read as another octal escape.
    else if (named[byte] && !(byte === 0 && isDigit(bytes[i + 1]))) text += named[byte];
    else text += `\\x${byte.toString(16).padStart(2, '0')}`;
  }
  return text;
}

export function unescapeBytes(text: string): Uint8Array {
  const bytes: number[] = [];
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== '\\') {
      bytes.push(...fromUtf8(text[i]));
      continue;
    }
    const hex = /^x([0-9a-fA-F]{2})/.exec(text.slice(i + 1, i + 4));
    if (hex) {
      bytes.push(Number.parseInt(hex[1], 16));
      i += 3;
    } else bytes.push(values[text[++i]] ?? text.charCodeAt(i));
  }
  return Uint8Array.from(bytes);
}

/** Made of printable characters and the escapes people know. */
export function isText(bytes: Uint8Array): boolean {
  return bytes.every((byte) => isPlain(byte) || named[byte] !== undefined);
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;
