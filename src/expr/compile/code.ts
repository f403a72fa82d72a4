/** The few Wasm instructions conditions are compiled to, and their encoding. */

/** By machine width: i32 instructions, and the i64 ones. */
export const Wasm = {
  eqz: [0x45, 0x50],
  eq: [0x46, 0x51],
  ne: [0x47, 0x52],
  lt_s: [0x48, 0x53],
  lt_u: [0x49, 0x54],
  le_s: [0x4c, 0x57],
  le_u: [0x4d, 0x58],
  clz: [0x67, 0x79],
  ctz: [0x68, 0x7a],
  popcnt: [0x69, 0x7b],
  add: [0x6a, 0x7c],
  sub: [0x6b, 0x7d],
  mul: [0x6c, 0x7e],
  div_s: [0x6d, 0x7f],
  div_u: [0x6e, 0x80],
  rem_s: [0x6f, 0x81],
  rem_u: [0x70, 0x82],
  and: [0x71, 0x83],
  or: [0x72, 0x84],
  xor: [0x73, 0x85],
  shl: [0x74, 0x86],
  shr_s: [0x75, 0x87],
  shr_u: [0x76, 0x88],
  rotl: [0x77, 0x89],
  rotr: [0x78, 0x8a],
  const: [0x41, 0x42],
  load: [0x28, 0x29],
} as const;
export type Instruction = keyof typeof Wasm;

const wrap = 0xa7;
const extendUnsigned = 0xad;
const load8Unsigned = 0x2d;
const store8 = 0x3a;

/** 0: an i32, 1: an i64. */
export type Machine = 0 | 1;

export function machineOf(width: number): Machine {
  return width > 32 ? 1 : 0;
}

export class Code {
  readonly bytes: number[] = [];

  unsigned(value: number): void {
    value >>>= 0;
    while (value > 0x7f) {
      this.bytes.push((value & 0x7f) | 0x80);
      value >>>= 7;
    }
    this.bytes.push(value);
  }

  op(machine: Machine, name: Instruction): void {
    this.bytes.push(Wasm[name][machine]);
  }

  /** A constant of the machine width; for an i32 `hi` is not looked at. */
  constant(machine: Machine, lo: number, hi = 0): void {
    this.op(machine, 'const');
    if (machine === 0) hi = lo >> 31;
    // Signed LEB128 over the pair, seven bits at a time.
    for (;;) {
      const bits = lo & 0x7f;
      lo = (lo >>> 7) | (hi << 25);
      hi >>= 7;
      const last = (lo | hi) === 0 ? (bits & 0x40) === 0 : (lo & hi) === -1 && (bits & 0x40) !== 0;
      this.bytes.push(last ? bits : bits | 0x80);
      if (last) return;
    }
  }

  get(local: number): void {
    this.bytes.push(0x20);
    this.unsigned(local);
  }
  set(local: number): void {
    this.bytes.push(0x21);
    this.unsigned(local);
  }
  select(): void {
    this.bytes.push(0x1b);
  }
  wrap(): void {
    this.bytes.push(wrap);
  }
  extend(): void {
    this.bytes.push(extendUnsigned);
  }

  /** Sign extension of the low bits on the stack to the whole machine width. */
  signExtend(machine: Machine, width: number): void {
    const unused = (machine === 0 ? 32 : 64) - width;
    if (unused === 0) return;
    if (machine === 0 && (width === 8 || width === 16)) {
      this.bytes.push(width === 8 ? 0xc0 : 0xc1);
      return;
    }
    this.constant(machine, unused);
    this.op(machine, 'shl');
    this.constant(machine, unused);
    this.op(machine, 'shr_s');
  }

  load(machine: Machine, offset: number): void {
    this.op(machine, 'load');
    this.bytes.push(0);
    this.unsigned(offset);
  }
  load8(offset: number): void {
    this.bytes.push(load8Unsigned, 0);
    this.unsigned(offset);
  }
  store8(offset: number): void {
    this.bytes.push(store8, 0);
    this.unsigned(offset);
  }

  /** return 0 if the i32 on the stack is 0. */
  returnIfFalse(): void {
    this.bytes.push(0x45, 0x04, 0x40, 0x41, 0, 0x0f, 0x0b);
  }
}
