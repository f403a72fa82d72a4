import { coverageBase, programLimit } from '../abi/layout.js';
import { op } from '../wasm/opcodes.js';
import { type Instr, isInteger, ValueType } from '../wasm/types.js';
import { callBulk, callWithShadows } from './calls.js';
import { assign, beginArm, cover, die, endBlock, leaveArm, openBlock, peek, targetsOf } from './control.js';
import type { FunctionTranslator } from './function.js';
import { callLibrary } from './library-calls.js';
import { checkAhead, keepOuter, pushAhead, tellGoal } from './signposts.js';
import { setStackPointer } from './stack-pointer.js';
import { constantTree, operationTree, type Tree } from './tree.js';

type Handler = (fn: FunctionTranslator, instr: Instr, index: number) => void;

/** What becomes of each instruction that is not a plain operation on the operand stack. */
const byName: Record<string, Handler> = {
  unreachable(fn, instr) {
    fn.code.op(instr.op);
    die(fn);
  },
  nop() {},
  block(fn, instr, index) {
    openBlock(fn, instr, index);
  },
  loop(fn, instr, index) {
    openBlock(fn, instr, index);
  },
  if(fn, instr, index) {
    openBlock(fn, instr, index);
  },
  else(fn, instr, index) {
    leaveArm(fn);
    beginArm(fn, instr, index);
  },
  try(fn, instr, index) {
    openBlock(fn, instr, index);
  },
  catch(fn, instr, index) {
    leaveArm(fn);
    beginArm(fn, instr, index);
  },
  catch_all(fn, instr, index) {
    leaveArm(fn);
    beginArm(fn, instr, index);
  },
  throw(fn, { x, at }) {
    const { params } = fn.context.signatures.type(fn.context.signatures.tags[x]);
    const args = fn.popMany(params.length);
    for (const arg of args) fn.concretize(arg, at, arg.type === ValueType.i32 ? 'concretize' : 'concretizeWide');
    for (const arg of args) fn.emitter.value(arg);
    for (const arg of args) fn.emitter.release(arg);
    fn.code.op(0x08);
    fn.code.writer.u32(x);
    die(fn);
  },
  rethrow(fn, { x }) {
    fn.code.op(0x09);
    fn.code.writer.u32(x);
    die(fn);
  },
  end(fn, instr, index) {
    endBlock(fn, instr, index, true);
  },
  delegate(fn, instr, index) {
    endBlock(fn, instr, index, true);
  },
  br(fn, { x }) {
    const targets = targetsOf(fn, x);
    assign(fn, targets, peek(fn, targets.length));
    fn.code.br(x);
    die(fn);
  },
  br_if(fn, { x, at }, index) {
    const condition = fn.pop();
    fn.branchShadow(condition, at);
    const targets = targetsOf(fn, x);
    assign(fn, targets, peek(fn, targets.length));
    fn.emitter.value(condition);
    fn.emitter.release(condition);
    const arms = fn.context.coverage.armPoints(at, 2);
    if (arms < 0) fn.code.brIf(x);
    else {
      fn.code.block(0x04);
      cover(fn, arms + 1);
      fn.code.br(x + 1);
      fn.code.end();
      cover(fn, arms);
    }
    cover(fn, fn.context.coverage.blockPoint(fn.body.code, index + 1));
  },
  br_table(fn, { list, at }) {
    const labels = list as readonly number[];
    const selector = fn.emitter.toTemporary(fn.pop());
    const code = fn.code;
    const targetNumbers = new Map<number, number>();
    const targets = labels.map((label) => {
      if (!targetNumbers.has(label)) targetNumbers.set(label, targetNumbers.size);
      return targetNumbers.get(label) as number;
    });
    if (selector.shadows.length > 0) {
      fn.emitter.anyShadow(selector.shadows);
      code.ifUnlikely();
      fn.emitter.pushIdSlow(selector);
      fn.emitter.value(selector);
      code.i32(fn.context.addSite('switch', at, { targets }));
      code.call(fn.context.abiIndex('choose'));
      code.end();
    }
    const arms = fn.context.coverage.armPoints(at, labels.length);
    if (arms >= 0) {
      // One byte per index: base + min(index, default).
      const fallback = labels.length - 1;
      fn.emitter.value(selector);
      code.i32(fallback);
      fn.emitter.value(selector);
      code.i32(fallback);
      code.op(0x49);
      code.op(0x1b);
      code.i32(1);
      code.memory(0x3a, coverageBase + arms);
    }
    const assigned = new Set<readonly Tree[]>();
    for (const label of labels) {
      const targetTrees = targetsOf(fn, label);
      if (targetTrees.length > 0 && !assigned.has(targetTrees)) {
        assigned.add(targetTrees);
        assign(fn, targetTrees, peek(fn, targetTrees.length));
      }
    }
    fn.emitter.value(selector);
    fn.emitter.release(selector);
    code.op(0x0e);
    code.writer.u32(labels.length - 1);
    for (const label of labels) code.writer.u32(label);
    die(fn);
  },
  return(fn) {
    const targets = fn.frames[0].results;
    assign(fn, targets, peek(fn, targets.length));
    fn.code.br(fn.frames.length - 1);
    die(fn);
  },
  call(fn, { x, at }) {
    const type = fn.context.signatures.function(x);
    const marker = fn.context.markerOf(x);
    const unchecked = fn.context.uncheckedOf(x);
    if (unchecked) fn.context.addSite('check', at, { unchecked });
    if (marker !== undefined) return fn.check(marker, type.params.length, at);
    const emitCall = (): void => fn.code.call(fn.context.mapFunction(x));
    const hook = fn.context.library.get(at);
    if (hook) callLibrary(fn, hook, type, at, emitCall);
    else callWithShadows(fn, type, emitCall);
  },
  call_indirect(fn, { x, y, at }) {
    const target = fn.emitter.toTemporary(fn.pop());
    fn.concretize(target, at, 'target');
    callWithShadows(fn, fn.context.signatures.type(x), () => {
      // A trap does not say which pointer it was.
      fn.emitter.value(target);
      fn.code.globalSet(fn.context.globals.callee);
      fn.emitter.value(target);
      fn.code.op(0x11);
      fn.code.writer.u32(fn.context.mapType(x));
      fn.code.writer.u32(y);
    });
    fn.emitter.release(target);
  },
  drop(fn) {
    fn.emitter.release(fn.pop());
  },
  select(fn, { at }) {
    const [a, b, condition] = fn.popMany(3);
    if (isInteger(a.type)) return fn.push(operationTree(0x1b, a.type, [a, b, condition], true));
    fn.concretize(condition, at, 'concretizeFloat');
    const plain = condition.shadows.length > 0 ? fn.withoutShadow(condition) : condition;
    fn.push(operationTree(0x1b, a.type, [a, b, plain], true));
  },
  'local.get'(fn, { x }) {
    fn.stack.push(fn.getLocal(x));
  },
  'local.set'(fn, { x }) {
    fn.setLocal(x, fn.pop());
  },
  'local.tee'(fn, { x }) {
    fn.setLocal(x, fn.pop());
    fn.stack.push(fn.getLocal(x));
  },
  'global.get'(fn, { x }) {
    const result = fn.emitter.takeTemporary(fn.context.signatures.globals[x].type, false);
    fn.code.globalGet(x);
    fn.code.set(result.index);
    fn.stack.push(result);
  },
  'global.set'(fn, { x, at }) {
    const tree = fn.emitter.toTemporary(fn.pop());
    if (isInteger(tree.type)) fn.concretize(tree, at, tree.type === ValueType.i32 ? 'concretize' : 'concretizeWide');
    if (x === fn.context.stackPointer) setStackPointer(fn, tree);
    else {
      fn.emitter.value(tree);
      fn.code.globalSet(x);
    }
    fn.emitter.release(tree);
  },
  'memory.size'(fn) {
    fn.stack.push(constantTree(ValueType.i32, BigInt(programLimit / 65536)));
  },
  'memory.grow'(fn) {
    fn.emitter.release(fn.pop());
    fn.stack.push(constantTree(ValueType.i32, -1n));
  },
  'i32.const'(fn, { x }) {
    fn.stack.push(constantTree(ValueType.i32, BigInt(x)));
  },
  'i64.const'(fn, { big }) {
    fn.stack.push(constantTree(ValueType.i64, big));
  },
  'f32.const'(fn, { big }) {
    fn.stack.push(constantTree(ValueType.f32, big));
  },
  'f64.const'(fn, { big }) {
    fn.stack.push(constantTree(ValueType.f64, big));
  },
  'memory.copy'(fn, { at }) {
    callBulk(fn, fn.context.helpers.copy, at);
  },
  'memory.fill'(fn, { at }) {
    callBulk(fn, fn.context.helpers.fill, at);
  },
  mark(fn, { x }) {
    tellGoal(fn, x);
  },
  enter(fn) {
    keepOuter(fn);
  },
  calling(fn, { x, y }) {
    pushAhead(fn, x, y);
    fn.code.globalSet(fn.context.globals.outer);
  },
  back(fn) {
    fn.code.get(fn.outer);
    fn.code.globalSet(fn.context.globals.outer);
  },
  check(fn, { x, y }) {
    checkAhead(fn, x, y);
  },
};

/** By opcode. */
export const handlers: Readonly<Record<number, Handler>> = Object.fromEntries(
  Object.entries(byName).map(([name, handler]) => [op(name), handler]),
);
