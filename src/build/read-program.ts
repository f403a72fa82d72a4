import { UserError } from '../vocabulary/errors.js';
import { bitsOf } from '../wasm/object-file.js';
import { runnable } from '../wasm/runnable.js';
import { isWasm, SectionId, sectionsOf } from '../wasm/sections.js';
import { isProgramSymbols, type ProgramSymbols, readSymbols, SYMBOLS_FORMAT } from './symbols.js';
import type { Built } from './types.js';
import { checkImports } from './undefined-functions.js';

/** A module that `nearmiss cc` made. Whatever else it is, that is told in a sentence. */
export function readProgram(path: string, wasm: Uint8Array): Omit<Built, 'compileMs'> {
  const stranger = () => new UserError(`${path} was not made by nearmiss; make it with nearmiss cc.`);
  const damaged = (why: string) => new UserError(`${path} is damaged (${why}): make it again with nearmiss cc.`);
  if (!isWasm(wasm)) throw stranger();
  // V8 knows best what is a module; what comes after may trust the sections it checked.
  const plain = plainModule(wasm);
  if (!plain || !WebAssembly.validate(plain as Uint8Array<ArrayBuffer>)) throw damaged('no engine would take it');
  const symbols = symbolsIn(wasm);
  if (symbols === undefined) throw stranger();
  if (symbols !== null && symbols.format !== SYMBOLS_FORMAT && typeof symbols.compiler === 'string') {
    throw new UserError(`${path} was made by another version of nearmiss: make it again with nearmiss cc.`);
  }
  if (!isProgramSymbols(symbols)) throw damaged('what it says of itself makes no sense');
  const strange = strangeThing(plain);
  if (strange !== undefined) throw damaged(strange);
  checkImports(wasm, []);
  return { wasm, kind: symbols.kind, compiler: symbols.compiler, warnings: '' };
}

/** What V8 can look at. It knows 32-bit modules as they are; only one of 64 bits is read by us before. */
function plainModule(wasm: Uint8Array): Uint8Array | undefined {
  try {
    return bitsOf(wasm) === 64 ? runnable(wasm) : wasm;
  } catch {
    return undefined;
  }
}

/** What no module of ours has, though an engine would take it. */
function strangeThing(wasm: Uint8Array): string | undefined {
  const module = new WebAssembly.Module(wasm as Uint8Array<ArrayBuffer>);
  const other = WebAssembly.Module.imports(module).find(({ kind }) => kind !== 'function');
  if (other) return `it asks for the ${other.kind} ${other.name}`;
  const exports = WebAssembly.Module.exports(module);
  if (exports.some(({ name, kind }) => name === 'memory' && kind !== 'memory')) return 'its memory is none';
  if (!exports.some(({ name }) => name === 'memory')) return 'it hides its memory';
  if (exports.some(({ name }) => name.startsWith('nearmiss.'))) return 'it uses names of ours';
  // It would run before anybody watches.
  for (const { id } of sectionsOf(wasm)) if (id === SectionId.Start) return 'it starts by itself';
  return undefined;
}

function symbolsIn(wasm: Uint8Array): ProgramSymbols | undefined {
  try {
    return readSymbols(wasm);
  } catch {
    // JSON that isn't.
    return { kind: 'none' } as never;
  }
}
