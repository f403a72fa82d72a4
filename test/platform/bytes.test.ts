import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareBytes,
  concatBytes,
  equalBytes,
  fromHex,
  fromLatin1,
  fromUtf8,
  includesBytes,
  searchable,
  textView,
  toHex,
  toLatin1,
  toUtf8,
} from '../../src/platform/bytes.js';

/** Also such that begin in the middle of their memory. */
const someBytes = fc
  .tuple(fc.uint8Array({ maxLength: 20 }), fc.nat(4))
  .map(([bytes, skipped]) => bytes.subarray(Math.min(skipped, bytes.length)));
/** Of any UTF-16, halves of pairs included. */
const someText = fc.uint16Array({ maxLength: 20 }).map((units) => String.fromCharCode(...units));
const list = (bytes: Uint8Array): number[] => [...bytes];

// What a second platform has to do as well, by what every platform has.
describe('bytes', () => {
  it('come back from hexadecimal digits and from a character a byte', () => {
    fc.assert(
      fc.property(someBytes, (bytes) => {
        expect(toHex(bytes)).toBe(
          list(bytes)
            .map((byte) => byte.toString(16).padStart(2, '0'))
            .join(''),
        );
        expect(list(fromHex(toHex(bytes)))).toEqual(list(bytes));
        expect(toLatin1(bytes)).toBe(String.fromCharCode(...bytes));
        expect(list(fromLatin1(toLatin1(bytes)))).toEqual(list(bytes));
      }),
    );
  });

  it('are UTF-8 as TextEncoder and TextDecoder have it, byte order marks kept', () => {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    fc.assert(
      fc.property(someBytes, someText, (bytes, text) => {
        expect(toUtf8(bytes)).toBe(decoder.decode(bytes));
        expect(list(fromUtf8(text))).toEqual(list(new TextEncoder().encode(text)));
      }),
    );
    expect(toUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41))).toBe('\uFEFFA');
  });

  it('are compared by the first that differs, then by length', () => {
    fc.assert(
      fc.property(someBytes, someBytes, (a, b) => {
        const [left, right] = [toLatin1(a), toLatin1(b)];
        expect(Math.sign(compareBytes(a, b))).toBe(left < right ? -1 : left > right ? 1 : 0);
        expect(equalBytes(a, b)).toBe(left === right);
      }),
    );
  });

  it('are joined, and found in others', () => {
    fc.assert(
      fc.property(someBytes, someBytes, someBytes, fc.nat(255), (a, b, c, byte) => {
        const whole = concatBytes([a, b, c]);
        expect(list(whole)).toEqual([...a, ...b, ...c]);
        expect(whole.buffer.byteLength).toBe(whole.length);
        expect(includesBytes(whole, b)).toBe(true);
        expect(includesBytes(a, b)).toBe(toLatin1(a).includes(toLatin1(b)));
        expect(searchable(whole).indexOf(byte)).toBe(list(whole).indexOf(byte));
        const view = textView(whole);
        expect(view.length).toBe(whole.length);
        expect(view.indexOf(byte, a.length)).toBe(list(whole).indexOf(byte, a.length));
        expect(view.utf8(a.length, a.length + b.length)).toBe(toUtf8(b));
      }),
    );
  });

  it('never share memory with what they were made of', () => {
    for (const made of [fromHex('0102'), fromLatin1('ab'), fromUtf8('ab')]) {
      expect(made.constructor).toBe(Uint8Array);
      expect(made.buffer.byteLength).toBe(2);
    }
  });
});
