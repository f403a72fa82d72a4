import { type Arithmetic, integerType, type Operation, type UncheckedOperation } from '../vocabulary/arithmetic.js';
import type { Import } from '../wasm/types.js';

const operations: ReadonlySet<string> = new Set<Operation>([
  ...(['add', 'sub', 'mul', 'neg', 'shl', 'shr', 'rem', 'convert'] as const),
  ...(['element', 'index', 'nonnull', 'bound', 'builtin', 'value', 'aligned', 'moved'] as const),
  ...(['fits', 'quotient', 'label', 'returned'] as const),
]);

/** A function that stands for a check and is never called: `__nearmiss_check.add.int` (made in build/ir/checks.ts). */
export function markerOf({ module, name }: Pick<Import, 'module' | 'name'>): Arithmetic | undefined {
  const match = module === 'env' ? /^__nearmiss_check\.([a-z]+)\.(\w+)(?:\.(.*))?$/.exec(name) : null;
  if (!match || !operations.has(match[1])) return undefined;
  const [, , typeName, about] = match;
  const operation = match[1] as Operation;
  const type = integerType(typeName.replaceAll('_', ' '));
  if (type?.width !== 32 && type?.width !== 64) return undefined;
  const operands = { ...type, width: type.width };
  if (operation === 'convert') {
    const to = integerType((about ?? '').replaceAll('_', ' '));
    return to && { operation, type: operands, to };
  }
  const [, use, array] = (operation === 'index' && /^(read|write) (.*)$/.exec(about ?? '')) || [];
  if (use) return { operation, type: operands, about: array, use: use as 'read' | 'write' };
  return { operation, type: operands, ...(about === undefined ? {} : { about }) };
}

/** A mark for an operation that is not looked at: `__nearmiss_check.unchecked.mul.signed`. */
export function uncheckedOf({ module, name }: Pick<Import, 'module' | 'name'>): UncheckedOperation | undefined {
  const match = module === 'env' ? /^__nearmiss_check\.unchecked\.([a-z]+)\.((?:un)?signed)$/.exec(name) : null;
  return match ? { operation: match[1] as UncheckedOperation['operation'], signed: match[2] === 'signed' } : undefined;
}

/** Functions that stand for something and are never called: checks, and marks of objects (exact/marks.ts). */
export const isMarker = ({ module, name }: Import): boolean =>
  module === 'env' && (name.startsWith('__nearmiss_check.') || name.startsWith('__nearmiss_object.'));
