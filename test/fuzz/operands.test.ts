import { expect, test } from 'vitest';
import { comparedWords, orderMark } from '../../src/abi/fuzz-layout.js';
import { type Replacement, replacementsOf } from '../../src/fuzz/operands.js';
import { Random } from '../../src/fuzz/random.js';

type Pair = readonly [site: number, size: number, left: bigint, right: bigint];

const logOf = (pairs: readonly Pair[]): Int32Array =>
  Int32Array.from(
    pairs.flatMap(([site, size, left, right]) => [
      ...[site, size],
      ...[left, right].flatMap((value) => [Number(BigInt.asIntN(32, value)), Number(BigInt.asIntN(32, value >> 32n))]),
    ]),
  );

/** The same by its definition: every way to write every operand, looked for everywhere. */
function byDefinition(genome: readonly Uint8Array[], pairs: readonly Pair[]): string[] {
  const found: string[] = [];
  const tried = new Set<string>();
  const put = (old: Buffer, fresh: Buffer): void => {
    const key = `${old.toString('hex')} ${fresh.toString('hex')}`;
    if (tried.has(key)) return;
    tried.add(key);
    genome.forEach((bytes, part) => {
      let at = -1;
      for (let i = 0; i < 4; i++) {
        at = Buffer.from(bytes).indexOf(old, at + 1);
        if (at < 0 || at + old.length > bytes.length) return;
        found.push(`${part} ${at} ${old.length} ${fresh.toString('hex')}`);
      }
    });
  };
  const encoded = (value: bigint, size: number): Buffer =>
    Buffer.from(Array.from({ length: size }, (_, i) => Number((value >> BigInt(8 * i)) & 255n)));
  const fits = (value: bigint, size: number): boolean =>
    value >= -(1n << BigInt(8 * size - 1)) && value < 1n << BigInt(8 * size);
  const putNumber = (old: bigint, fresh: bigint, width: number): void => {
    for (const size of [1, 2, 4, 8].filter((each) => each <= width && fits(old, each) && fits(fresh, each))) {
      if (size > 1 && old === 0n) continue;
      put(encoded(old, size), encoded(fresh, size));
      if (size > 1) put(encoded(old, size).reverse(), encoded(fresh, size).reverse());
    }
    if (old >= 0n && fresh >= 0n) put(Buffer.from(String(old)), Buffer.from(String(fresh)));
  };
  const seen = new Map<number, Set<string>>();
  for (const [site, size, left, right] of pairs) {
    const known = seen.get(site) ?? new Set();
    seen.set(site, known);
    const key = `${left} ${right}`;
    if (left === right || known.size >= 12 || known.has(key)) continue;
    known.add(key);
    for (const delta of size >= orderMark ? [0n, 1n, -1n] : [0n]) {
      putNumber(left, right + delta, size & ~orderMark);
      putNumber(right, left + delta, size & ~orderMark);
    }
  }
  return found;
}

const told = (found: readonly Replacement[]): string[] =>
  found.map(({ part, at, remove, bytes }) => `${part} ${at} ${remove} ${Buffer.from(bytes).toString('hex')}`);

test('operands are put wherever the input holds them, in any width, order and in digits', () => {
  const random = new Random(3);
  const texts = ['12', '255', '65535', '-1', 'a', '\0\0\0\x07', '\x07\0', '\xff\xff\xff\xff', 'key'];
  let count = 0;
  for (let round = 0; round < 400; round++) {
    const length = round % 20 === 0 ? 300 : 24;
    const genome = [0, 1].map(() => {
      let text = '';
      while (text.length < length) text += texts[random.below(texts.length)];
      return Uint8Array.from(Buffer.from(text, 'latin1'));
    });
    const some = [0n, 7n, 12n, 25n, 97n, 255n, 256n, 1792n, 65535n, -1n, -2n, 0x7000000n, 0xffffffffn, 1n << 62n];
    const value = (): bigint => (random.oneIn(4) ? BigInt(random.next() | 0) : some[random.below(some.length)]);
    const pairs = Array.from({ length: 40 }, (): Pair => {
      const isLong = random.oneIn(3);
      const [left, right] = [value(), value()].map((each) => BigInt.asIntN(isLong ? 64 : 32, each));
      return [random.below(3), (isLong ? 8 : 4) + (random.oneIn(2) ? orderMark : 0), left, right];
    });
    const log = logOf(pairs);
    expect(log.length).toBe(pairs.length * comparedWords);
    const found = told(replacementsOf(genome, log, [], () => true));
    expect(found).toEqual(byDefinition(genome, pairs));
    count += found.length;
  }
  expect(count).toBeGreaterThan(1000);
});

test('words are put for each other, where a part may change its length', () => {
  const genome = [Buffer.from('a key b'), Buffer.from('key')].map((each) => Uint8Array.from(each));
  const words = [{ left: Uint8Array.from(Buffer.from('key')), right: Uint8Array.from(Buffer.from('value')) }];
  const none = new Int32Array(0);
  expect(told(replacementsOf(genome, none, words, (part) => part === 0))).toEqual(['0 2 3 76616c7565']);
});
