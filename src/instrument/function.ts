import { addressOf } from '../wasm/address.js';
import { isDivision, isLoad, isStore, isTrappingConversion } from '../wasm/instruction-kinds.js';
import { Lowered, Opcode } from '../wasm/opcodes.js';
import { signatureOf } from '../wasm/signatures.js';
import { type FuncBody, type FuncType, type Instr, isFloat, isInteger, ValueType } from '../wasm/types.js';
import { emitLoad, emitStore } from './accesses.js';
import type { Code } from './code.js';
import { type ModuleContext, maxTreeSize, type WantedCheck } from './context.js';
import { Emitter } from './emitter.js';
import { pushFailureTest } from './failure-test.js';
import { constantTree, localTree, mentionsLocal, operationTree, type Tree } from './tree.js';

/** What is known of a function before it is translated. */
interface FunctionTraits {
  /** C's start-up code: that it looks at what main returned, and exits if it is not 0, is no decision of the program. */
  readonly isStart: boolean;
  /** By local: whether it can ever hold a symbolic value. */
  readonly maybe: readonly boolean[];
  /** Told to the runtime on entry, with the first parameter and the stack pointer. */
  readonly entered: 'setjmp' | 'longjmp' | undefined;
  /** Entering it costs fuel as a turn of a loop does. */
  readonly isRecursive: boolean;
  /** Its number among the functions whose arguments the runtime hears of; -1 for none. */
  readonly watched: number;
  /** Its number among the functions that may be modelled; -1 for none. */
  readonly model: number;
  /** What it is given is made concrete, as by an instruction on floats. */
  readonly takesFloats: boolean;
}

interface Frame {
  readonly kind: number;
  readonly type: FuncType;
  /** Entries of the operand stack below this frame. */
  readonly height: number;
  /** Where values that leave through its end are put. */
  readonly results: readonly Tree[];
  /** Loops: where values that go back to its head are put. */
  readonly params: readonly Tree[];
  /** `if`: the coverage point of the arm that has not begun, -1 when none. */
  elsePoint: number;
}

/** One function on its way into register form with shadows (translate.ts leads it there): what its parts emit with. */
export class FunctionTranslator {
  readonly context: ModuleContext;
  readonly emitter: Emitter;
  readonly code: Code;
  readonly type: FuncType;
  readonly body: FuncBody;
  readonly localTypes: readonly ValueType[];
  readonly localShadows: number[] = [];
  readonly stack: Tree[] = [];
  readonly frames: Frame[] = [];
  /** Inside code that can't be reached: how many blocks deep. */
  dead = 0;
  /** The local that keeps what lies behind the function's end, in functions with signposts. */
  outer = -1;

  constructor(
    context: ModuleContext,
    type: FuncType,
    body: FuncBody,
    readonly traits: FunctionTraits,
  ) {
    this.context = context;
    this.type = type;
    this.body = body;
    this.localTypes = [...type.params, ...body.locals];
    const shadowParams = type.params.filter(isInteger).length;
    this.emitter = new Emitter(this.localTypes.length + shadowParams, (name) => context.abiIndex(name));
    this.code = this.emitter.code;
    let nextParam = type.params.length;
    this.localTypes.forEach((each, i) => {
      if (i < type.params.length) this.localShadows.push(isInteger(each) ? nextParam++ : -1);
      else this.localShadows.push(traits.maybe[i] ? this.emitter.newLocal(ValueType.i32) : -1);
    });
  }

  /** Original local → local of the extended function. */
  local(index: number): number {
    const params = this.type.params.length;
    return index < params ? index : index + this.type.params.filter(isInteger).length;
  }

  pop(): Tree {
    const tree = this.stack.pop();
    if (!tree) throw new Error('operand stack is empty');
    return tree;
  }

  popMany(count: number): Tree[] {
    return this.stack.splice(this.stack.length - count, count);
  }

  push(tree: Tree): void {
    this.stack.push(tree.size > maxTreeSize ? this.emitter.toTemporary(tree) : tree);
  }

  /** Pending expressions are written down before control forks: they belong to what came before. */
  spillAll(): void {
    for (let i = 0; i < this.stack.length; i++) {
      const tree = this.stack[i];
      if (tree.kind !== 'const' && !tree.owned) this.stack[i] = this.emitter.toTemporary(tree);
    }
  }

  spillMentions(local: number): void {
    for (let i = 0; i < this.stack.length; i++) {
      if (mentionsLocal(this.stack[i], local)) this.stack[i] = this.emitter.toTemporary(this.stack[i]);
    }
  }

  /** Tells the runtime of a symbolic condition, before the branch is taken. */
  branchShadow(condition: Tree, at: number): void {
    if (condition.shadows.length === 0 || this.traits.isStart) return;
    const code = this.code;
    const emitter = this.emitter;
    emitter.anyShadow(condition.shadows);
    code.ifUnlikely();
    const node = emitter.slow(condition, true);
    emitter.pushNodeId(node);
    node.pushValue();
    code.i32(this.context.addSite('branch', at));
    code.call(this.context.abiIndex('branch'));
    node.release();
    code.end();
  }

  /** Makes a value concrete from here on. */
  concretize(tree: Tree, at: number, name: 'concretize' | 'concretizeWide' | 'target' | 'becomesFloat'): void {
    if (tree.shadows.length === 0) return;
    const code = this.code;
    const emitter = this.emitter;
    emitter.anyShadow(tree.shadows);
    code.ifUnlikely();
    const node = emitter.slow(tree, true);
    emitter.pushNodeId(node);
    const wide = tree.type === ValueType.i64;
    if (name !== 'becomesFloat' && wide !== (name === 'concretizeWide'))
      throw new Error(`${name} of a value of another width`);
    emitter.pushSplit(node, wide);
    if (name !== 'becomesFloat') code.i32(this.context.addSite('call', at));
    else if (!wide) code.i32(0);
    code.call(this.context.abiIndex(name));
    node.release();
    code.end();
  }

  /** A float is about to decide something: who was free until now is so no longer. */
  decideFloat(at: number): void {
    if (this.traits.isStart) return;
    const { code } = this;
    code.globalGet(this.context.globals.floats);
    code.ifUnlikely();
    code.i32(this.context.addSite('float', at));
    code.call(this.context.abiIndex('decideFloat'));
    code.end();
  }

  setLocal(index: number, tree: Tree): void {
    this.spillMentions(this.local(index));
    const shadow = this.localShadows[index];
    if (shadow >= 0) {
      // The shadow first: its slow arm may read the old value of this very local.
      this.emitter.pushId(tree);
      this.emitter.value(tree);
      this.code.set(this.local(index));
      this.code.set(shadow);
    } else {
      this.emitter.value(tree);
      this.code.set(this.local(index));
    }
    this.emitter.release(tree);
  }

  getLocal(index: number): Tree {
    return localTree(this.localTypes[index], this.local(index), this.localShadows[index], false);
  }

  plain(instr: Instr): void {
    const { op, y, at } = instr;
    const emitter = this.emitter;
    if (isLoad(op)) {
      const site = this.context.addSite('load', at, { op, offset: y });
      this.stack.push(emitLoad(emitter, op, y, this.pop(), site));
      return;
    }
    if (isStore(op)) {
      const value = this.pop();
      const site = this.context.addSite('store', at, { op, offset: y });
      // Who reads it there may take it for an integer.
      const floats = isFloat(value.type) && !this.traits.isStart ? this.context.globals.floats : undefined;
      emitStore(emitter, op, y, this.pop(), value, site, floats);
      return;
    }
    if (isDivision(op)) return this.divide(instr);
    const signature = signatureOf(op);
    if (!signature) throw new Error(`instruction 0x${op.toString(16)} is not instrumented`);
    const [result] = signature.results;
    let args = this.popMany(signature.params.length);
    if (isFloat(result)) {
      for (const arg of args) this.concretize(arg, at, 'becomesFloat');
      args = args.map((arg) => (arg.shadows.length > 0 ? this.withoutShadow(arg) : arg));
    } else if (signature.params.some(isFloat)) this.decideFloat(at);
    if (op === Lowered.Address && args[0].kind === 'const') {
      this.stack.push(constantTree(result, BigInt(addressOf(args[0].big))));
      return;
    }
    const tree = operationTree(op, result, args, true);
    // A conversion that may trap is computed where it stands.
    if (isTrappingConversion(op)) this.stack.push(emitter.toTemporary(tree));
    else this.push(tree);
  }

  withoutShadow(tree: Tree): Tree {
    const result = this.emitter.takeTemporary(tree.type, false);
    this.emitter.value(tree);
    this.code.set(result.index);
    this.emitter.release(tree);
    return result;
  }

  divide({ op, at }: Instr): void {
    const code = this.code;
    const emitter = this.emitter;
    const [a, b] = this.popMany(2);
    const tree = operationTree(op, a.type, [a, b], true);
    const result = emitter.takeTemporary(a.type, tree.shadows.length > 0);
    if (result.shadow >= 0) {
      const wide = a.type === ValueType.i64;
      emitter.anyShadow(tree.shadows);
      code.ifUnlikely(ValueType.i32);
      const nodes = [emitter.slow(a, true), emitter.slow(b, true)];
      code.i32(op);
      for (const node of nodes) {
        emitter.pushNodeId(node);
        emitter.pushSplit(node, wide);
      }
      code.i32(this.context.addSite('divide', at, { op }));
      code.call(this.context.abiIndex(wide ? 'divide64' : 'divide32'));
      for (const node of nodes) node.release();
      code.otherwise();
      code.i32(0);
      code.end();
      code.set(result.shadow);
    }
    emitter.value(tree);
    code.set(result.index);
    emitter.release(tree);
    this.stack.push(result);
  }

  /** The place of a check: the runtime hears of it when an operand is symbolic or the operation may fail as it is. */
  check(check: WantedCheck | null, operands: number, at: number): void {
    const code = this.code;
    const emitter = this.emitter;
    const args = this.popMany(operands).map((arg) => (check ? emitter.toTemporaryIfLarge(arg) : arg));
    if (check) {
      const { what } = check;
      const [left, right = constantTree(left.type, 0n)] = args;
      const wide = left.type === ValueType.i64;
      const shadows = operationTree(0, left.type, [left, right], true).shadows;
      emitter.anyShadow(shadows);
      const isTested = check.isTested && pushFailureTest(emitter, what, left, right);
      if (isTested && shadows.length > 0) code.op(Opcode.I32Or);
      if (isTested || shadows.length > 0) {
        code.ifUnlikely();
        for (const operand of [left, right]) {
          const node = emitter.slow(operand, true);
          emitter.pushNodeId(node);
          emitter.pushSplit(node, wide);
          node.release();
        }
        code.i32(this.context.addSite('check', at, { arithmetic: what }));
        code.call(this.context.abiIndex(wide ? 'check64' : 'check32'));
        code.end();
      }
    }
    for (const arg of args) emitter.release(arg);
  }
}
