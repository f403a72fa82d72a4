/**
 * Room that tables which grow begin with: next to none, so that they grow at once. V8 takes a field that was set once
 * for a constant, and throws away all code that reads it when it is set again (decision note 28).
 */
export const firstCapacity = 16;

/** A copy twice as long. */
export function grown<T extends Uint8Array | Int32Array | Float64Array>(old: T): T {
  const bigger = new (old.constructor as new (length: number) => T)(old.length * 2);
  bigger.set(old);
  return bigger;
}
