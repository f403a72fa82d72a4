import { expect, test } from 'vitest';
import { inHex, quoted } from '../../src/report/long-values.js';

test('short values are told as they are', () => {
  expect(quoted('a\\0b')).toBe('"a\\0b"');
  expect(quoted('a'.repeat(98))).toBe(`"${'a'.repeat(98)}"`);
  expect(inHex('00'.repeat(50))).toBe(`bytes ${'00'.repeat(50)}`);
});

test('of long ones, runs of a byte are counted', () => {
  expect(quoted('\\0'.repeat(512))).toBe('"\\0"×512');
  expect(quoted(`a.txt${'\\0'.repeat(90)}\\x000644\\"`)).toBe('"a.txt" "\\0"×90 "\\x000644\\""');
  expect(inHex(`7f45${'00'.repeat(60)}01`)).toBe('bytes 7f45 00×60 01');
});

test('what is still long is cut, and its size told', () => {
  const told = quoted('ab'.repeat(700));
  expect(told).toMatch(/^"(ab)+" … \(1400 bytes\)$/);
  expect(told.length).toBeLessThan(350);
});
