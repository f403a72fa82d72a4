import type { Abbreviation } from './abbreviations.js';
import { Attribute, Form } from './constants.js';
import { Cursor } from './cursor.js';
import { skipForm } from './forms.js';
import type { Unit } from './unit.js';

const CONSTANT_FORMS: ReadonlySet<number> = new Set([Form.data1, Form.data2, Form.data4, Form.data8, Form.secOffset]);

/**
 * One debugging information entry. Nothing is decoded until somebody asks for it, since most never do; an entry
 * is small and has no arrays of its own, because a module has a hundred thousand of them.
 */
export class Entry {
  constructor(
    readonly unit: Unit,
    readonly offset: number,
    readonly abbreviation: Abbreviation,
    private readonly attributesAt: number,
  ) {}

  get tag(): number {
    return this.abbreviation.tag;
  }

  /** Where the entry after this one's attributes begins: its first child, or its sibling. */
  get next(): number {
    const { fixedSize, forms } = this.abbreviation;
    if (fixedSize >= 0) return Math.min(this.attributesAt + fixedSize, this.unit.end);
    this.seekValue(forms.length);
    return this.unit.cursor.position;
  }

  has(attribute: number): boolean {
    return this.abbreviation.attributes.includes(attribute);
  }

  string(attribute: number): string | undefined {
    const index = this.seek(attribute);
    return index < 0 ? undefined : this.unit.stringOf(this.formOf(index), this.unit.cursor);
  }

  flag(attribute: number): boolean {
    const index = this.seek(attribute);
    return index >= 0 && (this.formOf(index) === Form.flagPresent || this.unit.cursor.u8() !== 0);
  }

  /** A constant, an offset into a section or an index; undefined for references, expressions and blocks. */
  number(attribute: number): number | undefined {
    const index = this.seek(attribute);
    if (index < 0) return undefined;
    const form = this.formOf(index);
    const { cursor } = this.unit;
    if (form === Form.implicitConst) return this.abbreviation.implicit[index];
    if (form === Form.sdata) return cursor.sleb();
    if (form === Form.udata || form === Form.loclistx || form === Form.rnglistx) return cursor.uleb();
    const size = this.abbreviation.sizes[index];
    return CONSTANT_FORMS.has(form) && size > 0 ? cursor.unsigned(size) : undefined;
  }

  /** A constant without loss; `signed` decides what the sign-free forms (data1 … data8) mean. */
  bigint(attribute: number, signed: boolean): bigint | undefined {
    const index = this.seek(attribute);
    if (index < 0) return undefined;
    const form = this.formOf(index);
    const { cursor } = this.unit;
    if (form === Form.implicitConst) return BigInt(this.abbreviation.implicit[index]);
    if (form === Form.sdata || form === Form.udata) return cursor.bigLeb(form === Form.sdata);
    const size = this.abbreviation.sizes[index];
    if (!CONSTANT_FORMS.has(form) || size <= 0) return undefined;
    const bits = cursor.bigUnsigned(size);
    return signed ? BigInt.asIntN(8 * size, bits) : bits;
  }

  /** An address of code or data; undefined when the attribute is missing or of another class. */
  address(attribute: number): number | undefined {
    const index = this.seek(attribute);
    return index < 0 ? undefined : this.unit.addressOf(this.formOf(index), this.unit.cursor);
  }

  /** The offset in .debug_info of the entry this attribute names. */
  reference(attribute: number): number | undefined {
    const index = this.seek(attribute);
    if (index < 0) return undefined;
    const { unit } = this;
    switch (this.formOf(index)) {
      case Form.ref4:
        return unit.offset + unit.cursor.u32();
      case Form.ref1:
        return unit.offset + unit.cursor.u8();
      case Form.ref2:
        return unit.offset + unit.cursor.u16();
      case Form.ref8:
        return unit.offset + unit.cursor.unsigned(8);
      case Form.refUdata:
        return unit.offset + unit.cursor.uleb();
      case Form.refAddr:
        return unit.cursor.unsigned(unit.version <= 2 ? unit.addressSize : unit.offsetSize);
      default:
        return undefined;
    }
  }

  /** A cursor over the bytes of an expression or block. */
  block(attribute: number): Cursor | undefined {
    const index = this.seek(attribute);
    if (index < 0) return undefined;
    const form = this.formOf(index);
    const { cursor } = this.unit;
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

  /** Where the entry is that says the rest about this one: its abstract instance or its declaration. */
  get originAt(): number | undefined {
    return this.reference(Attribute.abstractOrigin) ?? this.reference(Attribute.specification);
  }

  /** Puts the unit's cursor on an attribute's value and gives the attribute's index, -1 when it has none. */
  private seek(attribute: number): number {
    const index = this.abbreviation.attributes.indexOf(attribute);
    if (index >= 0) this.seekValue(index);
    return index;
  }

  private seekValue(index: number): void {
    const { offsets, forms, sizes } = this.abbreviation;
    const { cursor } = this.unit;
    let from = index;
    while (from > 0 && !(offsets[from] >= 0)) from--;
    cursor.seek(this.attributesAt + (offsets[from] ?? 0));
    if (from < index) this.unit.sections.allowance.spend(index - from);
    for (; from < index; from++) {
      if (sizes[from] >= 0) cursor.skip(sizes[from]);
      else skipForm(cursor, forms[from], this.unit);
    }
  }

  /** The form of the value the cursor is on. An indirect one names its form first, and the cursor moves past that. */
  private formOf(index: number): number {
    const form = this.abbreviation.forms[index];
    return form === Form.indirect ? this.unit.cursor.uleb() : form;
  }
}
