import { Form } from './constants.js';
import type { Cursor } from './cursor.js';

/** What the width of an attribute's value depends on besides its form. */
export interface FormContext {
  readonly version: number;
  readonly addressSize: number;
  readonly offsetSize: 4 | 8;
}

const FIXED_SIZES: Readonly<Record<number, number>> = {
  [Form.data1]: 1,
  [Form.data2]: 2,
  [Form.data4]: 4,
  [Form.data8]: 8,
  [Form.data16]: 16,
  [Form.flag]: 1,
  [Form.flagPresent]: 0,
  [Form.implicitConst]: 0,
  [Form.ref1]: 1,
  [Form.ref2]: 2,
  [Form.ref4]: 4,
  [Form.ref8]: 8,
  [Form.refSig8]: 8,
  [Form.refSup4]: 4,
  [Form.refSup8]: 8,
  [Form.strx1]: 1,
  [Form.strx2]: 2,
  [Form.strx3]: 3,
  [Form.strx4]: 4,
  [Form.addrx1]: 1,
  [Form.addrx2]: 2,
  [Form.addrx3]: 3,
  [Form.addrx4]: 4,
};

const OFFSET_FORMS: ReadonlySet<number> = new Set([
  Form.strp,
  Form.lineStrp,
  Form.strpSup,
  Form.secOffset,
  Form.gnuRefAlt,
  Form.gnuStrpAlt,
]);

const LEB_FORMS: ReadonlySet<number> = new Set([
  Form.sdata,
  Form.udata,
  Form.refUdata,
  Form.strx,
  Form.addrx,
  Form.loclistx,
  Form.rnglistx,
  Form.gnuAddrIndex,
  Form.gnuStrIndex,
]);

/** Bytes a value of this form takes, or -1 when only the value itself tells. */
export function fixedFormSize(form: number, context: FormContext): number {
  if (form === Form.addr) return context.addressSize;
  if (form === Form.refAddr) return context.version <= 2 ? context.addressSize : context.offsetSize;
  if (OFFSET_FORMS.has(form)) return context.offsetSize;
  return FIXED_SIZES[form] ?? -1;
}

/** Moves past a value whose size is not fixed. A form nobody knows ends the walk: what follows has no meaning. */
export function skipForm(cursor: Cursor, form: number, context: FormContext): void {
  if (LEB_FORMS.has(form)) return cursor.skipLeb();
  switch (form) {
    case Form.string:
      return cursor.skipString();
    case Form.exprloc:
    case Form.block:
      return cursor.skip(cursor.uleb());
    case Form.block1:
      return cursor.skip(cursor.u8());
    case Form.block2:
      return cursor.skip(cursor.u16());
    case Form.block4:
      return cursor.skip(cursor.u32());
    case Form.indirect: {
      const actual = cursor.uleb();
      // An indirection to an indirection is legal nowhere and would recurse as deep as the input is long.
      if (actual === Form.indirect || actual === Form.implicitConst) return cursor.seek(cursor.end);
      return skipForm(cursor, actual, context);
    }
    default: {
      const size = fixedFormSize(form, context);
      return size >= 0 ? cursor.skip(size) : cursor.seek(cursor.end);
    }
  }
}
