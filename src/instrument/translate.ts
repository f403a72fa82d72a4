import { beginsArm, closes, opens } from '../wasm/instruction-kinds.js';
import { Opcode } from '../wasm/opcodes.js';
import type { Instr, ValueType } from '../wasm/types.js';
import { askModel, concretizeParameters, pushParameter, tellArguments } from './calls.js';
import type { Code } from './code.js';
import { beginArm, cover, endBlock, payRound } from './control.js';
import { chargeFuel, FuelPrice } from './fuel.js';
import type { FunctionTranslator } from './function.js';
import { handlers } from './handlers.js';
import { countInstructions, stretchesOf } from './instruction-count.js';

interface Translated {
  readonly locals: readonly ValueType[];
  readonly code: Code;
}

/** Rewrites one function into register form with shadows. A translator serves one function. */
export function translate(fn: FunctionTranslator): Translated {
  const code = fn.code;
  const results = fn.type.results.map((type) => fn.emitter.takeTemporary(type, true));
  fn.frames.push({ kind: Opcode.Block, type: fn.type, height: 0, results, params: [], elsePoint: -1 });
  const { entered, watched, takesFloats, isRecursive, model } = fn.traits;
  if (entered) {
    pushParameter(fn, 0);
    code.globalGet(fn.context.stackPointer);
    code.call(fn.context.abiIndex(entered));
    chargeFuel(code, fn.context.globals.fuel, FuelPrice.jump);
  }
  if (model >= 0) askModel(fn, model);
  if (watched >= 0) tellArguments(fn);
  if (takesFloats) concretizeParameters(fn);
  code.block(Opcode.Block);
  if (isRecursive) payRound(fn, fn.body.code[0].at);
  cover(fn, fn.context.coverage.blockPoint(fn.body.code, 0));
  const { instructions } = fn.context.globals;
  const stretches = instructions === undefined ? undefined : stretchesOf(fn.body.code);
  fn.body.code.forEach((instr, index) => {
    if (stretches && stretches[index] > 0 && fn.dead === 0) countInstructions(code, instructions!, stretches[index]);
    translateInstruction(fn, instr, index);
  });
  for (const result of results) code.get(result.index);
  for (const result of results) if (result.shadow >= 0) code.get(result.shadow);
  code.end();
  return { locals: [...fn.body.locals, ...fn.emitter.extraLocals], code };
}

function translateInstruction(fn: FunctionTranslator, instr: Instr, index: number): void {
  const { op } = instr;
  if (fn.dead > 0) {
    if (opens(op)) fn.dead++;
    else if (closes(op)) {
      if (--fn.dead === 0) endBlock(fn, instr, index, false);
    } else if (fn.dead === 1 && beginsArm(op)) {
      fn.dead = 0;
      beginArm(fn, instr, index);
    }
    return;
  }
  if (op !== Opcode.LocalGet && op !== Opcode.I32Const) fn.code.mark(instr.at);
  const handler = handlers[op];
  if (handler) handler(fn, instr, index);
  else fn.plain(instr);
}
