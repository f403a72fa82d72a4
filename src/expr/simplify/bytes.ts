import type { ExprId } from '../../vocabulary/brands.js';
import type { Builder } from '../build.js';
import { Op } from '../ops.js';

/**
 * The same as concatenating one byte after the other. Most loads read back what one store wrote: then
 * the top byte names the value, and comparing the others with it makes none of the nodes in between.
 */
export function joinBytes(build: Builder, bytes: ArrayLike<ExprId>, count: number): ExprId {
  const store = build.store;
  const top = bytes[count - 1];
  if (count > 1 && store.op[top] === Op.Extract) {
    const source = store.a[top];
    if (store.c[top] === 8 * (count - 1) && store.width[source] === 8 * count) {
      let same = 0;
      while (same < count - 1 && build.extract(source, 8 * same, 8) === bytes[same]) same++;
      if (same === count - 1) return source;
    }
  }
  let value = bytes[0];
  for (let i = 1; i < count; i++) value = build.concat(bytes[i], value);
  return value;
}
