import { coverageBase } from '../abi/layout.js';
import { Opcode } from '../wasm/opcodes.js';
import { type Instr, isInteger, ValueType } from '../wasm/types.js';
import type { FunctionTranslator } from './function.js';
import type { Tree } from './tree.js';

/** Values into the places of others. */
export function assign(fn: FunctionTranslator, targets: readonly Tree[], values: readonly Tree[]): void {
  const code = fn.code;
  const emitter = fn.emitter;
  // Through the operand stack, so that a target that is also a source is read before it is written.
  for (const value of values) {
    emitter.value(value);
    if (isInteger(value.type)) emitter.pushId(value);
  }
  for (let i = targets.length - 1; i >= 0; i--) {
    if (targets[i].shadow >= 0) code.set(targets[i].shadow);
    code.set(targets[i].index);
  }
}

export function targetsOf(fn: FunctionTranslator, label: number): readonly Tree[] {
  const frame = fn.frames[fn.frames.length - 1 - label];
  return frame.kind === Opcode.Loop ? frame.params : frame.results;
}

export function peek(fn: FunctionTranslator, count: number): Tree[] {
  return count === 0 ? [] : fn.stack.slice(-count);
}

/** Nothing after this in the block can run. */
export function die(fn: FunctionTranslator): void {
  const height = fn.frames[fn.frames.length - 1].height;
  for (const tree of fn.stack.splice(height)) fn.emitter.release(tree);
  fn.dead = 1;
}

/** block, loop, if, try. */
export function openBlock(fn: FunctionTranslator, instr: Instr, index: number): void {
  const { op } = instr;
  const type = fn.context.signatures.block(instr.x);
  let condition: Tree | undefined;
  let arms = -1;
  if (op === Opcode.If) {
    condition = fn.pop();
    fn.branchShadow(condition, instr.at);
    arms = fn.context.coverage.armPoints(instr.at, 2);
  }
  const inputs = fn.popMany(type.params.length);
  fn.spillAll();
  const params = inputs.map((input) => fn.emitter.takeTemporary(input.type, true));
  assign(fn, params, inputs);
  for (const input of inputs) fn.emitter.release(input);
  const results = type.results.map((each) => fn.emitter.takeTemporary(each, true));
  fn.frames.push({
    kind: op,
    type,
    height: fn.stack.length,
    results,
    params,
    elsePoint: arms < 0 ? -1 : arms,
  });
  if (condition) {
    fn.emitter.value(condition);
    fn.emitter.release(condition);
  }
  fn.code.block(op as Opcode.Block);
  if (arms >= 0) cover(fn, arms + 1);
  // Parameters are read, never owned by the stack: a loop reads them again.
  for (const param of params) fn.stack.push({ ...param, owned: false });
  if (op === Opcode.Loop) payRound(fn, instr.at);
  if (op !== Opcode.Block) cover(fn, fn.context.coverage.blockPoint(fn.body.code, index + 1));
}

/** A turn of a loop, or a call that may be one of many. */
export function payRound(fn: FunctionTranslator, at: number): void {
  const code = fn.code;
  const { fuel } = fn.context.globals;
  const left = fn.emitter.takeLocal(ValueType.i32);
  code.globalGet(fuel);
  code.i32(-1);
  code.op(Opcode.I32Add);
  code.tee(left);
  code.globalSet(fuel);
  code.get(left);
  code.i32(0);
  code.op(Opcode.I32LtS);
  code.ifUnlikely();
  code.i32(fn.context.addSite('loop', at));
  code.call(fn.context.abiIndex('fuelOut'));
  code.end();
  fn.emitter.releaseLocal(ValueType.i32, left);
}

/** else, catch, catch_all. */
export function beginArm(fn: FunctionTranslator, instr: Instr, index: number): void {
  const frame = fn.frames[fn.frames.length - 1];
  fn.stack.length = frame.height;
  fn.code.op(instr.op);
  if (instr.op === Opcode.Else) {
    cover(fn, frame.elsePoint);
    frame.elsePoint = -1;
    for (const param of frame.params) fn.stack.push({ ...param, owned: false });
  }
  if (instr.op === Opcode.Catch) {
    fn.code.writer.u32(instr.x);
    const { params } = fn.context.signatures.type(fn.context.signatures.tags[instr.x]);
    const caught = params.map((type) => fn.emitter.takeTemporary(type, false));
    for (let i = caught.length - 1; i >= 0; i--) fn.code.set(caught[i].index);
    fn.stack.push(...caught);
  }
  cover(fn, fn.context.coverage.blockPoint(fn.body.code, index + 1));
}

/** end, delegate. `falls`: its end is reached from above. */
export function endBlock(fn: FunctionTranslator, instr: Instr, index: number, falls: boolean): void {
  const frame = fn.frames.pop()!;
  if (falls) {
    const values = fn.popMany(frame.type.results.length);
    assign(fn, frame.results, values);
    for (const value of values) fn.emitter.release(value);
  }
  fn.stack.length = frame.height;
  if (instr.op === Opcode.Delegate) {
    fn.code.op(Opcode.Delegate);
    fn.code.writer.u32(instr.x);
  } else {
    if (frame.elsePoint >= 0) {
      fn.code.otherwise();
      cover(fn, frame.elsePoint);
    }
    fn.code.end();
  }
  for (const param of frame.params) fn.emitter.release(param);
  if (fn.frames.length === 0) return;
  fn.stack.push(...frame.results);
  cover(fn, fn.context.coverage.blockPoint(fn.body.code, index + 1));
}

/** Values at the end of an arm that another arm follows. */
export function leaveArm(fn: FunctionTranslator): void {
  const frame = fn.frames[fn.frames.length - 1];
  const values = fn.popMany(frame.type.results.length);
  assign(fn, frame.results, values);
  for (const value of values) fn.emitter.release(value);
}

/** Notes that a run came by. */
export function cover(fn: FunctionTranslator, point: number): void {
  if (point < 0) return;
  const code = fn.code;
  code.i32(coverageBase);
  code.i32(1);
  code.memory(Opcode.I32Store8, point);
}
