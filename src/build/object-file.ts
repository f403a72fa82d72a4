import { type ByteReader, sectionsOf } from './bytes.js';

export interface FunctionSymbol {
  readonly name: string;
  readonly type: FunctionType;
  readonly local: boolean;
}

/** Value types as Wasm numbers them. */
export interface FunctionType {
  readonly parameters: readonly number[];
  readonly results: readonly number[];
}

enum Kind {
  Function = 0,
  Data = 1,
  Section = 3,
}
const LOCAL = 0x02;
const UNDEFINED = 0x10;
const EXPLICIT_NAME = 0x40;
const SYMBOL_TABLE = 8;

/** The functions an object file defines, by the names the linker knows them by. */
export function functionsOf(object: Uint8Array): FunctionSymbol[] {
  const types: FunctionType[] = [];
  const typeOfFunction: number[] = [];
  const functions: FunctionSymbol[] = [];
  for (const section of sectionsOf(object)) {
    if (section.id === 1) types.push(...readTypes(section.content));
    else if (section.id === 2) {
      for (const { type } of readImports(section.content)) if (type !== undefined) typeOfFunction.push(type);
    } else if (section.id === 3) {
      for (let left = section.content.unsigned(); left > 0; left--) typeOfFunction.push(section.content.unsigned());
    } else if (section.name === 'linking') {
      readSymbols(section.content, (index, name, flags) => {
        functions.push({ name, type: types[typeOfFunction[index]], local: (flags & LOCAL) !== 0 });
      });
    }
  }
  return functions;
}

/** Functions an object wants from elsewhere, with what it takes their types for. */
export function wantedFunctions(object: Uint8Array): { readonly name: string; readonly type: FunctionType }[] {
  const types: FunctionType[] = [];
  for (const section of sectionsOf(object)) {
    if (section.id === 1) types.push(...readTypes(section.content));
    else if (section.id === 2) {
      return readImports(section.content).flatMap(({ name, type }) =>
        type === undefined ? [] : [{ name, type: types[type] }],
      );
    }
  }
  return [];
}

function readTypes(content: ByteReader): FunctionType[] {
  const values = (): number[] => Array.from({ length: content.unsigned() }, () => content.byte());
  return Array.from({ length: content.unsigned() }, () => {
    content.byte();
    return { parameters: values(), results: values() };
  });
}

export interface Import {
  readonly module: string;
  readonly name: string;
  /** Where its name stands, with its length before it. */
  readonly nameAt: readonly [from: number, to: number];
  /** Functions only. */
  readonly type?: number;
}

/** What a module or object wants from elsewhere, in order. */
export function importsOf(wasm: Uint8Array): Import[] {
  for (const section of sectionsOf(wasm)) if (section.id === 2) return readImports(section.content);
  return [];
}

/** How many functions a module has itself. */
export function definedFunctions(wasm: Uint8Array): number {
  for (const section of sectionsOf(wasm)) if (section.id === 3) return section.content.unsigned();
  return 0;
}

function readImports(content: ByteReader): Import[] {
  const imports: Import[] = [];
  for (let left = content.unsigned(); left > 0; left--) {
    const module = content.text();
    const from = content.at;
    const name = content.text();
    const nameAt = [from, content.at] as const;
    const kind = content.byte();
    if (kind === 0) {
      imports.push({ module, name, nameAt, type: content.unsigned() });
      continue;
    }
    imports.push({ module, name, nameAt });
    if (kind === 1 || kind === 3 || kind === 4) content.byte();
    if (kind === 1 || kind === 2) readLimits(content);
    if (kind === 3) content.byte();
    if (kind === 4) content.unsigned();
  }
  return imports;
}

function readLimits(content: ByteReader): void {
  const hasMaximum = content.byte() & 1;
  content.unsigned();
  if (hasMaximum) content.unsigned();
}

function readSymbols(content: ByteReader, define: (index: number, name: string, flags: number) => void): void {
  content.unsigned();
  while (!content.done) {
    const kind = content.byte();
    const part = content.part(content.unsigned());
    if (kind !== SYMBOL_TABLE) continue;
    for (let left = part.unsigned(); left > 0; left--) {
      const symbolKind = part.byte();
      const flags = part.unsigned();
      const defined = (flags & UNDEFINED) === 0;
      if (symbolKind === Kind.Data) {
        part.text();
        if (defined) {
          part.unsigned();
          part.unsigned();
          part.unsigned();
        }
      } else if (symbolKind === Kind.Section) {
        part.unsigned();
      } else {
        const index = part.unsigned();
        const name = defined || (flags & EXPLICIT_NAME) !== 0 ? part.text() : '';
        if (symbolKind === Kind.Function && defined) define(index, name, flags);
      }
    }
  }
}
