import { LastArray } from '../../abi/exact-layout.js';
import type { TypeLayout } from './type-layout.js';

/** A place in a type. */
export interface Reached {
  readonly offset: number;
  readonly type: string;
  /** A struct on the way has more fields behind: what ends there ends no object. */
  readonly isInside?: boolean;
  /** Of a field: the struct and which field it is. */
  readonly parent?: { readonly type: string; readonly field: number; readonly offset: number; readonly count: number };
}

/** Which of several structs is meant does not matter for where in it a field lies. */
export const constantFirst = (indices: readonly string[]): string[] =>
  indices.map((index, i) => (i === 0 || /^i\d+ %/.test(index) ? 'i32 0' : index));

/** Where indices lead, and what is there; undefined when one is no constant. */
export function fieldAt(layout: TypeLayout, type: string, indices: readonly string[]): Reached | undefined {
  let current = type;
  let offset = 0;
  let parent: Reached['parent'];
  let isInside = false;
  for (const [i, text] of indices.entries()) {
    const index = /^i\d+ (-?\d+)$/.exec(text)?.[1];
    if (index === undefined) return undefined;
    const number = Number(index);
    if (i === 0) offset += number * (layout.sizeOf(current) ?? Number.NaN);
    else {
      const fields = layout.fieldsOf(current);
      const element = /^\[(\d+) x (.*)\]$/.exec(current)?.[2];
      if (fields?.[number]) {
        isInside ||= parent !== undefined && parent.field < parent.count - 1;
        parent = { type: current, field: number, offset: fields[number].offset, count: fields.length };
        offset += fields[number].offset;
        current = fields[number].type;
      } else if (element !== undefined) {
        isInside ||= parent !== undefined && parent.field < parent.count - 1;
        parent = undefined;
        offset += number * (layout.sizeOf(element) ?? Number.NaN);
        current = element;
      } else return undefined;
    }
  }
  return Number.isNaN(offset) ? undefined : { offset, type: current, parent, isInside };
}

export function memberMark(layout: TypeLayout, { type, parent, isInside }: Reached): string | undefined {
  const size = layout.sizeOf(type);
  const array = /^\[(\d+) x /.exec(type);
  const structSize = parent && layout.sizeOf(parent.type);
  if (!array || !parent || size === undefined || structSize === undefined) return undefined;
  // An array that ends its struct may be a longer one; one of no or one element is meant to be, unless the struct is
  // also a part of others.
  const isLast = parent.field === parent.count - 1 && !isInside;
  const isMeant = Number(array[1]) <= 1 && !layout.isInsideOthers(parent.type);
  const isAlone = array[1] === '0' || !layout.isOneOfMany(parent.type);
  const longer = isAlone ? LastArray.flexible : LastArray.one;
  const last = isLast ? (isMeant ? longer : LastArray.maybe) : LastArray.no;
  const elementSize = Number(array[1]) > 0 ? size / Number(array[1]) : 0;
  return ['member', size, parent.offset, structSize, last, elementSize].join('.');
}
