import { Opcode } from '../wasm/opcodes.js';
import { ValueType } from '../wasm/types.js';
import type { FunctionTranslator } from './function.js';

/** Tells the runtime of a goal, if it is the one looked for, and of each place to avoid. */
export function tellGoal(fn: FunctionTranslator, goal: number): void {
  const code = fn.code;
  if (goal >= 0) {
    code.globalGet(fn.context.globals.next);
    code.i32(goal);
    code.op(Opcode.I32Eq);
    code.ifUnlikely();
  }
  code.i32(goal);
  code.call(fn.context.abiIndex('mark'));
  if (goal >= 0) code.end();
}

/** What lies behind the end of the function is kept, as its calls overwrite it. */
export function keepOuter(fn: FunctionTranslator): void {
  fn.outer = fn.emitter.newLocal(ValueType.i32);
  fn.code.globalGet(fn.context.globals.outer);
  fn.code.set(fn.outer);
}

/** Pushes the goals that lie ahead: those of `within`, and if `leaves` is set those behind the function's end. */
export function pushAhead(fn: FunctionTranslator, within: number, leaves: number): void {
  const code = fn.code;
  if (leaves === 0) return code.i32(within);
  code.get(fn.outer);
  code.i32(within);
  code.op(Opcode.I32Or);
}

/** Ends a run that can no longer come where it should. */
export function checkAhead(fn: FunctionTranslator, within: number, leaves: number): void {
  const code = fn.code;
  pushAhead(fn, within, leaves);
  code.globalGet(fn.context.globals.next);
  code.op(Opcode.I32ShrU);
  code.i32(1);
  code.op(Opcode.I32And);
  code.op(Opcode.I32Eqz);
  code.ifUnlikely();
  code.call(fn.context.abiIndex('lost'));
  code.end();
}
