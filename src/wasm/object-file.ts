import { ByteWriter } from './bytes.js';
import { readFuncType, readImport, readLimits, readVector } from './decode.js';
import { writeImport, writeVector } from './encode.js';
import { readLinkedFunctions } from './linking.js';
import { SectionId, sectionsOf, writeSection } from './sections.js';
import type { FuncType, Import } from './types.js';

/** A function by the name the linker knows it by. */
export interface FunctionSymbol {
  readonly name: string;
  readonly type: FuncType;
  readonly local: boolean;
}

/** The functions an object file defines. */
export function functionsOf(object: Uint8Array): FunctionSymbol[] {
  let types: readonly FuncType[] = [];
  const typeOfFunction: number[] = [];
  for (const { id, name: section, content } of sectionsOf(object)) {
    if (id === SectionId.Type) types = readVector(content, readFuncType);
    else if (id === SectionId.Import) {
      for (const { desc } of readVector(content, readImport)) if (desc.kind === 'func') typeOfFunction.push(desc.type);
    } else if (id === SectionId.Function) typeOfFunction.push(...readVector(content, (reader) => reader.u32()));
    else if (section === 'linking') {
      return readLinkedFunctions(content).map(({ index, name, isLocal }) => ({
        name,
        type: types[typeOfFunction[index]],
        local: isLocal,
      }));
    }
  }
  return [];
}

/** Functions an object wants from elsewhere, with what it takes their types for. */
export function wantedFunctions(object: Uint8Array): { readonly name: string; readonly type: FuncType }[] {
  let types: readonly FuncType[] = [];
  for (const { id, content } of sectionsOf(object)) {
    if (id === SectionId.Type) types = readVector(content, readFuncType);
    else if (id === SectionId.Import) {
      return readVector(content, readImport).flatMap(({ name, desc }) =>
        desc.kind === 'func' ? [{ name, type: types[desc.type] }] : [],
      );
    }
  }
  return [];
}

/** What a module or object wants from elsewhere, in order. */
export function importsOf(wasm: Uint8Array): Import[] {
  for (const { id, content } of sectionsOf(wasm)) if (id === SectionId.Import) return readVector(content, readImport);
  return [];
}

/** Of a pointer: for which machine a module or object was compiled. */
export function bitsOf(wasm: Uint8Array): 32 | 64 {
  const isWide = ({ desc }: Import): boolean => desc.kind === 'memory' && desc.limits.is64 === true;
  if (importsOf(wasm).some(isWide)) return 64;
  for (const { id, content } of sectionsOf(wasm)) {
    if (id === SectionId.Memory && readVector(content, readLimits).some(({ is64 }) => is64)) return 64;
  }
  return 32;
}

/** How many functions a module has itself. */
export function definedFunctions(wasm: Uint8Array): number {
  for (const { id, content } of sectionsOf(wasm)) if (id === SectionId.Function) return content.count();
  return 0;
}

/**
 * The object with other names for functions it wants. The linker knows what an object lacks by the names of its
 * imports; nothing in an object depends on where they stand.
 */
export function withImportsRenamed(object: Uint8Array, renamed: ReadonlyMap<string, string>): Uint8Array {
  const out = new ByteWriter(object.length + 256);
  let copied = 0;
  for (const { id, content, start } of sectionsOf(object)) {
    if (id !== SectionId.Import) continue;
    const imports = readVector(content, readImport).map((each) =>
      each.desc.kind === 'func' ? { ...each, name: renamed.get(each.name) ?? each.name } : each,
    );
    out.append(object.subarray(copied, start));
    writeSection(out, SectionId.Import, (writer) => writeVector(writer, imports, writeImport));
    copied = content.end;
  }
  out.append(object.subarray(copied));
  return out.finish();
}
