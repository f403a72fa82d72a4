import type { Instr, ValueType } from '../wasm/types.js';
import { pinParameters, tellArguments } from './calls.js';
import type { Code } from './code.js';
import { beginArm, cover, endBlock, payRound } from './control.js';
import { chargeFuel, FuelPrice } from './fuel.js';
import type { FunctionTranslator } from './function.js';
import { handlers } from './handlers.js';

export interface Translated {
  readonly locals: readonly ValueType[];
  readonly code: Code;
}

/** Rewrites one function into register form with shadows. A translator serves one function. */
export function translate(fn: FunctionTranslator): Translated {
  const code = fn.code;
  const results = fn.type.results.map((type) => fn.emitter.takeTemporary(type, true));
  fn.frames.push({ kind: 0x02, type: fn.type, height: 0, results, params: [], elsePoint: -1 });
  if (fn.entered) {
    code.get(0);
    code.globalGet(fn.context.stackPointer);
    code.call(fn.context.abiIndex(fn.entered));
    chargeFuel(code, fn.context.globals.fuel, FuelPrice.jump);
  }
  if (fn.watched >= 0) tellArguments(fn);
  if (fn.takesFloats) pinParameters(fn);
  code.block(0x02);
  if (fn.isRecursive) payRound(fn, fn.body.code[0].at);
  cover(fn, fn.context.coverage.blockPoint(fn.body.code, 0));
  fn.body.code.forEach((instr, index) => {
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
    if (op === 0x02 || op === 0x03 || op === 0x04 || op === 0x06) fn.dead++;
    else if (op === 0x0b || op === 0x18) {
      if (--fn.dead === 0) endBlock(fn, instr, index, false);
    } else if (fn.dead === 1 && (op === 0x05 || op === 0x07 || op === 0x19)) {
      fn.dead = 0;
      beginArm(fn, instr, index);
    }
    return;
  }
  if (op !== 0x20 && op !== 0x41) fn.code.mark(instr.at);
  const handler = handlers[op];
  if (handler) handler(fn, instr, index);
  else fn.plain(instr);
}
