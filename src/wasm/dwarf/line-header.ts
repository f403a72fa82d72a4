import { Form } from './constants.js';
import { Cursor } from './cursor.js';
import type { SourceFiles } from './file-names.js';
import { skipForm } from './forms.js';
import { inlineString, type Unit } from './unit.js';

/** The prologue of a line program: how to run it, and which files its numbers mean. */
export interface LineHeader {
  readonly program: Cursor;
  readonly minimumInstructionLength: number;
  readonly defaultIsStatement: boolean;
  readonly lineBase: number;
  readonly lineRange: number;
  readonly opcodeBase: number;
  /** Operands of the standard opcodes, from 1 on. */
  readonly operandCounts: readonly number[];
  readonly addressSize: number;
  /** Ids in SourceFiles by the file numbers of this program; DWARF 4 counts from 1, DWARF 5 from 0. */
  readonly files: number[];
}

export function readLineHeader(unit: Unit, at: number, names: SourceFiles): LineHeader | undefined {
  const section = unit.sections.line;
  const start = new Cursor(section, at);
  const { length, offsetSize } = start.unitLength();
  const end = Math.min(start.position + length, section.length);
  const cursor = new Cursor(section, start.position, end);
  const version = cursor.u16();
  if (version < 2 || version > 5) return undefined;
  const addressSize = version >= 5 ? cursor.u8() : unit.addressSize;
  if (version >= 5) cursor.u8(); // segment selectors: none on Wasm
  const headerLength = cursor.unsigned(offsetSize);
  const programAt = cursor.position + headerLength;
  const minimumInstructionLength = cursor.u8();
  if (version >= 4) cursor.u8(); // operations per instruction: only VLIW machines have more than one
  const defaultIsStatement = cursor.u8() !== 0;
  const lineBase = cursor.i8();
  const lineRange = cursor.u8();
  const opcodeBase = cursor.u8();
  const operandCounts = [0];
  for (let opcode = 1; opcode < opcodeBase; opcode++) operandCounts.push(cursor.u8());
  const context = { version, addressSize, offsetSize };
  const files = version >= 5 ? readFiles5(unit, cursor, context, names) : readFiles4(unit, cursor, names);
  return {
    program: new Cursor(section, programAt, end),
    minimumInstructionLength,
    defaultIsStatement,
    lineBase,
    lineRange,
    opcodeBase,
    operandCounts,
    addressSize,
    files,
  };
}

function readFiles4(unit: Unit, cursor: Cursor, names: SourceFiles): number[] {
  const directories = [''];
  const { allowance } = unit.sections;
  for (;;) {
    const directory = inlineString(cursor);
    if (directory === '' || !allowance.spendObject()) break;
    directories.push(directory);
  }
  const files = [unit.name === '' ? -1 : names.intern(unit.compileDirectory, '', unit.name)];
  for (;;) {
    const name = inlineString(cursor);
    const directory = directories[cursor.uleb()] ?? '';
    if (name === '' || !affordsName(unit, unit.compileDirectory, directory, name)) return files;
    cursor.skipLeb(); // time of last change
    cursor.skipLeb(); // size
    files.push(names.intern(unit.compileDirectory, directory, name));
  }
}

function affordsName(unit: Unit, ...parts: string[]): boolean {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return unit.sections.allowance.spendObject() && unit.sections.allowance.spend(4 * length);
}

type Context = Parameters<typeof skipForm>[2];

/** Content codes of DWARF 5's self-describing tables. */
const PATH = 1;
const DIRECTORY_INDEX = 2;

interface TableRow {
  readonly path: string;
  readonly directory: number;
}

function readFiles5(unit: Unit, cursor: Cursor, context: Context, names: SourceFiles): number[] {
  const directories = readTable(unit, cursor, context);
  const rows = readTable(unit, cursor, context);
  // Directory 0 is the compilation directory, written once more; others are relative to it.
  const compileDirectory = directories[0]?.path || unit.compileDirectory;
  return rows.map(({ path, directory }) => {
    const recorded = directory === 0 ? '' : (directories[directory]?.path ?? '');
    if (path === '' || !affordsName(unit, compileDirectory, recorded, path)) return -1;
    return names.intern(compileDirectory, recorded, path);
  });
}

function readTable(unit: Unit, cursor: Cursor, context: Context): TableRow[] {
  const contents: number[] = [];
  const forms: number[] = [];
  const formatCount = cursor.u8();
  for (let index = 0; index < formatCount; index++) {
    contents.push(cursor.uleb());
    forms.push(cursor.uleb());
  }
  const count = cursor.uleb();
  const rows: TableRow[] = [];
  for (let row = 0; row < count && !cursor.atEnd && unit.sections.allowance.spendObject(); row++) {
    let path = '';
    let directory = 0;
    for (let index = 0; index < formatCount; index++) {
      const form = forms[index];
      const next = after(cursor, form, context);
      if (contents[index] === PATH) path = pathOf(unit, cursor, form, context) ?? '';
      else if (contents[index] === DIRECTORY_INDEX) directory = numberOf(cursor, form);
      cursor.seek(next);
    }
    rows.push({ path, directory });
  }
  return rows;
}

function after(cursor: Cursor, form: number, context: Context): number {
  const start = cursor.position;
  skipForm(cursor, form, context);
  const next = cursor.position;
  cursor.seek(start);
  return next;
}

/** A line table has an offset size of its own, which only matters to a unit of the other format. */
function pathOf(unit: Unit, cursor: Cursor, form: number, context: Context): string | undefined {
  const { strings, lineStrings } = unit.sections;
  if (form === Form.lineStrp) return lineStrings.at(cursor.unsigned(context.offsetSize));
  if (form === Form.strp) return strings.at(cursor.unsigned(context.offsetSize));
  return unit.stringOf(form, cursor);
}

function numberOf(cursor: Cursor, form: number): number {
  if (form === Form.udata) return cursor.uleb();
  if (form === Form.data2) return cursor.u16();
  return form === Form.data1 ? cursor.u8() : 0;
}
