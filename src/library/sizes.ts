import type { Size } from '../inputs/plan.js';
import { parseSize } from '../inputs/size.js';

export type { Size } from '../inputs/plan.js';
export { parseSize } from '../inputs/size.js';

/** `8` or `'8'` is exactly 8, `'0..16'` up to 16. */
export type SizeLike = number | string | Size;
export type SizesLike = ReadonlyMap<string, SizeLike> | Readonly<Record<string, SizeLike>>;

export function sizeFrom(size: SizeLike, what: string): Size {
  return typeof size === 'object' ? size : parseSize(String(size), what);
}

export function sizesFrom(sizes: SizesLike | undefined, what: string): ReadonlyMap<string, Size> | undefined {
  if (sizes === undefined) return undefined;
  const entries: Iterable<[string, SizeLike]> = sizes instanceof Map ? sizes : Object.entries(sizes);
  return new Map([...entries].map(([name, size]) => [name, sizeFrom(size, `${what} ${name}`)]));
}
