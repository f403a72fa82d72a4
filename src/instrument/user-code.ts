import { type ProgramSymbols, parseSymbols, SYMBOLS_SECTION, SYSTEM_FILES_SECTION } from '../build/symbols.js';
import { currentFolder } from '../platform/machine.js';
import type { DebugInfo } from '../wasm/dwarf/index.js';
import type { Module } from '../wasm/types.js';

/** Whether code at an address of the module as it was built is the user's; its line is one of `file`. */
export type IsUserCode = (address: number, file: string) => boolean;

/**
 * Whose code is whose, as the build recorded it: code is the user's if its function is in an object made from their
 * sources, and its line not in a header of the toolchain or of ours. Where files lie says nothing. All of a module that
 * nearmiss did not build is the user's.
 */
export function userCode(module: Module, symbols = symbolsOf(module)): IsUserCode {
  const files = systemFiles(module);
  if (!symbols) return (_, file) => !files.has(file);
  const imported = module.imports.filter(({ desc }) => desc.kind === 'func').length;
  const users = new Set(symbols.userFunctions);
  const starts = module.bodies.map(({ start }) => start);
  return (address, file) => users.has(imported + bodyAt(starts, address)) && !files.has(file);
}

/** The files that code of the user's comes from, as debug information names them. */
export function userFiles(module: Module, { lines }: DebugInfo): ReadonlySet<string> {
  const isUserCode = userCode(module);
  const hasCode = (file: string) => (line: number) =>
    lines.rowsOf(file, line).some(({ address }) => isUserCode(address, file));
  return new Set(lines.files.filter((file) => lines.linesOf(file, false).some(hasCode(file))));
}

/** What the build says of a module; undefined if it was not nearmiss that built it. */
export function symbolsOf({ customs }: Module): ProgramSymbols | undefined {
  const content = customs.get(SYMBOLS_SECTION);
  return content && parseSymbols(content);
}

/** By the names that debug information gives them: in full, or as seen from here. */
function systemFiles({ customs }: Module): ReadonlySet<string> {
  const paths = new TextDecoder().decode(customs.get(SYSTEM_FILES_SECTION)).split('\0').slice(0, -1);
  const here = `${currentFolder()}/`;
  return new Set(paths.flatMap((path) => (path.startsWith(here) ? [path, path.slice(here.length)] : [path])));
}

/** The last body that begins at or before an address. */
function bodyAt(starts: readonly number[], address: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= address) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
