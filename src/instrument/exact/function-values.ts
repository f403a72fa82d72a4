import { Provenance } from '../../abi/exact-layout.js';
import { Opcode } from '../../wasm/opcodes.js';
import { type FuncBody, type FuncType, ValueType } from '../../wasm/types.js';
import { Code } from '../code.js';
import type { Block, ExactContext, LocalState } from './function-context.js';
import { isSame, none, type Value } from './values.js';

const wideZero = 0n;
const { i32, i64 } = ValueType;

/** Where the ids of values live while a function is translated: the operand stack, locals, results of blocks. */
export class FunctionValues {
  code = new Code();
  protected locals: ValueType[] = [];
  protected stack: Value[] = [];
  protected blocks: Block[] = [];
  protected free: { narrow: number[]; wide: number[] } = { narrow: [], wide: [] };
  protected held = new Map<string, number>();
  /** What each local may hold, learned over walks. */
  protected readonly states: LocalState[] = [];
  /** Results of blocks, and parameters of loops, that may have a provenance: `index of the block:which`. */
  protected readonly dynamic = new Set<string>();
  protected changed = false;
  protected usesFrame = false;
  protected usesEntry = false;
  /** Behind a branch that is always taken. */
  protected isDead = false;
  protected readonly objects = new Set<number>();
  protected pendingVarargs: number | undefined;
  protected readonly params: number;
  protected readonly extra: number;
  /** Pointers have 64 bits. */
  protected readonly is64: boolean;

  constructor(
    readonly context: ExactContext,
    readonly body: FuncBody,
    readonly type: FuncType,
    readonly options: {
      readonly isUser: boolean;
      readonly isRecursive: boolean;
      readonly entered: 'setjmp' | 'longjmp' | undefined;
      /** Its number among the functions that may be modelled. */
      readonly model?: number;
    },
  ) {
    this.params = type.params.length;
    this.is64 = context.pointer === i64;
    this.extra = type.params.filter((each) => each === context.pointer).length;
    for (let i = 0; i < this.params + body.locals.length; i++) this.states.push({ kind: 'unset' });
  }

  protected die(): void {
    const { height } = this.blocks[this.blocks.length - 1];
    while (this.stack.length > height) this.pop();
    this.isDead = true;
  }

  // Locals.

  protected local(index: number): number {
    return index < this.params ? index : index + this.extra;
  }

  protected typeOf(index: number): ValueType {
    return index < this.params ? this.type.params[index] : this.body.locals[index - this.params];
  }

  protected newLocal(type: ValueType): number {
    return this.params + this.extra + this.locals.push(type) - 1;
  }

  protected hold(key: string, type: ValueType): number {
    const known = this.held.get(key);
    if (known !== undefined) return known;
    const index = this.newLocal(type);
    this.held.set(key, index);
    return index;
  }

  /** What is on the stack stays there, and is kept as an address of 32 bits. */
  protected teeAddress(key: string, type = this.context.pointer): number {
    const address = this.hold(key, i32);
    if (type === i32) {
      this.code.tee(address);
      return address;
    }
    const wide = this.hold('wide', i64);
    this.code.tee(wide);
    this.code.get(wide);
    this.toAddress();
    this.code.set(address);
    return address;
  }

  /** What is on the stack, as an address of 32 bits. */
  protected toAddress(): void {
    this.code.address(this.hold('scratch', i64));
  }

  /** The value on top got narrower, and is as much of a pointer as it was. */
  protected narrow64(): void {
    const value = this.take();
    if (value.kind !== 'local' || !value.isWide) {
      this.push(value);
      return;
    }
    this.pushId(value);
    this.release(value);
    this.pushMade();
  }

  /** A parameter or local as a number of 32 bits. */
  protected pushNarrow(local: number, type: ValueType): void {
    this.code.get(local);
    if (type === i64) this.toAddress();
  }

  protected temporary(isWide = false): Value & { kind: 'local' } {
    const list = isWide ? this.free.wide : this.free.narrow;
    const index = list.pop() ?? this.newLocal(isWide ? i64 : i32);
    return { kind: 'local', index, isWide, isTemporary: true };
  }

  /** Where a variable's id is, for one that may have any. */
  protected idOf(variable: number): number {
    if (variable < this.params) {
      let index = this.params;
      for (let i = 0; i < variable; i++) if (this.type.params[i] === this.context.pointer) index++;
      return index;
    }
    return this.hold(`id ${variable}`, this.typeOf(variable));
  }

  protected variable(index: number): Value {
    const type = this.typeOf(index);
    if (index < this.params) {
      if (type !== this.context.pointer) return none;
      return { kind: 'local', index: this.idOf(index), isWide: false, isTemporary: false };
    }
    const state = this.states[index];
    if (state.kind === 'unset') return none;
    if (state.kind !== 'local') return state;
    return { kind: 'local', index: this.idOf(index), isWide: type === i64, isTemporary: false };
  }

  protected learn(index: number, value: Value): void {
    const state = this.states[index];
    // Which constant it is may differ from place to place.
    const plain: Value = value.kind === 'none' ? none : value;
    if (state.kind === 'unset') {
      this.states[index] = plain.kind === 'constant' ? { kind: 'constant', id: plain.id, object: plain.object } : plain;
      this.changed = true;
    } else if (state.kind !== 'local' && !isSame(state, plain)) {
      this.states[index] = { kind: 'local', index: -1, isWide: false, isTemporary: false };
      this.changed = true;
    }
  }

  protected assignVariable(index: number, value: Value): void {
    const type = this.typeOf(index);
    if (type !== i32 && type !== i64) return;
    if (index < this.params) {
      if (type !== this.context.pointer) return;
      this.keep(this.idOf(index));
      this.assign(this.idOf(index), value, false);
      return;
    }
    this.learn(index, value);
    if (this.states[index].kind !== 'local') return;
    const id = this.idOf(index);
    this.keep(id);
    this.assign(id, value, type === i64);
  }

  /** Values on the stack whose id is in a local that is about to change get a copy. */
  protected keep(id: number): void {
    this.stack.forEach((value, i) => {
      if (value.kind === 'local' && value.index === id && !value.isTemporary) this.stack[i] = this.copied(value);
    });
  }

  protected copied(value: Value & { kind: 'local' }): Value {
    const copy = this.temporary(value.isWide);
    this.code.get(value.index);
    this.code.set(copy.index);
    return copy;
  }

  protected assign(local: number, value: Value, isWide: boolean): void {
    this.pushId(value, isWide);
    this.code.set(local);
  }

  /** The id itself, on the stack. */
  protected pushId(value: Value, isWide = false): void {
    const { code } = this;
    switch (value.kind) {
      case 'none':
        if (isWide) code.i64(wideZero);
        else code.i32(Provenance.None);
        return;
      case 'constant':
        code.i32(value.id);
        break;
      case 'frame':
        this.makeFrame();
        code.get(this.hold('frame', i32));
        break;
      case 'local':
        code.get(value.index);
        if (value.isWide === isWide) return;
        if (value.isWide) {
          code.op(Opcode.I32WrapI64);
          return;
        }
        break;
    }
    if (isWide) code.op(Opcode.I64ExtendI32U);
  }

  /** The stack pointer as it was when the function was entered. */
  protected entry(): number {
    if (!this.usesEntry) {
      this.usesEntry = true;
      this.changed = true;
    }
    return this.hold('entry', i32);
  }

  protected makeFrame(): void {
    const { code, context } = this;
    if (!this.usesFrame) {
      this.usesFrame = true;
      this.changed = true;
    }
    const local = this.hold('frame', i32);
    code.get(local);
    code.op(Opcode.I32Eqz);
    code.ifUnlikely();
    code.globalGet(context.stackPointer);
    code.get(this.entry());
    code.i32(context.origin({ kind: 'frame', name: '', line: 0, at: this.body.code[0].at }));
    code.call(context.helper('newFrame'));
    code.set(local);
    code.end();
  }

  /** A value whose id is in a local or constant. */
  protected made(value: Value): Value {
    if (value.kind !== 'frame') return value;
    this.makeFrame();
    return { kind: 'local', index: this.hold('frame', i32), isWide: false, isTemporary: false };
  }

  protected pop(): Value {
    const value = this.stack.pop() ?? none;
    this.release(value);
    return value;
  }

  /** Without giving its local back yet. */
  protected take(): Value {
    return this.stack.pop() ?? none;
  }

  protected release(value: Value): void {
    if (value.kind === 'local' && value.isTemporary)
      (value.isWide ? this.free.wide : this.free.narrow).push(value.index);
  }

  protected push(value: Value): void {
    this.stack.push(value);
  }

  /** The id on the operand stack becomes that of a new value. */
  protected pushMade(isWide = false): Value {
    const value = this.temporary(isWide);
    this.code.set(value.index);
    this.push(value);
    return value;
  }

  // Blocks.

  protected key = (block: Block, which: number): string => `${block.index}:${which}`;

  /** Where a block's result, or a loop's parameter, has its id. */
  protected joined(block: Block, which: number, type: ValueType): Value {
    if (!this.dynamic.has(this.key(block, which))) return none;
    const index = this.hold(`join ${this.key(block, which)}`, type);
    return { kind: 'local', index, isWide: type === i64, isTemporary: false };
  }

  /** Gives the values on top of the stack to a block. */
  protected deliver(block: Block, types: readonly ValueType[], first = this.stack.length - types.length): void {
    types.forEach((type, which) => {
      if (type !== i32 && type !== i64) return;
      const value = this.stack[first + which] ?? none;
      const key = this.key(block, which);
      if (value.kind !== 'none' && !this.dynamic.has(key)) {
        this.dynamic.add(key);
        this.changed = true;
      }
      const target = this.joined(block, which, type);
      if (target.kind === 'local') this.assign(target.index, value, target.isWide);
    });
  }

  protected labelTypes = (block: Block): readonly ValueType[] =>
    block.op === Opcode.Loop ? block.type.params : block.type.results;

  protected branch(label: number): void {
    const block = this.blocks[this.blocks.length - 1 - label];
    if (block.op !== Opcode.Loop) block.isReachedAtEnd = true;
    this.deliver(block, this.labelTypes(block));
  }
}
