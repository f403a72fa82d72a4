/**
 * What the translator knows of a value on the operand stack: where its provenance is. Most values have none, and
 * for these nothing is computed.
 */
export type Value =
  /** A number. `value` where it is a constant. */
  | { readonly kind: 'none'; readonly value?: number }
  /** The stack pointer and a constant: part of the function's own frame, whose object is made when somebody asks. */
  | { readonly kind: 'frame' }
  /** Always the same id: an object of the program's data. `address` where that is a constant. */
  | { readonly kind: 'constant'; readonly id: number; readonly object?: StaticObject; readonly address?: number }
  /** A local holds the id; of an i64 two ids. */
  | { readonly kind: 'local'; readonly index: number; readonly isWide: boolean; readonly isTemporary: boolean };

/** An object of the program's data. */
export interface StaticObject {
  readonly id: number;
  readonly name: string;
  readonly start: number;
  readonly size: number;
  /** It may not be written. */
  readonly isConstant: boolean;
}

export const none: Value = { kind: 'none' };
export const frame: Value = { kind: 'frame' };

export const isSame = (a: Value, b: Value): boolean =>
  a.kind === b.kind &&
  (a.kind !== 'constant' || (b.kind === 'constant' && a.id === b.id)) &&
  (a.kind !== 'local' || (b.kind === 'local' && a.index === b.index));

/** The same provenance at an address that is not known. */
export function unplaced(value: Value): Value {
  if (value.kind === 'none') return none;
  return value.kind === 'constant' ? { kind: 'constant', id: value.id, object: value.object } : value;
}
