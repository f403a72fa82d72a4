import type { Allowance } from './allowance.js';
import { Form } from './constants.js';
import { Cursor } from './cursor.js';
import { type FormContext, fixedFormSize } from './forms.js';

/** The shape of an entry: its tag and which attribute comes in which form. */
export interface Abbreviation {
  readonly tag: number;
  readonly hasChildren: boolean;
  readonly attributes: readonly number[];
  readonly forms: readonly number[];
  /** Size of each value, -1 where it varies. */
  readonly sizes: readonly number[];
  /** Values of `DW_FORM_implicit_const`, by attribute index. */
  readonly implicit: readonly number[];
  /** Where each value begins, counted from the first; -1 behind a value whose size varies. */
  readonly offsets: readonly number[];
  /** Size of all values together, -1 where it varies: lets a walk step over an entry in one addition. */
  readonly fixedSize: number;
}

/** Abbreviations by code. Codes are dense in practice; a wild one lands in a Map, not in a huge array. */
export type AbbreviationTable = ReadonlyMap<number, Abbreviation>;

/** Compilers use about twenty. Attributes are looked up one by one, so thousands of empty ones would cost time. */
const MOST_ATTRIBUTES = 256;

export function readAbbreviations(
  section: Uint8Array,
  offset: number,
  context: FormContext,
  allowance: Allowance,
): AbbreviationTable {
  const table = new Map<number, Abbreviation>();
  const cursor = new Cursor(section, offset);
  for (;;) {
    const code = cursor.uleb();
    if (code === 0 || !allowance.spendObject()) return table;
    const tag = cursor.uleb();
    const hasChildren = cursor.u8() !== 0;
    const attributes: number[] = [];
    const forms: number[] = [];
    const sizes: number[] = [];
    const implicit: number[] = [];
    const offsets: number[] = [];
    let fixedSize = 0;
    for (;;) {
      const attribute = cursor.uleb();
      const form = cursor.uleb();
      if ((attribute === 0 && form === 0) || !allowance.spend(4)) break;
      const size = fixedFormSize(form, context);
      attributes.push(attribute);
      forms.push(form);
      sizes.push(size);
      offsets.push(fixedSize);
      implicit.push(form === Form.implicitConst ? cursor.sleb() : 0);
      fixedSize = size < 0 || fixedSize < 0 ? -1 : fixedSize + size;
    }
    if (attributes.length <= MOST_ATTRIBUTES && !table.has(code))
      table.set(code, { tag, hasChildren, attributes, forms, sizes, implicit, offsets, fixedSize });
  }
}
