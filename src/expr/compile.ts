import type { ExprId } from '../vocabulary/brands.js';
import { emitConditions } from './compile/emit.js';
import { moduleOf } from './compile/module.js';
import { Tape } from './evaluate.js';
import type { ExprStore } from './store.js';
import { wasm } from './webassembly.js';

/** Above this many instructions or locals V8 takes longer to compile than tapes take to run. */
const codeLimit = 400_000;
const localLimit = 20_000;

/**
 * A function that says whether all conditions hold for an input, compiled to a Wasm module of its own.
 * bytes[v] is the byte of variable v. Compiling pays from about the number of calls named in
 * docs/decisions/02-expressions.md; below it use a Tape.
 */
export function compileConditions(store: ExprStore, roots: readonly ExprId[]): (bytes: Uint8Array) => boolean {
  const emitted = emitConditions(store, roots);
  if (emitted.code.length > codeLimit || emitted.locals[0] + emitted.locals[1] > localLimit) {
    const tape = new Tape(store, roots);
    return (bytes) => tape.holds(bytes);
  }
  const { exports } = new wasm.Instance(new wasm.Module(moduleOf(emitted)));
  const memory = new Uint8Array((exports.memory as { readonly buffer: ArrayBuffer }).buffer);
  const holds = exports.holds as () => number;
  for (const { address, bytes } of emitted.data) memory.set(bytes, address);
  const variables = Int32Array.from(emitted.variables);
  return (bytes) => {
    for (let i = 0; i < variables.length; i++) memory[i] = bytes[variables[i]];
    return holds() === 1;
  };
}
