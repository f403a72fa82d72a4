import { type Circuit, type Literal, no, yes } from './gates.js';

/** Bits of a value, the lowest first. */
export type Bits = Literal[];

/**
 * Words of gates: every operation of an expression, given and giving one literal a bit. Most numbers of a program need
 * a few of their bits, and the others are copies of the sign: those are not computed again.
 */
export class Arithmetic {
  constructor(readonly circuit: Circuit) {}

  constant(width: number, low: number, high: number): Bits {
    const bits: Bits = new Array(width);
    for (let i = 0; i < width; i++) bits[i] = ((i < 32 ? low >>> i : high >>> (i - 32)) & 1) as Literal;
    return bits;
  }

  not(a: Bits): Bits {
    return a.map((bit) => bit ^ 1);
  }

  bitwise(a: Bits, b: Bits, gate: (x: Literal, y: Literal) => Literal): Bits {
    return a.map((bit, i) => gate(bit, b[i]));
  }

  mux(condition: Literal, then: Bits, otherwise: Bits): Bits {
    return then.map((bit, i) => this.circuit.mux(condition, bit, otherwise[i]));
  }

  add(a: Bits, b: Bits, carry: Literal = no): Bits {
    const needed = Math.min(a.length, Math.max(significant(a), significant(b)) + 1);
    const sum: Bits = new Array(needed);
    for (let i = 0; i < needed; i++) {
      sum[i] = this.circuit.xor3(a[i], b[i], carry);
      if (i + 1 < needed) carry = this.circuit.majority(a[i], b[i], carry);
    }
    return signExtended(sum, a.length);
  }

  subtract(a: Bits, b: Bits): Bits {
    return this.add(a, this.not(b), yes);
  }

  negate(a: Bits): Bits {
    return this.subtract(new Array(a.length).fill(no), a);
  }

  equal(a: Bits, b: Bits): Literal {
    let all: Literal = yes;
    for (let i = 0; i < a.length; i++) all = this.circuit.and(all, this.circuit.xor(a[i], b[i]) ^ 1);
    return all;
  }

  /** a < b, or a <= b if `orEqual`; the borrow of a - b. */
  below(a: Bits, b: Bits, orEqual: boolean): Literal {
    let borrow: Literal = orEqual ? yes : no;
    for (let i = 0; i < a.length; i++) borrow = this.circuit.majority(a[i] ^ 1, b[i], borrow);
    return borrow;
  }

  belowSigned(a: Bits, b: Bits, orEqual: boolean): Literal {
    const needed = Math.max(significant(a), significant(b));
    const top = needed - 1;
    const flipped = (bits: Bits) => [...bits.slice(0, top), bits[top] ^ 1];
    return this.below(flipped(a), flipped(b), orEqual);
  }

  multiply(a: Bits, b: Bits): Bits {
    if (constantBits(a) > constantBits(b)) [a, b] = [b, a];
    const needed = Math.min(a.length, significant(a) + significant(b));
    const [x, y] = [a.slice(0, needed), b.slice(0, needed)];
    const product = constantBits(y) === needed ? this.#multiplyByConstant(x, y) : this.#multiplyBits(x, y);
    return signExtended(product, a.length);
  }

  #multiplyBits(a: Bits, b: Bits): Bits {
    const width = a.length;
    let sum: Bits = new Array(width).fill(no);
    for (let i = 0; i < width; i++) {
      if (b[i] === no) continue;
      const row: Bits = new Array(width - i);
      for (let j = 0; j < width - i; j++) row[j] = this.circuit.and(a[j], b[i]);
      sum = [...sum.slice(0, i), ...this.add(sum.slice(i), row)];
    }
    return sum;
  }

  /** Digits -1, 0, 1 with no two neighbours non-zero: the fewest rows to add or subtract. */
  #multiplyByConstant(a: Bits, b: Bits): Bits {
    const width = a.length;
    let sum: Bits = new Array(width).fill(no);
    let rest = 0n;
    for (let i = 0; i < width; i++) if (b[i] === yes) rest |= 1n << BigInt(i);
    for (let i = 0; i < width && rest !== 0n; i++, rest >>= 1n) {
      if ((rest & 1n) === 0n) continue;
      const minus = (rest & 3n) === 3n;
      rest += minus ? 1n : -1n;
      const row = a.slice(0, width - i);
      const tail = sum.slice(i);
      sum = [...sum.slice(0, i), ...(minus ? this.subtract(tail, row) : this.add(tail, row))];
    }
    return sum;
  }

  /** Quotient and remainder by restoring division; by 0: all ones, and the dividend. */
  divide(a: Bits, b: Bits): { quotient: Bits; remainder: Bits } {
    const width = a.length;
    const needed = Math.max(withoutZeros(a), withoutZeros(b), 1);
    if (needed < width) {
      const { quotient, remainder } = this.divide(a.slice(0, needed), b.slice(0, needed));
      const isByZero = this.equal(b, new Array(width).fill(no));
      return { quotient: extend(quotient, width, isByZero), remainder: extend(remainder, width) };
    }
    const quotient: Bits = new Array(width);
    let remainder: Bits = new Array(width).fill(no);
    const divisor = [...b, no];
    for (let i = width - 1; i >= 0; i--) {
      const shifted = [a[i], ...remainder];
      const fits = this.below(divisor, shifted, true);
      quotient[i] = fits;
      const reduced = this.subtract(shifted, divisor);
      remainder = this.mux(fits, reduced, shifted).slice(0, width);
    }
    return { quotient, remainder };
  }

  /** One bit more than the operands need: of the least number by -1. */
  divideSigned(a: Bits, b: Bits): { quotient: Bits; remainder: Bits } {
    const width = a.length;
    const needed = Math.max(significant(a), significant(b)) + 1;
    if (needed < width) {
      const { quotient, remainder } = this.divideSigned(a.slice(0, needed), b.slice(0, needed));
      return { quotient: signExtended(quotient, width), remainder: signExtended(remainder, width) };
    }
    const [signA, signB] = [a[a.length - 1], b[b.length - 1]];
    const magnitude = (bits: Bits, sign: Literal) => this.mux(sign, this.negate(bits), bits);
    const { quotient, remainder } = this.divide(magnitude(a, signA), magnitude(b, signB));
    return {
      quotient: this.mux(this.circuit.xor(signA, signB), this.negate(quotient), quotient),
      remainder: this.mux(signA, this.negate(remainder), remainder),
    };
  }

  /** Shifts up (towards the high bits) or down; vacated bits, all of them if by >= width, become `fill`. */
  shift(a: Bits, by: Bits, up: boolean, fill: Literal): Bits {
    const width = a.length;
    let bits = a;
    let tooFar: Literal = no;
    for (let stage = 0; stage < by.length; stage++) {
      const distance = 2 ** stage;
      if (distance >= width) {
        tooFar = this.circuit.or(tooFar, by[stage]);
        continue;
      }
      const from = bits;
      bits = from.map((bit, i) => {
        const source = up ? i - distance : i + distance;
        return this.circuit.mux(by[stage], source >= 0 && source < width ? from[source] : fill, bit);
      });
    }
    return bits.map((bit) => this.circuit.mux(tooFar, fill, bit));
  }

  rotateLeft(a: Bits, by: Bits): Bits {
    const width = a.length;
    if ((width & (width - 1)) !== 0) {
      by = this.divide(by, this.constant(by.length, width, 0)).remainder;
    }
    let bits = a;
    for (let stage = 0; 2 ** stage < width; stage++) {
      const distance = 2 ** stage;
      const from = bits;
      bits = from.map((bit, i) => this.circuit.mux(by[stage], from[(i - distance + width) % width], bit));
    }
    return bits;
  }

  /** Rotating right by k is rotating left by width - k, and k counts modulo the width. */
  rotateRight(a: Bits, by: Bits): Bits {
    return this.rotateLeft([...a].reverse(), by).reverse();
  }

  /** Index of the lowest set bit, the width if none. */
  trailingZeros(a: Bits): Bits {
    const width = a.length;
    let count = this.constant(width, width, 0);
    for (let i = width - 1; i >= 0; i--) count = this.mux(a[i], this.constant(width, i, 0), count);
    return count;
  }

  leadingZeros(a: Bits): Bits {
    return this.trailingZeros([...a].reverse());
  }

  populationCount(a: Bits): Bits {
    const width = a.length;
    let terms: Bits[] = a.map((bit) => [bit]);
    while (terms.length > 1) {
      const next: Bits[] = [];
      for (let i = 0; i + 1 < terms.length; i += 2) {
        const length = Math.min(width, Math.max(terms[i].length, terms[i + 1].length) + 1);
        next.push(this.add(extend(terms[i], length), extend(terms[i + 1], length)));
      }
      if (terms.length % 2 === 1) next.push(terms[terms.length - 1]);
      terms = next;
    }
    return extend(terms[0], width);
  }

  /** leaves[index], where the index's bits choose; past the last leaf all zero. */
  select(leaves: readonly Bits[], index: Bits): Bits {
    const width = leaves[0]?.length ?? 0;
    const zero: Bits = new Array(width).fill(no);
    let level: Bits[] = [...leaves];
    let stage = 0;
    for (; level.length > 1; stage++) {
      const next: Bits[] = [];
      for (let i = 0; i < level.length; i += 2) next.push(this.mux(index[stage], level[i + 1] ?? zero, level[i]));
      level = next;
    }
    let past: Literal = no;
    for (; stage < index.length; stage++) past = this.circuit.or(past, index[stage]);
    return this.mux(past, zero, level[0] ?? zero);
  }
}

export function extend(bits: Bits, width: number, fill: Literal = no): Bits {
  return bits.length >= width ? bits.slice(0, width) : [...bits, ...new Array(width - bits.length).fill(fill)];
}

const signExtended = (bits: Bits, width: number): Bits => extend(bits, width, bits[bits.length - 1]);

/** How many bits a number has: those above are copies of the last. */
function significant(bits: Bits): number {
  let length = bits.length;
  while (length > 1 && bits[length - 2] === bits[length - 1]) length--;
  return length;
}

function withoutZeros(bits: Bits): number {
  let length = bits.length;
  while (length > 0 && bits[length - 1] === no) length--;
  return length;
}

function constantBits(bits: Bits): number {
  let count = 0;
  for (const bit of bits) if (bit <= yes) count++;
  return count;
}
