/**
 * A circuit of gates with structural hashing: the same gate is made once, constants and repeated
 * inputs fold away. A literal is 2 * node + 1 if negated; node 0 is the constant, so literal 0 is
 * false and 1 is true. Inputs of a gate are made before it. Typed arrays, nothing allocated per gate.
 */
export type Literal = number;

export const no: Literal = 0;
export const yes: Literal = 1;

export const Gate = { Input: 0, And: 1, Xor: 2, Mux: 3, Majority: 4, Xor3: 5 } as const;

export class Circuit {
  kind = new Uint8Array(1 << 12);
  x = new Int32Array(1 << 12);
  y = new Int32Array(1 << 12);
  z = new Int32Array(1 << 12);
  size = 1;
  #slots = new Int32Array(1 << 13);

  clear(): void {
    this.size = 1;
    // A circuit that was once huge should not make every small one after it pay for clearing it.
    if (this.#slots.length > 1 << 16) this.#slots = new Int32Array(1 << 13);
    else this.#slots.fill(0);
  }

  input(): Literal {
    return this.#push(Gate.Input, 0, 0, 0) << 1;
  }

  and(x: Literal, y: Literal): Literal {
    if (x > y) [x, y] = [y, x];
    if (x === no || x === (y ^ 1)) return no;
    if (x === yes || x === y) return y;
    return this.#gate(Gate.And, x, y, 0);
  }

  or(x: Literal, y: Literal): Literal {
    return this.and(x ^ 1, y ^ 1) ^ 1;
  }

  xor(x: Literal, y: Literal): Literal {
    // Negations move to the output, so that x^y and ~x^y are one gate.
    const flip = (x ^ y) & 1;
    x &= ~1;
    y &= ~1;
    if (x > y) [x, y] = [y, x];
    if (x === y) return flip;
    if (x === no) return y ^ flip;
    return this.#gate(Gate.Xor, x, y, 0) ^ flip;
  }

  mux(condition: Literal, then: Literal, otherwise: Literal): Literal {
    if (condition === yes || then === otherwise) return then;
    if (condition === no) return otherwise;
    if (condition & 1) [condition, then, otherwise] = [condition ^ 1, otherwise, then];
    if (then === yes || then === condition) return this.or(condition, otherwise);
    if (then === no || then === (condition ^ 1)) return this.and(condition ^ 1, otherwise);
    if (otherwise === no || otherwise === condition) return this.and(condition, then);
    if (otherwise === yes || otherwise === (condition ^ 1)) return this.or(condition ^ 1, then);
    if (then === (otherwise ^ 1)) return this.xor(condition, otherwise);
    const flip = then & 1;
    return this.#gate(Gate.Mux, condition, then ^ flip, otherwise ^ flip) ^ flip;
  }

  /** The carry of a full adder. */
  majority(x: Literal, y: Literal, z: Literal): Literal {
    if (x > y) [x, y] = [y, x];
    if (y > z) [y, z] = [z, y];
    if (x > y) [x, y] = [y, x];
    if (x === no) return this.and(y, z);
    if (x === yes) return this.or(y, z);
    if (x === y || y === z) return y;
    if (x === (y ^ 1)) return z;
    if (y === (z ^ 1)) return x;
    return this.#gate(Gate.Majority, x, y, z);
  }

  /** The sum of a full adder. */
  xor3(x: Literal, y: Literal, z: Literal): Literal {
    const flip = (x ^ y ^ z) & 1;
    x &= ~1;
    y &= ~1;
    z &= ~1;
    if (x > y) [x, y] = [y, x];
    if (y > z) [y, z] = [z, y];
    if (x > y) [x, y] = [y, x];
    if (x === no) return this.xor(y, z) ^ flip;
    if (x === y) return z ^ flip;
    if (y === z) return x ^ flip;
    return this.#gate(Gate.Xor3, x, y, z) ^ flip;
  }

  #gate(kind: number, x: Literal, y: Literal, z: Literal): Literal {
    let hash = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z * 8 + kind, 0xc2b2ae35);
    hash ^= hash >>> 15;
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let node = this.#slots[slot]; node !== 0; node = this.#slots[slot]) {
      if (this.x[node] === x && this.y[node] === y && this.z[node] === z && this.kind[node] === kind) return node << 1;
      slot = (slot + 1) & mask;
    }
    const node = this.#push(kind, x, y, z);
    this.#slots[slot] = node;
    if (this.size * 2 > this.#slots.length) this.#rehash();
    return node << 1;
  }

  #push(kind: number, x: Literal, y: Literal, z: Literal): number {
    const node = this.size++;
    if (node >= this.kind.length) {
      const length = this.kind.length * 2;
      const kinds = new Uint8Array(length);
      kinds.set(this.kind);
      this.kind = kinds;
      this.x = grown(this.x, length);
      this.y = grown(this.y, length);
      this.z = grown(this.z, length);
    }
    this.kind[node] = kind;
    this.x[node] = x;
    this.y[node] = y;
    this.z[node] = z;
    return node;
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let node = 1; node < this.size; node++) {
      if (this.kind[node] === Gate.Input) continue;
      let hash =
        Math.imul(this.x[node], 0x9e3779b1) ^
        Math.imul(this.y[node], 0x85ebca6b) ^
        Math.imul(this.z[node] * 8 + this.kind[node], 0xc2b2ae35);
      hash ^= hash >>> 15;
      let slot = hash & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = node;
    }
    this.#slots = slots;
  }
}

function grown(old: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const bigger = new Int32Array(length);
  bigger.set(old);
  return bigger;
}
