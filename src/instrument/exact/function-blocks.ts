import { Capability, capabilityBase, Gone, Provenance } from '../../abi/exact-layout.js';
import { modelledFunctions, stringParameters } from '../../abi/string-models.js';
import { writeInstr } from '../../wasm/encode.js';
import { Opcode } from '../../wasm/opcodes.js';
import { type Instr, ValueType } from '../../wasm/types.js';
import type { Block } from './function-context.js';
import { FunctionValues } from './function-values.js';

const { i32 } = ValueType;

/** Blocks, loops and branches: ids that leave a block go where its end expects them. */
export class FunctionBlocks extends FunctionValues {
  protected open(each: Instr, index: number): void {
    const { code } = this;
    const type = this.context.signatures.block(each.x);
    // Inside, a variable may change on one way and not on another.
    this.stack.forEach((value, i) => {
      if (value.kind === 'local' && !value.isTemporary) this.stack[i] = this.copied(value);
    });
    const height = this.stack.length - type.params.length;
    const params = this.stack.slice(height);
    const block: Block = { op: each.op, index, height, type, params, isReachedAtEnd: false };
    if (each.op === Opcode.Loop) {
      this.deliver(block, type.params, height);
      this.stack.length = height;
      type.params.forEach((param, which) => {
        this.push(this.joined(block, which, param));
      });
    }
    this.blocks.push(block);
    writeInstr(code.writer, each);
    if (each.op === Opcode.Loop) this.spendFuel();
  }

  protected endArm(): void {
    const block = this.blocks[this.blocks.length - 1];
    if (!this.isDead) {
      this.deliver(block, block.type.results);
      block.isReachedAtEnd = true;
      while (this.stack.length > block.height) this.pop();
    }
    this.isDead = false;
  }

  protected close(each: Instr): void {
    const block = this.blocks[this.blocks.length - 1];
    this.endArm();
    this.stack.length = block.height;
    this.blocks.pop();
    if (this.blocks.length === 0) {
      this.code.end();
      this.leave(block);
      this.code.end();
      return;
    }
    writeInstr(this.code.writer, each);
    block.type.results.forEach((type, which) => {
      this.push(this.joined(block, which, type));
    });
  }

  /** At the function's end: its objects go, its result's id is given. */
  protected leave(block: Block): void {
    const { code, context } = this;
    const kill = (local: number): void => {
      code.get(local);
      code.ifUnlikely();
      code.get(local);
      code.i32(Gone.Returned);
      code.call(context.helper('kill'));
      code.end();
    };
    if (this.usesFrame) kill(this.hold('frame', i32));
    for (const number of this.objects) {
      kill(this.hold(`object ${number}`, i32));
      // What went with its scope is now gone with its function.
      const last = this.held.get(`last ${number}`);
      if (last !== undefined) kill(last);
    }
    block.type.results.forEach((type, which) => {
      if (type === this.context.pointer) this.pushId(this.joined(block, which, type));
    });
  }

  /**
   * A function that the module with shadows may have a model of: calls of all such functions are counted, none of which
   * calls another, and of those that are given an array inside a structure it is told which.
   */
  protected enterModelled(model: number): void {
    const { code, context } = this;
    const { stringCalls } = context.globals;
    const strings = Array.from({ length: stringParameters(modelledFunctions[model]) }, (_, i) => i);
    code.globalGet(stringCalls);
    code.i32(1);
    code.op(Opcode.I32Add);
    code.globalSet(stringCalls);
    for (const i of strings) {
      code.get(this.idOf(i));
      code.memory(Opcode.I32Load, capabilityBase + Capability.parent);
      if (i > 0) code.op(Opcode.I32Or);
    }
    code.ifUnlikely();
    code.i32(model);
    for (const i of [0, 1]) this.pushNarrow(i, this.type.params[i]);
    for (const i of [0, 1]) {
      if (strings.includes(i)) code.get(this.idOf(i));
      else code.i32(Provenance.None);
    }
    code.call(context.import('stringCall'));
    code.end();
  }

  protected spendFuel(): void {
    const { code, context } = this;
    const { fuel } = context.globals;
    code.globalGet(fuel);
    code.i32(-1);
    code.op(Opcode.I32Add);
    code.globalSet(fuel);
    code.globalGet(fuel);
    code.i32(0);
    code.op(Opcode.I32LtS);
    code.ifUnlikely();
    code.call(context.import('fuelOut'));
    code.end();
  }

  // Instructions.
}
