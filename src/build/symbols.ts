import { ByteWriter } from '../wasm/bytes.js';
import { sectionsOf, writeCustomSection } from '../wasm/sections.js';
import type { ProgramKind } from './types.js';

/** What a linked module says about itself, so that the .wasm alone is enough later. */
export interface ProgramSymbols {
  /** Every data object, libc's too, by address. A checked global's size includes its redzone. */
  data: DataSymbol[];
  /** Functions defined in the user's own sources, static ones too, as the name section calls them. */
  userFunctions: string[];
  kind: ProgramKind;
  compiler: string;
}

export interface DataSymbol {
  name: string;
  address: number;
  size: number;
}

export const SYMBOLS_SECTION = 'nearmiss.symbols';

export function readSymbols(wasm: Uint8Array): ProgramSymbols | undefined {
  for (const section of sectionsOf(wasm)) {
    if (section.name !== SYMBOLS_SECTION) continue;
    return JSON.parse(new TextDecoder().decode(section.content.rest())) as ProgramSymbols;
  }
  return undefined;
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
    userFunctions.every((name) => typeof name === 'string') &&
    ['command', 'fuzz', 'entry'].includes(kind ?? '') &&
    typeof compiler === 'string'
  );
}

export function withSymbols(wasm: Uint8Array, symbols: ProgramSymbols): Uint8Array {
  const out = new ByteWriter(wasm.length + (1 << 14));
  out.append(wasm);
  writeCustomSection(out, SYMBOLS_SECTION, new TextEncoder().encode(JSON.stringify(symbols)));
  return out.finish();
}
