import { Attribute, Form } from './constants.js';
import { Cursor } from './cursor.js';
import { isDeadCode } from './dead-code.js';
import type { Entry } from './entry.js';
import type { Unit } from './unit.js';

/** Code from `low` up to, not including, `high`. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

export function contains(ranges: readonly Range[], address: number): boolean {
  for (const range of ranges) if (address >= range.low && address < range.high) return true;
  return false;
}

/** The code an entry stands for: from low/high or from a list of ranges. Empty when it was thrown away. */
export function rangesOf(entry: Entry): Range[] {
  const ranges: Range[] = [];
  const low = entry.address(Attribute.lowPc);
  if (low !== undefined && entry.has(Attribute.highPc)) {
    // Since DWARF 4 the end is a length, unless it is of the class address.
    const high = entry.address(Attribute.highPc) ?? low + (entry.number(Attribute.highPc) ?? 0);
    keep(ranges, low, high);
    return ranges;
  }
  const value = entry.number(Attribute.ranges);
  if (value === undefined) return ranges;
  const { unit } = entry;
  if (unit.version < 5) readRanges(unit, value, ranges);
  else readRangeList(unit, entry.form(Attribute.ranges) === Form.rnglistx ? listOffset(unit, value) : value, ranges);
  return ranges;
}

function keep(ranges: Range[], low: number, high: number): void {
  if (low < high && high <= 0xffffffff && !isDeadCode(low)) ranges.push({ low, high });
}

/** DWARF 2 to 4: pairs of addresses relative to a base, which (-1, base) replaces. */
function readRanges(unit: Unit, offset: number, ranges: Range[]): void {
  const cursor = new Cursor(unit.sections.ranges, offset);
  const highest = unit.addressSize === 8 ? 2 ** 64 : 0xffffffff;
  let base = unit.lowPc;
  while (!cursor.atEnd && unit.sections.allowance.spendObject()) {
    const low = cursor.unsigned(unit.addressSize);
    const high = cursor.unsigned(unit.addressSize);
    if (low === 0 && high === 0) return;
    if (low === highest) base = high;
    else keep(ranges, base + low, base + high);
  }
}

function listOffset(unit: Unit, index: number): number {
  const at = unit.rangeListsBase + index * unit.offsetSize;
  return unit.rangeListsBase + new Cursor(unit.sections.rangeLists, at).unsigned(unit.offsetSize);
}

const ListEntry = {
  endOfList: 0,
  baseAddressx: 1,
  startxEndx: 2,
  startxLength: 3,
  offsetPair: 4,
  baseAddress: 5,
  startEnd: 6,
  startLength: 7,
} as const;

/** DWARF 5. An address that can't be read counts as thrown away. */
function readRangeList(unit: Unit, offset: number, ranges: Range[]): void {
  const cursor = new Cursor(unit.sections.rangeLists, offset);
  const size = unit.addressSize;
  const indexed = () => unit.indexedAddress(cursor.uleb()) ?? 0;
  let base = unit.lowPc;
  while (!cursor.atEnd && unit.sections.allowance.spendObject()) {
    let low = 0;
    let high = 0;
    switch (cursor.u8()) {
      case ListEntry.baseAddressx:
        base = indexed();
        continue;
      case ListEntry.baseAddress:
        base = cursor.unsigned(size);
        continue;
      case ListEntry.startxEndx:
        low = indexed();
        high = indexed();
        break;
      case ListEntry.startxLength:
        low = indexed();
        high = low + cursor.uleb();
        break;
      case ListEntry.offsetPair:
        low = base + cursor.uleb();
        high = base + cursor.uleb();
        break;
      case ListEntry.startEnd:
        low = cursor.unsigned(size);
        high = cursor.unsigned(size);
        break;
      case ListEntry.startLength:
        low = cursor.unsigned(size);
        high = low + cursor.uleb();
        break;
      default:
        return;
    }
    keep(ranges, low, high);
  }
}
