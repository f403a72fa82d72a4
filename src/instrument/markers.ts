import { type Arithmetic, integerType, type Operation } from '../vocabulary/arithmetic.js';
import type { Import } from '../wasm/types.js';

const operations: ReadonlySet<string> = new Set<Operation>([
  ...(['add', 'sub', 'mul', 'neg', 'shl', 'shr', 'rem', 'sign'] as const),
  ...(['index', 'nonnull'] as const),
]);

/** A function that stands for a check and is never called: `__nearmiss_check.add.int` (made in build/ir/checks.ts). */
export function markerOf({ module, name }: Pick<Import, 'module' | 'name'>): Arithmetic | undefined {
  const match = module === 'env' ? /^__nearmiss_check\.([a-z]+)\.(\w+)(?:\.(.*))?$/.exec(name) : null;
  const type = match ? integerType(match[2].replaceAll('_', ' ')) : undefined;
  if (!match || !type || !operations.has(match[1])) return undefined;
  return { operation: match[1] as Operation, type, ...(match[3] === undefined ? {} : { about: match[3] }) };
}

export const isMarker = ({ module, name }: Import): boolean => module === 'env' && name.startsWith('__nearmiss_check.');
