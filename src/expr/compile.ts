import type { ExprId } from '../vocabulary/brands.js';
import { emitConditions } from './compile/emit.js';
import { moduleOf } from './compile/module.js';
import { Tape } from './evaluate.js';
import type { ExprStore } from './store.js';
import { wasm } from './webassembly.js';

/** Above this many bytes of code or locals V8 takes longer to compile than tapes take to run. */
const codeLimit = 400_000;
const localLimit = 20_000;

/**
 * A function that says whether all conditions hold for an input, compiled to a Wasm module of its own.
 * bytes[v] is the byte of variable v. Compiling pays from about the number of calls named in
 * docs/decisions/02-expressions.md; below it use a Tape.
 */
export function compileConditions(store: ExprStore, roots: readonly ExprId[]): (bytes: Uint8Array) => boolean {
  const { code, plan } = emitConditions(store, roots);
  if (code.length > codeLimit || plan.localCount[0] + plan.localCount[1] > localLimit) {
    const tape = new Tape(store, roots);
    return (bytes) => tape.holds(bytes);
  }
  const { exports } = new wasm.Instance(new wasm.Module(moduleOf(code, plan.localCount, plan.memorySize)));
  const memory = new Uint8Array((exports.memory as { readonly buffer: ArrayBuffer }).buffer);
  const holds = exports.holds as () => number;
  for (const [table, address] of plan.tableAddress) memory.set(store.tables[table].bytes, address);
  const variables = Int32Array.from(plan.variableAddress.keys());
  const addresses = Int32Array.from(plan.variableAddress.values());
  return (bytes) => {
    for (let i = 0; i < variables.length; i++) memory[addresses[i]] = bytes[variables[i]];
    return holds() === 1;
  };
}
