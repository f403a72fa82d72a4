import type { Abbreviation } from './abbreviations.js';
import { Attribute, Form } from './constants.js';
import { Cursor } from './cursor.js';
import { skipForm } from './forms.js';
import type { Unit } from './unit.js';

const CONSTANT_FORMS: ReadonlySet<number> = new Set([Form.data1, Form.data2, Form.data4, Form.data8, Form.secOffset]);

/**
 * One debugging information entry. Only the places of its values are found when it is read; a value is decoded
 * when somebody asks for it, since most never are.
 */
export class Entry {
  /** Where the entry after this one's attributes begins: its first child, or its sibling. */
  readonly next: number;
  private readonly positions: number[] = [];

  constructor(
    readonly unit: Unit,
    readonly offset: number,
    readonly abbreviation: Abbreviation,
    attributesAt: number,
  ) {
    const cursor = unit.cursor;
    cursor.seek(attributesAt);
    const { forms, sizes } = abbreviation;
    unit.sections.allowance.spend(forms.length + 1);
    for (let index = 0; index < forms.length; index++) {
      this.positions.push(cursor.position);
      if (sizes[index] >= 0) cursor.skip(sizes[index]);
      else skipForm(cursor, forms[index], unit);
    }
    this.next = cursor.position;
  }

  get tag(): number {
    return this.abbreviation.tag;
  }

  has(attribute: number): boolean {
    return this.abbreviation.attributes.includes(attribute);
  }

  string(attribute: number): string | undefined {
    const value = this.locate(attribute);
    return value && this.unit.stringOf(value.form, value.cursor);
  }

  flag(attribute: number): boolean {
    const value = this.locate(attribute);
    return value !== undefined && (value.form === Form.flagPresent || value.cursor.u8() !== 0);
  }

  /** A constant, an offset into a section or an index; undefined for references, expressions and blocks. */
  number(attribute: number): number | undefined {
    const value = this.locate(attribute);
    if (!value) return undefined;
    const { form, cursor, index } = value;
    if (form === Form.implicitConst) return this.abbreviation.implicit[index];
    if (form === Form.sdata) return cursor.sleb();
    if (form === Form.udata || form === Form.loclistx || form === Form.rnglistx) return cursor.uleb();
    return CONSTANT_FORMS.has(form) ? cursor.unsigned(this.abbreviation.sizes[index]) : undefined;
  }

  /** A constant without loss; `signed` decides what the sign-free forms (data1 … data8) mean. */
  bigint(attribute: number, signed: boolean): bigint | undefined {
    const value = this.locate(attribute);
    if (!value) return undefined;
    const { form, cursor, index } = value;
    if (form === Form.implicitConst) return BigInt(this.abbreviation.implicit[index]);
    if (form === Form.sdata || form === Form.udata) return cursor.bigLeb(form === Form.sdata);
    if (!CONSTANT_FORMS.has(form)) return undefined;
    const size = this.abbreviation.sizes[index];
    const bits = cursor.bigUnsigned(size);
    return signed ? BigInt.asIntN(8 * size, bits) : bits;
  }

  /** An address of code or data; undefined when the attribute is missing or of another class. */
  address(attribute: number): number | undefined {
    const value = this.locate(attribute);
    return value && this.unit.addressOf(value.form, value.cursor);
  }

  /** The offset in .debug_info of the entry this attribute names. */
  reference(attribute: number): number | undefined {
    const value = this.locate(attribute);
    if (!value) return undefined;
    const { form, cursor, index } = value;
    switch (form) {
      case Form.ref1:
      case Form.ref2:
      case Form.ref4:
      case Form.ref8:
        return this.unit.offset + cursor.unsigned(this.abbreviation.sizes[index]);
      case Form.refUdata:
        return this.unit.offset + cursor.uleb();
      case Form.refAddr:
        return cursor.unsigned(this.abbreviation.sizes[index]);
      default:
        return undefined;
    }
  }

  /** A cursor over the bytes of an expression or block. */
  block(attribute: number): Cursor | undefined {
    const value = this.locate(attribute);
    if (!value) return undefined;
    const { form, cursor } = value;
    let length: number;
    if (form === Form.exprloc || form === Form.block) length = cursor.uleb();
    else if (form === Form.block1) length = cursor.u8();
    else if (form === Form.block2) length = cursor.u16();
    else if (form === Form.block4) length = cursor.u32();
    else return undefined;
    return new Cursor(this.unit.sections.info, cursor.position, Math.min(cursor.position + length, this.unit.end));
  }

  form(attribute: number): number | undefined {
    return this.abbreviation.forms[this.abbreviation.attributes.indexOf(attribute)];
  }

  /** The entry that says the rest about this one: its abstract instance or its declaration. */
  origin(): Entry | undefined {
    const offset = this.reference(Attribute.abstractOrigin) ?? this.reference(Attribute.specification);
    return offset === undefined ? undefined : this.unit.entries.at(offset);
  }

  private locate(attribute: number): { form: number; cursor: Cursor; index: number } | undefined {
    const index = this.abbreviation.attributes.indexOf(attribute);
    if (index < 0) return undefined;
    const cursor = this.unit.cursor;
    cursor.seek(this.positions[index]);
    let form = this.abbreviation.forms[index];
    // Sizes of an indirect form are not in the abbreviation, so of those only self-sized values are understood.
    if (form === Form.indirect) form = cursor.uleb();
    return { form, cursor, index };
  }
}
