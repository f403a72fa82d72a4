import { Opcode } from '../wasm/opcodes.js';
import { ValueType } from '../wasm/types.js';
import type { FunctionTranslator } from './function.js';
import type { Tree } from './tree.js';

/** Notes how low the stack came, and ends a run that has left it. */
export function setStackPointer(fn: FunctionTranslator, tree: Tree): void {
  const code = fn.code;
  const emitter = fn.emitter;
  const { stackLow } = fn.context.globals;
  const local = emitter.takeLocal(ValueType.i32);
  emitter.value(tree);
  code.tee(local);
  code.globalSet(fn.context.stackPointer);
  code.get(local);
  code.globalGet(stackLow);
  code.op(Opcode.I32LtS);
  code.ifUnlikely();
  code.get(local);
  code.globalSet(stackLow);
  code.get(local);
  code.i32(fn.context.stackLimit);
  code.op(Opcode.I32LtS);
  code.ifUnlikely();
  code.get(local);
  code.call(fn.context.abiIndex('stackOverflow'));
  code.end();
  code.end();
  emitter.releaseLocal(ValueType.i32, local);
}
