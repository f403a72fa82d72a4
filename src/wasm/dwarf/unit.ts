import { type AbbreviationTable, readAbbreviations } from './abbreviations.js';
import { Attribute, Form, UnitType } from './constants.js';
import { Cursor } from './cursor.js';
import type { FormContext } from './forms.js';
import type { DebugSections } from './sections.js';

/** What a unit's own entry (entry.ts) is asked. */
interface RootEntry {
  number(attribute: number): number | undefined;
  string(attribute: number): string | undefined;
  address(attribute: number): number | undefined;
}

/** A compilation unit: where its entries are and what its indexed forms are relative to. */
export class Unit implements FormContext {
  readonly cursor: Cursor;
  name = '';
  compileDirectory = '';
  producer = '';
  /** Offset of its line program, undefined when it has none. */
  statementList: number | undefined;
  /** What its range lists are relative to. */
  lowPc = 0;
  rangeListsBase = 0;
  private stringOffsetsBase: number;
  private addressBase: number;

  constructor(
    readonly sections: DebugSections,
    readonly abbreviations: AbbreviationTable,
    readonly offset: number,
    readonly firstEntry: number,
    readonly end: number,
    readonly version: number,
    readonly addressSize: number,
    readonly offsetSize: 4 | 8,
  ) {
    this.cursor = new Cursor(sections.info, firstEntry, end);
    // Where a unit doesn't say, its contribution is the first one: right after that section's header.
    this.stringOffsetsBase = offsetSize === 8 ? 16 : 8;
    this.addressBase = offsetSize === 8 ? 16 : 8;
    this.rangeListsBase = offsetSize === 8 ? 20 : 12;
  }

  /** Takes what the unit's own entry says of it. Bases first: its strings and addresses may need them. */
  describe(root: RootEntry): void {
    this.stringOffsetsBase = root.number(Attribute.stringOffsetsBase) ?? this.stringOffsetsBase;
    this.addressBase = root.number(Attribute.addressBase) ?? this.addressBase;
    this.rangeListsBase = root.number(Attribute.rangeListsBase) ?? this.rangeListsBase;
    this.name = root.string(Attribute.name) ?? '';
    this.compileDirectory = root.string(Attribute.compileDirectory) ?? '';
    this.producer = root.string(Attribute.producer) ?? '';
    this.statementList = root.number(Attribute.statementList);
    this.lowPc = root.address(Attribute.lowPc) ?? 0;
  }

  /** The string a value at the cursor means; undefined when the form is no string. */
  stringOf(form: number, cursor: Cursor): string | undefined {
    const { strings, lineStrings } = this.sections;
    switch (form) {
      case Form.string:
        return inlineString(cursor);
      case Form.strp:
        return strings.at(cursor.unsigned(this.offsetSize));
      case Form.lineStrp:
        return lineStrings.at(cursor.unsigned(this.offsetSize));
      case Form.strx:
      case Form.gnuStrIndex:
        return this.indexedString(cursor.uleb());
      case Form.strx1:
        return this.indexedString(cursor.u8());
      case Form.strx2:
        return this.indexedString(cursor.u16());
      case Form.strx3:
        return this.indexedString(cursor.unsigned(3));
      case Form.strx4:
        return this.indexedString(cursor.u32());
      default:
        return undefined;
    }
  }

  addressOf(form: number, cursor: Cursor): number | undefined {
    switch (form) {
      case Form.addr:
        return cursor.unsigned(this.addressSize);
      case Form.addrx:
      case Form.gnuAddrIndex:
        return this.indexedAddress(cursor.uleb());
      case Form.addrx1:
        return this.indexedAddress(cursor.u8());
      case Form.addrx2:
        return this.indexedAddress(cursor.u16());
      case Form.addrx3:
        return this.indexedAddress(cursor.unsigned(3));
      case Form.addrx4:
        return this.indexedAddress(cursor.u32());
      default:
        return undefined;
    }
  }

  indexedAddress(index: number): number | undefined {
    const at = this.addressBase + index * this.addressSize;
    const section = this.sections.addresses;
    return at + this.addressSize <= section.length ? new Cursor(section, at).unsigned(this.addressSize) : undefined;
  }

  private indexedString(index: number): string {
    const at = this.stringOffsetsBase + index * this.offsetSize;
    const section = this.sections.stringOffsets;
    if (at + this.offsetSize > section.length) return '';
    return this.sections.strings.at(new Cursor(section, at).unsigned(this.offsetSize));
  }
}

const decoder = new TextDecoder();

export function inlineString(cursor: Cursor): string {
  const start = cursor.position;
  cursor.skipString();
  return decoder.decode(cursor.bytes.subarray(start, Math.max(start, cursor.position - 1)));
}

/** The units of .debug_info in order. A broken header ends the list; a broken length is cut at the section's end. */
export function readUnits(sections: DebugSections): Unit[] {
  const units: Unit[] = [];
  const tables = new Map<string, AbbreviationTable>();
  const cursor = new Cursor(sections.info);
  while (!cursor.atEnd && sections.allowance.spendObject()) {
    const offset = cursor.position;
    const { length, offsetSize } = cursor.unitLength();
    const end = Math.min(cursor.position + length, sections.info.length);
    const version = cursor.u16();
    if (length === 0) break;
    const unit = readHeader(cursor, { sections, tables, offset, end, version, offsetSize });
    if (unit) units.push(unit);
    cursor.seek(end);
  }
  return units;
}

interface Header {
  readonly sections: DebugSections;
  readonly tables: Map<string, AbbreviationTable>;
  readonly offset: number;
  readonly end: number;
  readonly version: number;
  readonly offsetSize: 4 | 8;
}

function readHeader(cursor: Cursor, header: Header): Unit | undefined {
  const { sections, tables, offset, end, version, offsetSize } = header;
  if (version < 2 || version > 5) return undefined;
  const type = version >= 5 ? cursor.u8() : UnitType.compile;
  let addressSize = version >= 5 ? cursor.u8() : 0;
  const abbreviationsAt = cursor.unsigned(offsetSize);
  if (version < 5) addressSize = cursor.u8();
  if (addressSize !== 4 && addressSize !== 8) return undefined;
  if (type === UnitType.skeleton || type === UnitType.splitCompile) cursor.skip(8);
  else if (type !== UnitType.compile && type !== UnitType.partial) return undefined;
  const context = { version, addressSize, offsetSize };
  const key = `${abbreviationsAt}/${version}/${addressSize}/${offsetSize}`;
  let table = tables.get(key);
  if (!table) {
    table = readAbbreviations(sections.abbreviations, abbreviationsAt, context, sections.allowance);
    tables.set(key, table);
  }
  return new Unit(sections, table, offset, cursor.position, end, version, addressSize, offsetSize);
}
