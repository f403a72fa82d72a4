/**
 * Operations of C that may have no value: what clang's sanitizers ask about, by our names. `index`: the left operand
 * indexes an array of as many elements as the right one says. `nonnull`: the left one is a pointer that may not be NULL.
 */
export type Operation = 'add' | 'sub' | 'mul' | 'neg' | 'shl' | 'shr' | 'rem' | 'sign' | 'index' | 'nonnull';

export interface IntegerType {
  /** As C spells it. */
  readonly name: string;
  readonly width: 32 | 64;
  readonly signed: boolean;
}

/** One operation of the source. `sign`, a signed value read as an unsigned one, and `neg` have one operand, the left one; the other is 0. */
export interface Arithmetic {
  readonly operation: Operation;
  readonly type: IntegerType;
  /** Of `index` and `nonnull`: the array, or who may not get or return NULL (build/ir/pointer-checks.ts). */
  readonly about?: string;
}

/** Can a check of it fail on concrete operands? Unsigned sums only wrap around, and what that does shows elsewhere. */
export const mayFail = ({ operation, type }: Arithmetic): boolean =>
  type.signed || ['shl', 'shr', 'index', 'nonnull'].includes(operation);

const types: readonly IntegerType[] = (['int', 'long', 'long long'] as const).flatMap((name) => {
  const width = name === 'long long' ? 64 : 32;
  return [
    { name, width, signed: true },
    { name: `unsigned ${name}`, width, signed: false },
  ];
});

export function integerType(name: string): IntegerType | undefined {
  return types.find((type) => type.name === name);
}

export function smallest({ width, signed }: IntegerType): bigint {
  return signed ? -(1n << BigInt(width - 1)) : 0n;
}

export function largest({ width, signed }: IntegerType): bigint {
  return (1n << BigInt(signed ? width - 1 : width)) - 1n;
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
    case 'sign':
    case 'index':
    case 'nonnull':
      return left;
  }
}

/** Has this operation a value for sure? Quick, for the many that have. */
export function fits32({ operation, type }: Arithmetic, left: number, right: number): boolean {
  if (operation === 'index') return left >>> 0 < right;
  if (operation === 'nonnull') return left !== 0;
  if (!type.signed) return operation !== 'shl' && operation !== 'shr' ? true : right >>> 0 < 32;
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
    case 'sign':
      return true;
    default:
      return false;
  }
}
