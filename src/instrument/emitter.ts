import type { AbiName } from '../abi/abi.js';
import { Lowered, Opcode } from '../wasm/opcodes.js';
import { signatureOf } from '../wasm/signatures.js';
import { isInteger, ValueType } from '../wasm/types.js';
import { Code } from './code.js';
import { localTree, type Tree } from './tree.js';

/** What a node of a tree is in the slow arm: the local with its id (-1: concrete), and how to push its value. */
interface SlowNode {
  readonly id: number;
  pushValue(): void;
  release(): void;
}

/**
 * Writes trees: their concrete value inline, and their shadow lazily, inside an arm that is entered only
 * when one of their leaves is symbolic.
 */
export class Emitter {
  readonly code = new Code();
  readonly extraLocals: ValueType[] = [];
  readonly #free = new Map<ValueType, number[]>();

  constructor(
    readonly firstExtraLocal: number,
    readonly abiIndex: (name: AbiName) => number,
  ) {}

  newLocal(type: ValueType): number {
    this.extraLocals.push(type);
    return this.firstExtraLocal + this.extraLocals.length - 1;
  }

  takeLocal(type: ValueType): number {
    return this.#free.get(type)?.pop() ?? this.newLocal(type);
  }

  releaseLocal(type: ValueType, index: number): void {
    const list = this.#free.get(type);
    if (list) list.push(index);
    else this.#free.set(type, [index]);
  }

  /** A temporary owned by the tree that is returned; the caller sets it. */
  takeTemporary(type: ValueType, withShadow: boolean): Tree {
    const shadow = withShadow && isInteger(type) ? this.takeLocal(ValueType.i32) : -1;
    return localTree(type, this.takeLocal(type), shadow, true);
  }

  release(tree: Tree): void {
    if (tree.kind === 'local') {
      if (!tree.owned) return;
      this.releaseLocal(tree.type, tree.index);
      if (tree.shadow >= 0) this.releaseLocal(ValueType.i32, tree.shadow);
    } else for (const arg of tree.args) this.release(arg);
  }

  /** Pushes the concrete value. */
  value(tree: Tree): void {
    const { code } = this;
    if (tree.kind === 'local') code.get(tree.index);
    else if (tree.kind === 'const') this.#constant(tree);
    else {
      for (const arg of tree.args) this.value(arg);
      this.#operation(tree.index);
    }
  }

  #operation(op: number): void {
    if (op !== Lowered.Address) return this.code.op(op);
    const scratch = this.takeLocal(ValueType.i64);
    this.code.address(scratch);
    this.releaseLocal(ValueType.i64, scratch);
  }

  #constant({ type, big }: Tree): void {
    const { code } = this;
    if (type === ValueType.i32) code.i32(Number(BigInt.asIntN(32, big)));
    else if (type === ValueType.i64) code.i64(big);
    else {
      code.op(type === ValueType.f32 ? Opcode.F32Const : Opcode.F64Const);
      const size = type === ValueType.f32 ? 4n : 8n;
      for (let i = 0n; i < size; i++) code.writer.byte(Number((big >> (8n * i)) & 0xffn));
    }
  }

  /** Pushes an i32 that is non-zero when one of these shadow locals is; adds to what is on the stack if `more`. */
  anyShadow(shadows: readonly number[], more = false): void {
    shadows.forEach((shadow, i) => {
      this.code.get(shadow);
      if (more || i > 0) this.code.op(Opcode.I32Or);
    });
  }

  /** Pushes the id of a tree, built lazily. */
  pushId(tree: Tree): void {
    const { code } = this;
    if (tree.shadows.length === 0) code.i32(0);
    else if (tree.kind === 'local') code.get(tree.shadow);
    else {
      this.anyShadow(tree.shadows);
      code.ifUnlikely(ValueType.i32);
      this.pushIdSlow(tree);
      code.otherwise();
      code.i32(0);
      code.end();
    }
  }

  /** Inside a slow arm: pushes the id of a tree. */
  pushIdSlow(tree: Tree): void {
    const node = this.slow(tree, false);
    this.pushNodeId(node);
    node.release();
  }

  pushNodeId(node: SlowNode): void {
    if (node.id < 0) this.code.i32(0);
    else this.code.get(node.id);
  }

  /** Value and shadow into a fresh temporary. The tree is consumed. */
  toTemporary(tree: Tree): Tree {
    if (tree.kind === 'const' || tree.owned) return tree;
    const result = this.takeTemporary(tree.type, tree.shadows.length > 0);
    if (result.shadow >= 0) {
      this.pushId(tree);
      this.code.set(result.shadow);
    }
    this.value(tree);
    this.code.set(result.index);
    this.release(tree);
    return result;
  }

  /** A tree whose value is needed several times: one operation is as cheap as a local. */
  toTemporaryIfLarge(tree: Tree): Tree {
    return tree.kind === 'op' ? this.toTemporary(tree) : tree;
  }

  /** Inside a slow arm: computes ids (and values where a parent needs them) of all nodes, bottom up. */
  slow(tree: Tree, needsValue: boolean): SlowNode {
    const { code } = this;
    if (tree.kind === 'local') {
      return { id: tree.shadow, pushValue: () => this.value(tree), release: () => {} };
    }
    if (tree.shadows.length === 0) return { id: -1, pushValue: () => this.value(tree), release: () => {} };
    const isUnary = tree.args.length === 1;
    const args = tree.args.map((arg) => this.slow(arg, needsValue || !isUnary));
    let valueLocal = -1;
    if (needsValue) {
      valueLocal = this.takeLocal(tree.type);
      for (const arg of args) arg.pushValue();
      this.#operation(tree.index);
      code.set(valueLocal);
    }
    const id = this.takeLocal(ValueType.i32);
    this.#build(tree, args);
    code.set(id);
    for (const arg of args) arg.release();
    return {
      id,
      pushValue: () => code.get(valueLocal),
      release: () => {
        this.releaseLocal(ValueType.i32, id);
        if (valueLocal >= 0) this.releaseLocal(tree.type, valueLocal);
      },
    };
  }

  #build(tree: Tree, args: readonly SlowNode[]): void {
    const { code } = this;
    const op = tree.index;
    // What is asked of an address is asked of all its bits: its expression stays 64 bits wide (runtime/addresses.ts).
    if (op === Lowered.Address) return this.pushNodeId(args[0]);
    if (op === Opcode.Select) {
      const [a, b, condition] = args;
      const wide = tree.type === ValueType.i64;
      this.pushNodeId(condition);
      condition.pushValue();
      for (const each of [a, b]) {
        this.pushNodeId(each);
        this.pushSplit(each, wide);
      }
      code.call(this.abiIndex(wide ? 'select64' : 'select32'));
      return;
    }
    code.i32(op);
    if (args.length === 1) {
      this.pushNodeId(args[0]);
      code.call(this.abiIndex('unary'));
      return;
    }
    const wide = signatureOf(op)!.params[0] === ValueType.i64;
    for (const each of args) {
      this.pushNodeId(each);
      this.pushSplit(each, wide);
    }
    code.call(this.abiIndex(wide ? 'binary64' : 'binary32'));
  }

  /** Pushes a value as one i32, or as low and high halves of an i64. */
  pushSplit(node: Pick<SlowNode, 'pushValue'>, wide: boolean): void {
    const { code } = this;
    node.pushValue();
    if (!wide) return;
    code.op(Opcode.I32WrapI64);
    node.pushValue();
    code.i64(32n);
    code.op(Opcode.I64ShrU);
    code.op(Opcode.I32WrapI64);
  }
}
