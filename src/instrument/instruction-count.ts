import { isControl } from '../wasm/instruction-kinds.js';
import { Opcode } from '../wasm/opcodes.js';
import type { Instr } from '../wasm/types.js';
import type { Code } from './code.js';

/** Where blocks begin and end, which no machine would have an instruction for. */
const structure: ReadonlySet<number> = new Set([
  Opcode.Block,
  Opcode.Loop,
  Opcode.Try,
  Opcode.Else,
  Opcode.End,
  Opcode.Catch,
  Opcode.CatchAll,
  Opcode.Delegate,
  Opcode.Nop,
]);

/** By index, where instructions begin that are all executed if the first of them is: how many they are. Elsewhere 0. */
export function stretchesOf(code: readonly Instr[]): Uint32Array {
  const lengths = new Uint32Array(code.length);
  let start = 0;
  code.forEach(({ op }, i) => {
    if (!structure.has(op)) lengths[start]++;
    if (isControl(op)) start = i + 1;
  });
  return lengths;
}

/** So many more were executed; `counter` is a global of 64 bits. */
export function countInstructions(code: Code, counter: number, more: number): void {
  code.globalGet(counter);
  code.i64(BigInt(more));
  code.op(Opcode.I64Add);
  code.globalSet(counter);
}
