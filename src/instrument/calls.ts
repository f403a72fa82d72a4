import { Opcode } from '../wasm/opcodes.js';
import { type FuncType, isInteger, ValueType } from '../wasm/types.js';
import type { FunctionTranslator } from './function.js';
import { addressTree, constantTree } from './tree.js';

/** A call of a function of the module: ids of integers go beside them, and come back beside results. */
export function callWithShadows(fn: FunctionTranslator, type: FuncType, emitCall: () => void): void {
  const code = fn.code;
  const emitter = fn.emitter;
  const args = fn.popMany(type.params.length);
  // Ids that have to be built are built first; the rest are read straight from their locals.
  const ids = args.map((arg) => {
    if (!isInteger(arg.type) || arg.kind !== 'op' || arg.shadows.length === 0) return -1;
    const local = emitter.takeLocal(ValueType.i32);
    emitter.pushId(arg);
    code.set(local);
    return local;
  });
  for (const arg of args) emitter.value(arg);
  args.forEach((arg, i) => {
    if (!isInteger(arg.type)) return;
    if (ids[i] >= 0) code.get(ids[i]);
    else emitter.pushId(arg);
  });
  emitCall();
  for (const id of ids) if (id >= 0) emitter.releaseLocal(ValueType.i32, id);
  for (const arg of args) emitter.release(arg);
  const results = type.results.map((each) => emitter.takeTemporary(each, true));
  for (let i = results.length - 1; i >= 0; i--) if (results[i].shadow >= 0) code.set(results[i].shadow);
  for (let i = results.length - 1; i >= 0; i--) code.set(results[i].index);
  fn.stack.push(...results);
}

/** A pointer to an array inside a structure was made. The mark gives nothing that anybody uses. */
export function tellOfMember(fn: FunctionTranslator): void {
  const { code, emitter } = fn;
  const made = emitter.toTemporary(fn.pop());
  if (made.shadows.length > 0) {
    emitter.anyShadow(made.shadows);
    code.ifUnlikely();
    emitter.pushId(made);
    emitter.value(addressTree(made));
    code.call(fn.context.abiIndex('member'));
    code.end();
  }
  emitter.release(made);
  fn.stack.push(constantTree(made.type, 0n));
}

/** memory.copy and memory.fill, through helpers of the module. */
export function callBulk(fn: FunctionTranslator, helper: number, at: number): void {
  const code = fn.code;
  const args = fn.popMany(3).map((arg) => fn.emitter.toTemporary(arg));
  for (const arg of args) {
    fn.emitter.value(arg);
    fn.emitter.pushId(arg);
  }
  code.i32(fn.context.addSite('store', at));
  code.call(helper);
  for (const arg of args) fn.emitter.release(arg);
}

/** Tells the runtime with what a watched function was called. */
export function tellArguments(fn: FunctionTranslator): void {
  const code = fn.code;
  fn.type.params.forEach((type, i) => {
    if (!isInteger(type)) return;
    code.i32(i);
    if (type === ValueType.i64) code.halves(i);
    else {
      code.get(i);
      code.i32(0);
    }
    code.get(fn.localShadows[i]);
    code.call(fn.context.abiIndex('argument'));
  });
  code.i32(fn.traits.watched);
  code.i32(fn.context.addSite('call', fn.body.code[0].at));
  code.call(fn.context.abiIndex('enter'));
}

/** Makes all it was given concrete, as instructions on floats do. */
export function concretizeParameters(fn: FunctionTranslator): void {
  const code = fn.code;
  const site = fn.context.addSite('float', fn.body.code[0].at);
  fn.type.params.forEach((type, i) => {
    if (!isInteger(type)) return;
    const shadow = fn.localShadows[i];
    code.get(shadow);
    code.ifUnlikely();
    code.get(shadow);
    if (type === ValueType.i64) code.halves(i);
    else {
      code.get(i);
      code.i32(0);
    }
    code.i32(site);
    code.call(fn.context.abiIndex('concretizeFloat'));
    code.i32(0);
    code.set(shadow);
    code.end();
  });
}

/** A parameter as a number of 32 bits. */
export function pushParameter({ type, code, emitter }: FunctionTranslator, index: number): void {
  code.get(index);
  if (type.params[index] !== ValueType.i64) return;
  const scratch = emitter.takeLocal(ValueType.i64);
  code.address(scratch);
  emitter.releaseLocal(ValueType.i64, scratch);
}

/** Before a function that may be modelled runs: if the runtime has its result, that is what it returns. */
export function askModel(fn: FunctionTranslator, model: number): void {
  const code = fn.code;
  const params = [0, 1, 2].map((i) => (i < fn.type.params.length ? i : -1));
  code.i32(model);
  for (const i of params) {
    if (i >= 0) pushParameter(fn, i);
    else code.i32(0);
  }
  for (const i of params) {
    if (i >= 0) code.get(fn.localShadows[i]);
    else code.i32(0);
  }
  code.call(fn.context.abiIndex('model'));
  code.ifUnlikely();
  const isWide = fn.type.results[0] === ValueType.i64;
  code.call(fn.context.abiIndex('modelValue'));
  if (isWide) {
    code.op(Opcode.I64ExtendI32U);
    code.i32(Opcode.I64ExtendI32U);
  }
  code.call(fn.context.abiIndex('modelId'));
  if (isWide) code.call(fn.context.abiIndex('unary'));
  code.op(Opcode.Return);
  code.end();
}
