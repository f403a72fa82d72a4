import type { ExprId } from '../../vocabulary/brands.js';
import { Op } from '../ops.js';
import type { ExprStore } from '../store.js';
import type { Builder } from './builder.js';

/** Updates at symbolic places that are looked through. */
const choiceLimit = 8;

/**
 * The same as concatenating one byte after the other. Most loads read back what one store wrote: then
 * the top byte names the value, and comparing the others with it makes none of the nodes in between.
 */
export function joinBytes(build: Builder, bytes: ArrayLike<ExprId>, count: number, depth = 0): ExprId {
  const store = build.store;
  const top = bytes[count - 1];
  if (count > 1 && depth < choiceLimit) {
    const condition = commonCondition(store, bytes, count);
    if (condition !== 0) return joinChoices(build, condition, bytes, count, depth + 1);
  }
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

/** The condition on which all these bytes are chosen, as an update at a symbolic place leaves them; else 0. */
function commonCondition(store: ExprStore, bytes: ArrayLike<ExprId>, count: number): ExprId {
  if (store.op[bytes[0]] !== Op.Ite || store.op[bytes[1]] !== Op.Ite) return 0;
  const condition = store.a[bytes[0]];
  for (let i = 1; i < count; i++) {
    if (store.op[bytes[i]] !== Op.Ite || store.a[bytes[i]] !== condition) return 0;
  }
  return condition;
}

/** One choice between two values in place of one a byte: what is inside is whole again. */
function joinChoices(
  build: Builder,
  condition: ExprId,
  bytes: ArrayLike<ExprId>,
  count: number,
  depth: number,
): ExprId {
  const { b, c } = build.store;
  const [then, otherwise] = [new Int32Array(count), new Int32Array(count)];
  for (let i = 0; i < count; i++) {
    then[i] = b[bytes[i]];
    otherwise[i] = c[bytes[i]];
  }
  return build.ite(condition, joinBytes(build, then, count, choiceLimit), joinBytes(build, otherwise, count, depth));
}
