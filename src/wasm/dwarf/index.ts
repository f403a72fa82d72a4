import { DebugInfo } from './debug-info.js';
import { Declarations } from './declarations.js';
import { Entries } from './entries.js';
import { SourceFiles } from './file-names.js';
import { readLines } from './line-table.js';
import { DebugSections } from './sections.js';
import { TypeReader } from './type-reader.js';
import { readFunctions, readGlobals } from './unit-reader.js';

export { DebugInfo, type DebugUnit, type SourceFrame } from './debug-info.js';
export type { DebugFunction } from './functions.js';
export type { DebugGlobal } from './globals.js';
export type { InlinedCall } from './inlined.js';
export type { LineRow, LineTable } from './line-table.js';
export type { DebugLocation } from './locations.js';
export type { Range } from './ranges.js';
export { SourceLines } from './source-lines.js';
export { typeName } from './type-names.js';
export * from './types.js';
export type { DebugParam, DebugVariable } from './variables.js';

/**
 * Reads DWARF 2 to 5 of a linked module from its custom sections (`.debug_info`, …, by name). Addresses of code
 * are offsets into the payload of the code section; dead-code.ts says exactly which.
 * Missing or broken parts give less information; nothing makes it throw, and its time and memory are in
 * proportion to the input. Files that were compiled elsewhere are named as seen from `here`.
 */
export function readDebugInfo(sections: ReadonlyMap<string, Uint8Array>, here?: string): DebugInfo {
  const debugSections = new DebugSections(sections);
  const entries = new Entries(debugSections);
  const names = new SourceFiles(here);
  const { lines, filesOf } = readLines(debugSections, entries.units, names);
  const declarations = new Declarations(entries, new TypeReader(entries), names, filesOf);
  const units = entries.units.map(({ name, compileDirectory, producer }) => ({ name, compileDirectory, producer }));
  const functions = readFunctions(entries, declarations);
  return new DebugInfo(units, lines, functions, () => readGlobals(entries, declarations));
}
