import { Op } from '../../expr/ops.js';

/**
 * One loop per operation, over many candidate inputs ("lanes") at once. A constraint over a few bytes
 * is asked for hundreds of byte values in a row; a loop per operation is compiled by V8 once for the
 * whole process, where a function per constraint would be compiled anew for each and stay cold.
 *
 * Promises: no allocation; a value of up to 32 bits lives in one Int32Array, zero-extended (32 bits:
 * the same bits, signed); a wider one in two, `hi` zero-extended. Meaning is Op's, i.e. SMT-LIB's.
 */
export type Lanes = Int32Array;
export type Kernel = (
  n: number,
  out: Lanes,
  outHigh: Lanes,
  a: Lanes,
  aHigh: Lanes,
  b: Lanes,
  bHigh: Lanes,
  c: Lanes,
  cHigh: Lanes,
  width: number,
  from: number,
  mask: number,
) => void;

/** The most lanes a run takes. */
export const laneLimit = 1024;

/** All ones at this width, of at most 32 bits. */
export function maskOf(width: number): number {
  return width >= 32 ? -1 : (1 << width) - 1;
}

/**
 * Bodies for values of at most 32 bits: an expression over a, b, c. `width` and `mask` are the
 * result's, `from` is the operands' width (extract: the offset; concat: the low part's width).
 */
const narrow: Readonly<Record<number, string>> = {
  [Op.Add]: '(a + b) & mask',
  [Op.Sub]: '(a - b) & mask',
  [Op.Mul]: 'Math.imul(a, b) & mask',
  [Op.UDiv]: '(b === 0 ? -1 : (a >>> 0) / (b >>> 0)) & mask',
  [Op.URem]: 'b === 0 ? a : ((a >>> 0) % (b >>> 0)) & mask',
  [Op.SDiv]: '(b === 0 ? (SIGNED(a) < 0 ? 1 : -1) : SIGNED(a) / SIGNED(b)) & mask',
  [Op.SRem]: '(b === 0 ? a : SIGNED(a) % SIGNED(b)) & mask',
  [Op.And]: 'a & b',
  [Op.Or]: 'a | b',
  [Op.Xor]: 'a ^ b',
  [Op.Shl]: '(b >>> 0) >= width ? 0 : (a << b) & mask',
  [Op.LShr]: '(b >>> 0) >= width ? 0 : a >>> b',
  [Op.AShr]: '(SIGNED(a) >> ((b >>> 0) >= width ? 31 : b)) & mask',
  [Op.RotL]: 'ROTATE((b >>> 0) % width)',
  [Op.RotR]: 'ROTATE((width - ((b >>> 0) % width)) % width)',
  [Op.Clz]: 'Math.clz32(a) - (32 - width)',
  [Op.Ctz]: 'a === 0 ? width : 31 - Math.clz32(a & -a)',
  [Op.Popcnt]: 'popcount(a)',
  [Op.Eq]: 'a === b ? 1 : 0',
  [Op.Ult]: '(a >>> 0) < (b >>> 0) ? 1 : 0',
  [Op.Ule]: '(a >>> 0) <= (b >>> 0) ? 1 : 0',
  [Op.Slt]: 'SIGNED(a) < SIGNED(b) ? 1 : 0',
  [Op.Sle]: 'SIGNED(a) <= SIGNED(b) ? 1 : 0',
  [Op.Ite]: 'a !== 0 ? b : c',
  [Op.Concat]: '(a << from) | b',
  [Op.Extract]: '(a >>> from) & mask',
  [Op.ZExt]: 'a',
  [Op.SExt]: 'SIGNED(a) & mask',
};

/**
 * Bodies where a value is wider than 32 bits: statements that set `low` and `high` from a/aHigh and
 * so on. `mask` is that of the result's high half. What has no body here is computed with BigInt.
 */
const wide: Readonly<Record<number, string>> = {
  [Op.Add]: 'low = (a + b) | 0; high = (aHigh + bHigh + ((low >>> 0) < (a >>> 0) ? 1 : 0)) & mask;',
  [Op.Sub]: 'low = (a - b) | 0; high = (aHigh - bHigh - ((a >>> 0) < (b >>> 0) ? 1 : 0)) & mask;',
  [Op.Mul]: `
    const a0 = a & 0xffff, a1 = a >>> 16, b0 = b & 0xffff, b1 = b >>> 16;
    const middle = Math.imul(a1, b0) + (Math.imul(a0, b0) >>> 16) >>> 0;
    const carry = (middle & 0xffff) + (Math.imul(a0, b1) >>> 0);
    low = Math.imul(a, b);
    high = (Math.imul(a1, b1) + (middle >>> 16) + Math.floor(carry / 65536) + Math.imul(a, bHigh) + Math.imul(aHigh, b)) & mask;`,
  [Op.And]: 'low = a & b; high = aHigh & bHigh;',
  [Op.Or]: 'low = a | b; high = aHigh | bHigh;',
  [Op.Xor]: 'low = a ^ b; high = aHigh ^ bHigh;',
  [Op.Shl]: `
    if (bHigh !== 0 || (b >>> 0) >= width) { low = 0; high = 0; }
    else if (b >= 32) { low = 0; high = (a << (b - 32)) & mask; }
    else if (b === 0) { low = a; high = aHigh; }
    else { low = a << b; high = ((aHigh << b) | (a >>> (32 - b))) & mask; }`,
  [Op.LShr]: `
    if (bHigh !== 0 || (b >>> 0) >= width) { low = 0; high = 0; }
    else if (b >= 32) { low = aHigh >>> (b - 32); high = 0; }
    else if (b === 0) { low = a; high = aHigh; }
    else { low = (a >>> b) | (aHigh << (32 - b)); high = aHigh >>> b; }`,
  [Op.AShr]: `
    const top = (aHigh << (64 - width)) >> (64 - width);
    const by = bHigh !== 0 || (b >>> 0) >= width ? 63 : b;
    if (by >= 32) { low = top >> (by - 32); high = (top >> 31) & mask; }
    else if (by === 0) { low = a; high = aHigh; }
    else { low = (a >>> by) | (top << (32 - by)); high = (top >> by) & mask; }`,
  [Op.Eq]: 'low = a === b && aHigh === bHigh ? 1 : 0;',
  [Op.Ult]: 'low = aHigh === bHigh ? ((a >>> 0) < (b >>> 0) ? 1 : 0) : ((aHigh >>> 0) < (bHigh >>> 0) ? 1 : 0);',
  [Op.Ule]: 'low = aHigh === bHigh ? ((a >>> 0) <= (b >>> 0) ? 1 : 0) : ((aHigh >>> 0) < (bHigh >>> 0) ? 1 : 0);',
  [Op.Slt]: `
    const x = aHigh << (64 - from), y = bHigh << (64 - from);
    low = x === y ? ((a >>> 0) < (b >>> 0) ? 1 : 0) : (x < y ? 1 : 0);`,
  [Op.Sle]: `
    const x = aHigh << (64 - from), y = bHigh << (64 - from);
    low = x === y ? ((a >>> 0) <= (b >>> 0) ? 1 : 0) : (x < y ? 1 : 0);`,
  [Op.Ite]: 'if (a !== 0) { low = b; high = bHigh; } else { low = c; high = cHigh; }',
  [Op.Concat]: `
    if (from > 32) { low = b; high = bHigh | (a << (from - 32)); }
    else if (from === 32) { low = b; high = a; }
    else { low = b | (a << from); high = (a >>> (32 - from)) | (aHigh << from); }`,
  [Op.Extract]: `
    if (from >= 32) { low = aHigh >>> (from - 32); high = 0; }
    else if (from === 0) { low = a; high = aHigh; }
    else { low = (a >>> from) | (aHigh << (32 - from)); high = aHigh >>> from; }
    if (width > 32) high &= mask; else { low &= mask; high = 0; }`,
  [Op.ZExt]: 'low = a; high = aHigh;',
  [Op.SExt]: `
    if (from > 32) { low = a; high = ((aHigh << (64 - from)) >> (64 - from)) & mask; }
    else { low = (a << (32 - from)) >> (32 - from); high = (low >> 31) & mask; }`,
};

const parameters = ['n', 'OUT', 'OUTH', 'A', 'AH', 'B', 'BH', 'C', 'CH', 'width', 'from', 'mask'];

function popcount(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function rotate(value: number, by: number, width: number, mask: number): number {
  return by === 0 ? value : ((value << by) | (value >>> (width - by))) & mask;
}

function kernel(body: string): Kernel {
  const make = new Function('popcount', 'rotate', `return function (${parameters.join()}) { ${body} };`);
  return make(popcount, rotate) as Kernel;
}

function narrowKernel(expression: string): Kernel {
  const signed = expression.replace(/SIGNED\((\w)\)/g, '(($1 << shift) >> shift)');
  const body = signed.replace(/ROTATE\((.*)\)$/, 'rotate(a, $1, width, mask)');
  return kernel(`
    const shift = 32 - from;
    for (let i = 0; i < n; i++) { const a = A[i], b = B[i], c = C[i]; OUT[i] = ${body}; }`);
}

function wideKernel(statements: string): Kernel {
  return kernel(`
    for (let i = 0; i < n; i++) {
      const a = A[i], aHigh = AH[i], b = B[i], bHigh = BH[i], c = C[i], cHigh = CH[i];
      let low = 0, high = 0;
      ${statements}
      OUT[i] = low; OUTH[i] = high;
    }`);
}

const narrowKernels: (Kernel | undefined)[] = [];
const wideKernels: (Kernel | undefined)[] = [];

export function narrowKernelOf(op: number): Kernel {
  return (narrowKernels[op] ??= narrowKernel(narrow[op]));
}

export function wideKernelOf(op: number): Kernel {
  return (wideKernels[op] ??= op in wide ? wideKernel(wide[op]) : bigKernel(op));
}

/** 64-bit division, rotation and bit counts: rare enough that BigInt, lane by lane, will do. */
const big: Readonly<Record<number, (a: bigint, b: bigint, width: bigint) => bigint>> = {
  [Op.UDiv]: (a, b) => (b === 0n ? -1n : a / b),
  [Op.URem]: (a, b) => (b === 0n ? a : a % b),
  [Op.SDiv]: (a, b, width) => {
    const [x, y] = [signed(a, width), signed(b, width)];
    return y === 0n ? (x < 0n ? 1n : -1n) : x / y;
  },
  [Op.SRem]: (a, b, width) => (b === 0n ? a : signed(a, width) % signed(b, width)),
  [Op.RotL]: (a, b, width) => (a << (b % width)) | (a >> (width - (b % width))),
  [Op.RotR]: (a, b, width) => (a >> (b % width)) | (a << (width - (b % width))),
  [Op.Clz]: (a, _b, width) => width - BigInt(a === 0n ? 0 : a.toString(2).length),
  [Op.Ctz]: (a, _b, width) => (a === 0n ? width : BigInt((a & -a).toString(2).length - 1)),
  [Op.Popcnt]: (a) => BigInt(popcount(Number(a & 0xffffffffn)) + popcount(Number(a >> 32n))),
};

function signed(value: bigint, width: bigint): bigint {
  return value >> (width - 1n) === 0n ? value : value - (1n << width);
}

function bigKernel(op: number): Kernel {
  const compute = big[op];
  return (n, out, outHigh, a, aHigh, b, bHigh, _c, _cHigh, width, _from, mask) => {
    for (let i = 0; i < n; i++) {
      const x = (BigInt(aHigh[i] >>> 0) << 32n) | BigInt(a[i] >>> 0);
      const y = (BigInt(bHigh[i] >>> 0) << 32n) | BigInt(b[i] >>> 0);
      const value = compute(x, y, BigInt(width));
      out[i] = Number(value & 0xffffffffn);
      outHigh[i] = Number((value >> 32n) & 0xffffffffn) & mask;
    }
  };
}
