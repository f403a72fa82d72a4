import { beginsArm, closes, opens } from './instruction-kinds.js';
import { Opcode } from './opcodes.js';
import type { Instr } from './types.js';

/** How the blocks of a function's code lie in each other, by index of the instruction that opens one. */
export interface Blocks {
  /** Of a block, loop, if or try: the index of its `end` or `delegate`. */
  readonly endOf: Int32Array;
  /** Of an if: the index of its `else`, or 0. */
  readonly elseOf: Int32Array;
  readonly catchesOf: ReadonlyMap<number, readonly number[]>;
}

export function matchBlocks(code: readonly Instr[]): Blocks {
  const endOf = new Int32Array(code.length);
  const elseOf = new Int32Array(code.length);
  const catchesOf = new Map<number, number[]>();
  const open: number[] = [];
  code.forEach(({ op }, index) => {
    if (opens(op)) open.push(index);
    else if (op === Opcode.Else) elseOf[open[open.length - 1]] = index;
    else if (beginsArm(op)) {
      const opener = open[open.length - 1];
      const known = catchesOf.get(opener);
      if (known) known.push(index);
      else catchesOf.set(opener, [index]);
    } else if (closes(op)) {
      const opener = open.pop();
      if (opener !== undefined) endOf[opener] = index;
    }
  });
  return { endOf, elseOf, catchesOf };
}
