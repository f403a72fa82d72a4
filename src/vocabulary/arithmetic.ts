import { powerOfTwo } from './powers.js';

/**
 * Operations of C that may have no value, or another than meant: what clang's sanitizers ask about, by our names.
 * `index`: the left operand indexes an array of as many elements as the right one says. `nonnull`: the left one is a
 * pointer that may not be NULL. `element`: the left one, an unsigned number that was computed, is used as an index.
 * `bound`: the left one is the size of an array of variable length, in elements.
 * `builtin`: the left one is what __builtin_clz or its like is given. `value`: it was read as a bool. `aligned`: it is an
 * address, the right one what it has to be a multiple of. `moved`: a pointer and, exactly, what it is moved to.
 * The last ones have been judged by the program itself, and fail where the left one is 0: `fits` (a floating-point number
 * in an integer type), `quotient` (of floating-point numbers), `label` (a computed goto leads to one), `returned`
 * (a function comes to its end by a return).
 */
export type Operation =
  | 'add'
  | 'sub'
  | 'mul'
  | 'neg'
  | 'shl'
  | 'shr'
  | 'rem'
  | 'convert'
  | 'element'
  | 'index'
  | 'nonnull'
  | 'bound'
  | 'builtin'
  | 'value'
  | 'aligned'
  | 'moved'
  | 'fits'
  | 'quotient'
  | 'label'
  | 'returned';

/** Those that only ask that the left operand is not 0. */
export const isNonzero: ReadonlySet<Operation> = new Set<Operation>([
  'nonnull',
  'builtin',
  'fits',
  'quotient',
  'label',
  'returned',
]);

export interface IntegerType {
  /** As C spells it. */
  readonly name: string;
  readonly width: 8 | 16 | 32 | 64;
  readonly signed: boolean;
}

/** One operation of the source. `convert`, `neg` and `element` have one operand, the left one; the other is 0. */
export interface Arithmetic {
  readonly operation: Operation;
  /** Of the operands: narrower ones have been made an int, as C does. */
  readonly type: IntegerType & { readonly width: 32 | 64 };
  /** `convert` only: what the value becomes. */
  readonly to?: IntegerType;
  /** Of `index`, `bound` and `nonnull`: the array, or who may not get or return NULL (build/ir/pointer-checks.ts). */
  readonly about?: string;
  /** `index` only: the element is read or written, where that is known. */
  readonly use?: 'read' | 'write';
}

/** An operation of a width that no checker supports: __int128, _BitInt. */
export interface UncheckedOperation {
  readonly operation: 'add' | 'sub' | 'mul' | 'neg' | 'shift' | 'rem' | 'div' | 'convert';
  readonly signed: boolean;
}

/** When the runtime is told of an operation: never, when an operand is symbolic, or also when it fails as it is. */
export type Attention = 'never' | 'symbolic' | 'always';

const widths = { char: 8, short: 16, int: 32, long: 32, 'long long': 64 } as const;

const types: readonly IntegerType[] = [
  { name: 'signed char', width: 8, signed: true },
  ...Object.entries(widths).flatMap(([name, width]) => [
    { name, width, signed: true },
    { name: `unsigned ${name}`, width, signed: false },
  ]),
];

export function integerType(name: string): IntegerType | undefined {
  return types.find((type) => type.name === name);
}

/** The type a result must fit. */
export const resultType = ({ type, to }: Arithmetic): IntegerType => to ?? type;

export function smallest({ width, signed }: IntegerType): bigint {
  return signed ? -(1n << BigInt(width - 1)) : 0n;
}

export function largest({ width, signed }: IntegerType): bigint {
  return (1n << BigInt(signed ? width - 1 : width)) - 1n;
}

/** On most machines `long`, `size_t` and pointers have 64 bits. Is this a type that has fewer here? */
export const isNarrowLong = ({ name, width }: IntegerType): boolean => width === 32 && /^(unsigned )?long$/.test(name);

/** The result does not fit here, and does where `long` and pointers have 64 bits. */
export function fitsWiderLong(what: Arithmetic, left: bigint, right: bigint): boolean {
  const type = resultType(what);
  if (!isNarrowLong(type)) return false;
  if ((what.operation === 'shl' || what.operation === 'shr') && (right < 0n || right >= 64n)) return false;
  const result = exactly(what.operation, left, right);
  return result >= smallest({ ...type, width: 64 }) && result <= largest({ ...type, width: 64 });
}

/** What the operation comes to in mathematics. */
export function exactly(operation: Operation, left: bigint, right: bigint): bigint {
  switch (operation) {
    case 'add':
      return left + right;
    case 'sub':
      return left - right;
    case 'mul':
      return left * right;
    case 'neg':
      return -left;
    case 'shl':
      return left << right;
    case 'shr':
      return left >> right;
    case 'rem':
      return left / right;
    case 'convert':
    case 'element':
    case 'index':
    case 'nonnull':
    case 'bound':
    case 'builtin':
    case 'value':
    case 'aligned':
    case 'moved':
    case 'fits':
    case 'quotient':
    case 'label':
    case 'returned':
      return left;
  }
}

/** Has this operation a value for sure, and the one meant? Quick, for the many that have. */
export function fits32(what: Arithmetic, left: number, right: number): boolean {
  const { operation, type } = what;
  if (operation === 'index') return left >>> 0 < right;
  if (isNonzero.has(operation)) return left !== 0;
  if (operation === 'value') return left >>> 0 <= 1;
  if (operation === 'aligned') return (left & (right - 1)) === 0;
  if (operation === 'bound') return type.signed ? left > 0 : left !== 0;
  if (operation === 'convert') return fitsType(resultType(what), type.signed ? left : left >>> 0);
  if (!type.signed) return fitsUnsigned(operation, left >>> 0, right >>> 0);
  switch (operation) {
    case 'add':
      return left + right === ((left + right) | 0);
    case 'sub':
      return left - right === ((left - right) | 0);
    case 'mul':
      // -0 is 0.
      return left * right === Math.imul(left, right) || left * right === 0;
    case 'neg':
      return left !== -0x80000000;
    case 'shr':
      return right >>> 0 < 32;
    default:
      return false;
  }
}

function fitsUnsigned(operation: Operation, left: number, right: number): boolean {
  switch (operation) {
    case 'add':
      return left + right <= 0xffffffff;
    case 'sub':
      return left >= right;
    case 'mul':
      return left * right <= 0xffffffff;
    case 'shl':
    case 'shr':
      return right < 32;
    default:
      return true;
  }
}

function fitsType({ width, signed }: IntegerType, value: number): boolean {
  if (signed) return value >= -powerOfTwo(width - 1) && value < powerOfTwo(width - 1);
  return value >= 0 && value < powerOfTwo(width);
}
