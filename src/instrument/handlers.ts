import { coverageBase, programLimit } from '../abi/layout.js';
import { Opcode, Signpost } from '../wasm/opcodes.js';
import { type Instr, isInteger, ValueType } from '../wasm/types.js';
import { callBulk, callWithShadows, tellOfMember } from './calls.js';
import { assign, beginArm, cover, die, endBlock, leaveArm, openBlock, peek, targetsOf } from './control.js';
import type { FunctionTranslator } from './function.js';
import { callLibrary } from './library-calls.js';
import { checkAhead, keepOuter, pushAhead, tellGoal } from './signposts.js';
import { setStackPointer } from './stack-pointer.js';
import { constantTree, operationTree, type Tree } from './tree.js';

type Handler = (fn: FunctionTranslator, instr: Instr, index: number) => void;

/** What becomes of each instruction that is not a plain operation on the operand stack. */
export const handlers: Readonly<Record<number, Handler>> = {
  [Opcode.Unreachable](fn, instr) {
    fn.code.op(instr.op);
    die(fn);
  },
  [Opcode.Nop]() {},
  [Opcode.Block](fn, instr, index) {
    openBlock(fn, instr, index);
  },
  [Opcode.Loop](fn, instr, index) {
    openBlock(fn, instr, index);
  },
  [Opcode.If](fn, instr, index) {
    openBlock(fn, instr, index);
  },
  [Opcode.Else](fn, instr, index) {
    leaveArm(fn);
    beginArm(fn, instr, index);
  },
  [Opcode.Try](fn, instr, index) {
    openBlock(fn, instr, index);
  },
  [Opcode.Catch](fn, instr, index) {
    leaveArm(fn);
    beginArm(fn, instr, index);
  },
  [Opcode.CatchAll](fn, instr, index) {
    leaveArm(fn);
    beginArm(fn, instr, index);
  },
  [Opcode.Throw](fn, { x, at }) {
    const { params } = fn.context.signatures.type(fn.context.signatures.tags[x]);
    const args = fn.popMany(params.length);
    for (const arg of args) fn.concretize(arg, at, arg.type === ValueType.i32 ? 'concretize' : 'concretizeWide');
    for (const arg of args) fn.emitter.value(arg);
    for (const arg of args) fn.emitter.release(arg);
    fn.code.op(Opcode.Throw);
    fn.code.writer.u32(x);
    die(fn);
  },
  [Opcode.Rethrow](fn, { x }) {
    fn.code.op(Opcode.Rethrow);
    fn.code.writer.u32(x);
    die(fn);
  },
  [Opcode.End](fn, instr, index) {
    endBlock(fn, instr, index, true);
  },
  [Opcode.Delegate](fn, instr, index) {
    endBlock(fn, instr, index, true);
  },
  [Opcode.Br](fn, { x }) {
    const targets = targetsOf(fn, x);
    assign(fn, targets, peek(fn, targets.length));
    fn.code.br(x);
    die(fn);
  },
  [Opcode.BrIf](fn, { x, at }, index) {
    const condition = fn.pop();
    fn.branchShadow(condition, at);
    const targets = targetsOf(fn, x);
    assign(fn, targets, peek(fn, targets.length));
    fn.emitter.value(condition);
    fn.emitter.release(condition);
    const arms = fn.context.coverage.armPoints(at, 2);
    if (arms < 0) fn.code.brIf(x);
    else {
      fn.code.block(Opcode.If);
      cover(fn, arms + 1);
      fn.code.br(x + 1);
      fn.code.end();
      cover(fn, arms);
    }
    cover(fn, fn.context.coverage.blockPoint(fn.body.code, index + 1));
  },
  [Opcode.BrTable](fn, { list, at }) {
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
      code.op(Opcode.I32LtU);
      code.op(Opcode.Select);
      code.i32(1);
      code.memory(Opcode.I32Store8, coverageBase + arms);
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
    code.op(Opcode.BrTable);
    code.writer.u32(labels.length - 1);
    for (const label of labels) code.writer.u32(label);
    die(fn);
  },
  [Opcode.Return](fn) {
    const targets = fn.frames[0].results;
    assign(fn, targets, peek(fn, targets.length));
    fn.code.br(fn.frames.length - 1);
    die(fn);
  },
  [Opcode.Call](fn, { x, at }) {
    if (fn.context.isMemberMark(x)) return tellOfMember(fn);
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
  [Opcode.CallIndirect](fn, { x, y, at }) {
    const target = fn.emitter.toTemporary(fn.pop());
    fn.concretize(target, at, 'target');
    callWithShadows(fn, fn.context.signatures.type(x), () => {
      // A trap does not say which pointer it was.
      fn.emitter.value(target);
      fn.code.globalSet(fn.context.globals.callee);
      fn.emitter.value(target);
      fn.code.op(Opcode.CallIndirect);
      fn.code.writer.u32(fn.context.mapType(x));
      fn.code.writer.u32(y);
    });
    fn.emitter.release(target);
  },
  [Opcode.Drop](fn) {
    fn.emitter.release(fn.pop());
  },
  [Opcode.Select](fn, { at }) {
    const [a, b, condition] = fn.popMany(3);
    if (isInteger(a.type)) return fn.push(operationTree(Opcode.Select, a.type, [a, b, condition], true));
    fn.concretize(condition, at, 'becomesFloat');
    const plain = condition.shadows.length > 0 ? fn.withoutShadow(condition) : condition;
    fn.push(operationTree(Opcode.Select, a.type, [a, b, plain], true));
  },
  [Opcode.LocalGet](fn, { x }) {
    fn.stack.push(fn.getLocal(x));
  },
  [Opcode.LocalSet](fn, { x }) {
    fn.setLocal(x, fn.pop());
  },
  [Opcode.LocalTee](fn, { x }) {
    fn.setLocal(x, fn.pop());
    fn.stack.push(fn.getLocal(x));
  },
  [Opcode.GlobalGet](fn, { x }) {
    const result = fn.emitter.takeTemporary(fn.context.signatures.globals[x].type, false);
    fn.code.globalGet(x);
    fn.code.set(result.index);
    fn.stack.push(result);
  },
  [Opcode.GlobalSet](fn, { x, at }) {
    const tree = fn.emitter.toTemporary(fn.pop());
    if (isInteger(tree.type)) fn.concretize(tree, at, tree.type === ValueType.i32 ? 'concretize' : 'concretizeWide');
    if (x === fn.context.stackPointer) setStackPointer(fn, tree);
    else {
      fn.emitter.value(tree);
      fn.code.globalSet(x);
    }
    fn.emitter.release(tree);
  },
  [Opcode.MemorySize](fn) {
    fn.stack.push(constantTree(ValueType.i32, BigInt(programLimit / 65536)));
  },
  [Opcode.MemoryGrow](fn) {
    fn.emitter.release(fn.pop());
    fn.stack.push(constantTree(ValueType.i32, -1n));
  },
  [Opcode.I32Const](fn, { x }) {
    fn.stack.push(constantTree(ValueType.i32, BigInt(x)));
  },
  [Opcode.I64Const](fn, { big }) {
    fn.stack.push(constantTree(ValueType.i64, big));
  },
  [Opcode.F32Const](fn, { big }) {
    fn.stack.push(constantTree(ValueType.f32, big));
  },
  [Opcode.F64Const](fn, { big }) {
    fn.stack.push(constantTree(ValueType.f64, big));
  },
  [Opcode.MemoryCopy](fn, { at }) {
    callBulk(fn, fn.context.helpers.copy, at);
  },
  [Opcode.MemoryFill](fn, { at }) {
    callBulk(fn, fn.context.helpers.fill, at);
  },
  [Signpost.Mark](fn, { x }) {
    tellGoal(fn, x);
  },
  [Signpost.Enter](fn) {
    keepOuter(fn);
  },
  [Signpost.Calling](fn, { x, y }) {
    pushAhead(fn, x, y);
    fn.code.globalSet(fn.context.globals.outer);
  },
  [Signpost.Back](fn) {
    fn.code.get(fn.outer);
    fn.code.globalSet(fn.context.globals.outer);
  },
  [Signpost.Check](fn, { x, y }) {
    checkAhead(fn, x, y);
  },
};
