import { ByteWriter } from '../wasm/bytes.js';
import { sectionsOf, writeCustomSection } from '../wasm/sections.js';
import type { ProgramKind } from './types.js';

/** What a linked module says about itself, so that the .wasm alone is enough later. */
export interface ProgramSymbols {
  /** What the rest means changes with it. */
  format: number;
  /** Every data object, libc's too, by address. A checked global's size includes its redzone. */
  data: DataSymbol[];
  /** Functions of objects made from the user's own sources, static ones too, as Wasm numbers them. */
  userFunctions: number[];
  kind: ProgramKind;
  compiler: string;
}

export interface DataSymbol {
  name: string;
  address: number;
  size: number;
}

export const SYMBOLS_SECTION = 'nearmiss.symbols';
/** 1 had none, and functions by name. */
export const SYMBOLS_FORMAT = 2;
/** Paths, each ended by a NUL: headers that are not the user's and have code all the same (system-files.ts). */
export const SYSTEM_FILES_SECTION = 'nearmiss.system-files';

/**
 * What the source annotates as "tainted", each text ended by a NUL: `name`, a global or the result of a function, or
 * `function(parameter`.
 */
export const TAINTED_SECTION = 'nearmiss.tainted';

/** How a makefile had each source compiled, as JSON of `CompiledUnit`, each ended by a NUL. */
export const UNITS_SECTION = 'nearmiss.units';

/** One call of a compiler: in `folder`, this source with these flags. */
export interface CompiledUnit {
  readonly folder: string;
  readonly source: string;
  readonly flags: readonly string[];
}

/** The units of a module that `nearmiss cc` made; none of any other. */
export function readUnitsOf(customs: ReadonlyMap<string, Uint8Array>): CompiledUnit[] {
  const text = new TextDecoder().decode(customs.get(UNITS_SECTION));
  return text
    .split('\0')
    .slice(0, -1)
    .map((unit) => JSON.parse(unit));
}

export function readSymbols(wasm: Uint8Array): ProgramSymbols | undefined {
  for (const section of sectionsOf(wasm)) {
    if (section.name !== SYMBOLS_SECTION) continue;
    return parseSymbols(section.content.rest());
  }
  return undefined;
}

/** From the content of the section. */
export function parseSymbols(content: Uint8Array): ProgramSymbols {
  return JSON.parse(new TextDecoder().decode(content)) as ProgramSymbols;
}

/** Whether a section that anybody may have written says what ours do. */
export function isProgramSymbols(value: unknown): value is ProgramSymbols {
  const { data, userFunctions, kind, compiler } = (value ?? {}) as Partial<ProgramSymbols>;
  const isObject = (each: Partial<DataSymbol> | null) =>
    typeof each === 'object' &&
    typeof each?.name === 'string' &&
    Number.isInteger(each.address) &&
    Number.isInteger(each.size);
  return (
    Array.isArray(data) &&
    data.every(isObject) &&
    Array.isArray(userFunctions) &&
    userFunctions.every((index) => Number.isInteger(index)) &&
    ['command', 'fuzz', 'entry'].includes(kind ?? '') &&
    typeof compiler === 'string'
  );
}

export function withSymbols(wasm: Uint8Array, symbols: Omit<ProgramSymbols, 'format'>): Uint8Array {
  const out = new ByteWriter(wasm.length + (1 << 14));
  out.append(wasm);
  const text = JSON.stringify({ format: SYMBOLS_FORMAT, ...symbols });
  writeCustomSection(out, SYMBOLS_SECTION, new TextEncoder().encode(text));
  return out.finish();
}
