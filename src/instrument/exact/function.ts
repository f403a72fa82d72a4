import {
  Capability,
  capabilityBase,
  Gone,
  hostArguments,
  hostResult,
  hostWords,
  libraryArguments,
  libraryWords,
  Provenance,
  provenanceBase,
  thrownWord,
} from '../../abi/exact-layout.js';
import { pageSize, programLimit } from '../../abi/layout.js';
import { libraryFunctions } from '../../abi/library-functions.js';
import { isSignpost } from '../../static/signposts.js';
import { writeInstr } from '../../wasm/encode.js';
import { accessShapes } from '../../wasm/memory-access.js';
import { Opcode } from '../../wasm/opcodes.js';
import { type Signatures, signatureOf } from '../../wasm/signatures.js';
import { type FuncBody, type FuncType, type Instr, ValueType } from '../../wasm/types.js';
import { Code } from '../code.js';
import { chargeBulk, chargeFuel, FuelPrice } from '../fuel.js';
import type { LibraryHook } from '../library-hook.js';
import type { HelperName } from './helpers.js';
import type { ObjectMark } from './marks.js';
import { frame, isSame, none, type StaticObject, type Value } from './values.js';

export type ExactImport =
  | 'access'
  | 'range'
  | 'recycle'
  | 'metMember'
  | 'nullArgument'
  | 'fuelOut'
  | 'stackOverflow'
  | 'setjmp'
  | 'longjmp';

/** What a function's translation asks of the module it is in. */
export interface ExactContext {
  readonly signatures: Signatures;
  mapFunction(index: number): number;
  /** The type with ids behind its parameters and results. */
  extended(type: number): number;
  helper(name: HelperName): number;
  import(name: ExactImport): number;
  readonly globals: { readonly fuel: number; readonly stackLow: number; readonly callee: number };
  readonly stackPointer: number;
  readonly stackLimit: number;
  readonly isImport: (index: number) => boolean;
  /** Calls that stand for something else and are left out: checks of arithmetic, redzones. */
  readonly isLeftOut: (index: number) => boolean;
  readonly marks: readonly (ObjectMark | undefined)[];
  object(index: number): StaticObject | undefined;
  readonly library: ReadonlyMap<number, LibraryHook>;
  /** The place of an access in the table of members met, -1 when there is no room. */
  site(): number;
  /** Notes an origin for messages and gives its number. */
  origin(origin: Origin): number;
}

/** Where an object comes from, as far as the code says. */
export interface Origin {
  readonly kind: 'local' | 'frame' | 'alloca' | 'member' | 'varargs';
  readonly name: string;
  readonly line: number;
  /** Of a member. */
  readonly elementSize?: number;
  /** Address in the original code. */
  readonly at: number;
}

interface Block {
  readonly op: number;
  readonly index: number;
  readonly height: number;
  readonly type: FuncType;
  /** Parameters' values, for the other arm of an `if`. */
  readonly params: readonly Value[];
  isReachedAtEnd: boolean;
}

type LocalState = { kind: 'unset' } | Value;

const wideZero = 0n;
const { i32, i64 } = ValueType;

/**
 * One function with provenance: beside every value that may be a pointer goes the id of the object it came from.
 * Operands stay where they are on Wasm's own stack; ids live in locals, and where nothing can have one nothing is
 * written. The function is walked until nothing new is learned of its locals; the last walk is what is written.
 */
export class ExactFunction {
  code = new Code();
  #locals: ValueType[] = [];
  #stack: Value[] = [];
  #blocks: Block[] = [];
  #free: { narrow: number[]; wide: number[] } = { narrow: [], wide: [] };
  #held = new Map<string, number>();
  /** What each local may hold, learned over walks. */
  readonly #states: LocalState[] = [];
  /** Results of blocks, and parameters of loops, that may have a provenance: `index of the block:which`. */
  readonly #dynamic = new Set<string>();
  #changed = false;
  #usesFrame = false;
  #usesEntry = false;
  readonly #objects = new Set<number>();
  #pendingVarargs: number | undefined;
  readonly #params: number;
  readonly #extra: number;

  constructor(
    readonly context: ExactContext,
    readonly body: FuncBody,
    readonly type: FuncType,
    readonly options: {
      readonly isUser: boolean;
      readonly isRecursive: boolean;
      readonly entered: 'setjmp' | 'longjmp' | undefined;
    },
  ) {
    this.#params = type.params.length;
    this.#extra = type.params.filter((each) => each === i32).length;
    for (let i = 0; i < this.#params + body.locals.length; i++) this.#states.push({ kind: 'unset' });
  }

  translate(): { locals: readonly ValueType[]; code: Code } {
    do {
      this.#changed = false;
      this.#walk();
    } while (this.#changed);
    return { locals: this.#locals, code: this.code };
  }

  #walk(): void {
    this.code = new Code();
    this.#locals = [...this.body.locals];
    this.#stack = [];
    this.#free = { narrow: [], wide: [] };
    this.#held = new Map();
    this.#pendingVarargs = undefined;
    const { code } = this;
    const results: FuncType = { params: [], results: this.type.results };
    this.#blocks = [{ op: Opcode.Block, index: -1, height: 0, type: results, params: [], isReachedAtEnd: false }];
    const { entered } = this.options;
    const instructions = this.body.code;
    if (entered) {
      code.get(0);
      code.globalGet(this.context.stackPointer);
      code.call(this.context.import(entered));
      chargeFuel(code, this.context.globals.fuel, FuelPrice.jump);
    }
    if (this.options.isRecursive) {
      code.mark(instructions[0].at);
      this.#spendFuel();
    }
    if (this.#usesEntry) {
      code.globalGet(this.context.stackPointer);
      code.set(this.#hold('entry', i32));
    }
    // All ways out lead to the end, where the function's objects go.
    code.writer.byte(Opcode.Block);
    const [result] = this.type.results;
    code.writer.byte(result ?? 0x40);
    let skipped = 0;
    for (let i = 0; i < instructions.length; i++) {
      const each = instructions[i];
      if (this.#isDead) {
        if (each.op >= Opcode.Block && each.op <= Opcode.If) skipped++;
        else if (each.op === Opcode.Try) skipped++;
        else if (skipped > 0) {
          if (each.op === Opcode.End || each.op === Opcode.Delegate) skipped--;
        } else if (endsArm.has(each.op)) {
          code.mark(each.at);
          this.#instruction(each, i);
        }
        continue;
      }
      code.mark(each.at);
      this.#instruction(each, i);
    }
  }

  #isDead = false;

  #die(): void {
    const { height } = this.#blocks[this.#blocks.length - 1];
    while (this.#stack.length > height) this.#pop();
    this.#isDead = true;
  }

  // Locals.

  #local(index: number): number {
    return index < this.#params ? index : index + this.#extra;
  }

  #typeOf(index: number): ValueType {
    return index < this.#params ? this.type.params[index] : this.body.locals[index - this.#params];
  }

  #newLocal(type: ValueType): number {
    return this.#params + this.#extra + this.#locals.push(type) - 1;
  }

  #hold(key: string, type: ValueType): number {
    const known = this.#held.get(key);
    if (known !== undefined) return known;
    const index = this.#newLocal(type);
    this.#held.set(key, index);
    return index;
  }

  #temporary(isWide = false): Value & { kind: 'local' } {
    const list = isWide ? this.#free.wide : this.#free.narrow;
    const index = list.pop() ?? this.#newLocal(isWide ? i64 : i32);
    return { kind: 'local', index, isWide, isTemporary: true };
  }

  /** Where a variable's id is, for one that may have any. */
  #idOf(variable: number): number {
    if (variable < this.#params) {
      let index = this.#params;
      for (let i = 0; i < variable; i++) if (this.type.params[i] === i32) index++;
      return index;
    }
    return this.#hold(`id ${variable}`, this.#typeOf(variable));
  }

  #variable(index: number): Value {
    const type = this.#typeOf(index);
    if (index < this.#params) {
      return type === i32 ? { kind: 'local', index: this.#idOf(index), isWide: false, isTemporary: false } : none;
    }
    const state = this.#states[index];
    if (state.kind === 'unset') return none;
    if (state.kind !== 'local') return state;
    return { kind: 'local', index: this.#idOf(index), isWide: type === i64, isTemporary: false };
  }

  #learn(index: number, value: Value): void {
    const state = this.#states[index];
    // Which constant it is may differ from place to place.
    const plain: Value = value.kind === 'none' ? none : value;
    if (state.kind === 'unset') {
      this.#states[index] =
        plain.kind === 'constant' ? { kind: 'constant', id: plain.id, object: plain.object } : plain;
      this.#changed = true;
    } else if (state.kind !== 'local' && !isSame(state, plain)) {
      this.#states[index] = { kind: 'local', index: -1, isWide: false, isTemporary: false };
      this.#changed = true;
    }
  }

  #assignVariable(index: number, value: Value): void {
    const type = this.#typeOf(index);
    if (type !== i32 && type !== i64) return;
    if (index < this.#params) {
      if (type !== i32) return;
      this.#keep(this.#idOf(index));
      this.#assign(this.#idOf(index), value, false);
      return;
    }
    this.#learn(index, value);
    if (this.#states[index].kind !== 'local') return;
    const id = this.#idOf(index);
    this.#keep(id);
    this.#assign(id, value, type === i64);
  }

  /** Values on the stack whose id is in a local that is about to change get a copy. */
  #keep(id: number): void {
    this.#stack.forEach((value, i) => {
      if (value.kind === 'local' && value.index === id && !value.isTemporary) this.#stack[i] = this.#copied(value);
    });
  }

  #copied(value: Value & { kind: 'local' }): Value {
    const copy = this.#temporary(value.isWide);
    this.code.get(value.index);
    this.code.set(copy.index);
    return copy;
  }

  #assign(local: number, value: Value, isWide: boolean): void {
    this.#pushId(value, isWide);
    this.code.set(local);
  }

  /** The id itself, on the stack. */
  #pushId(value: Value, isWide = false): void {
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
        this.#makeFrame();
        code.get(this.#hold('frame', i32));
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
  #entry(): number {
    if (!this.#usesEntry) {
      this.#usesEntry = true;
      this.#changed = true;
    }
    return this.#hold('entry', i32);
  }

  #makeFrame(): void {
    const { code, context } = this;
    if (!this.#usesFrame) {
      this.#usesFrame = true;
      this.#changed = true;
    }
    const local = this.#hold('frame', i32);
    code.get(local);
    code.op(Opcode.I32Eqz);
    code.ifUnlikely();
    code.globalGet(context.stackPointer);
    code.get(this.#entry());
    code.i32(context.origin({ kind: 'frame', name: '', line: 0, at: this.body.code[0].at }));
    code.call(context.helper('newFrame'));
    code.set(local);
    code.end();
  }

  /** A value whose id is in a local or constant. */
  #made(value: Value): Value {
    if (value.kind !== 'frame') return value;
    this.#makeFrame();
    return { kind: 'local', index: this.#hold('frame', i32), isWide: false, isTemporary: false };
  }

  #pop(): Value {
    const value = this.#stack.pop() ?? none;
    this.#release(value);
    return value;
  }

  /** Without giving its local back yet. */
  #take(): Value {
    return this.#stack.pop() ?? none;
  }

  #release(value: Value): void {
    if (value.kind === 'local' && value.isTemporary)
      (value.isWide ? this.#free.wide : this.#free.narrow).push(value.index);
  }

  #push(value: Value): void {
    this.#stack.push(value);
  }

  /** The id on the operand stack becomes that of a new value. */
  #pushMade(isWide = false): Value {
    const value = this.#temporary(isWide);
    this.code.set(value.index);
    this.#push(value);
    return value;
  }

  // Blocks.

  #key = (block: Block, which: number): string => `${block.index}:${which}`;

  /** Where a block's result, or a loop's parameter, has its id. */
  #joined(block: Block, which: number, type: ValueType): Value {
    if (!this.#dynamic.has(this.#key(block, which))) return none;
    const index = this.#hold(`join ${this.#key(block, which)}`, type);
    return { kind: 'local', index, isWide: type === i64, isTemporary: false };
  }

  /** Gives the values on top of the stack to a block. */
  #deliver(block: Block, types: readonly ValueType[], first = this.#stack.length - types.length): void {
    types.forEach((type, which) => {
      if (type !== i32 && type !== i64) return;
      const value = this.#stack[first + which] ?? none;
      const key = this.#key(block, which);
      if (value.kind !== 'none' && !this.#dynamic.has(key)) {
        this.#dynamic.add(key);
        this.#changed = true;
      }
      const target = this.#joined(block, which, type);
      if (target.kind === 'local') this.#assign(target.index, value, target.isWide);
    });
  }

  #labelTypes = (block: Block): readonly ValueType[] =>
    block.op === Opcode.Loop ? block.type.params : block.type.results;

  #branch(label: number): void {
    const block = this.#blocks[this.#blocks.length - 1 - label];
    if (block.op !== Opcode.Loop) block.isReachedAtEnd = true;
    this.#deliver(block, this.#labelTypes(block));
  }

  #open(each: Instr, index: number): void {
    const { code } = this;
    const type = this.context.signatures.block(each.x);
    // Inside, a variable may change on one way and not on another.
    this.#stack.forEach((value, i) => {
      if (value.kind === 'local' && !value.isTemporary) this.#stack[i] = this.#copied(value);
    });
    const height = this.#stack.length - type.params.length;
    const params = this.#stack.slice(height);
    const block: Block = { op: each.op, index, height, type, params, isReachedAtEnd: false };
    if (each.op === Opcode.Loop) {
      this.#deliver(block, type.params, height);
      this.#stack.length = height;
      type.params.forEach((param, which) => {
        this.#push(this.#joined(block, which, param));
      });
    }
    this.#blocks.push(block);
    writeInstr(code.writer, each);
    if (each.op === Opcode.Loop) this.#spendFuel();
  }

  #endArm(): void {
    const block = this.#blocks[this.#blocks.length - 1];
    if (!this.#isDead) {
      this.#deliver(block, block.type.results);
      block.isReachedAtEnd = true;
      while (this.#stack.length > block.height) this.#pop();
    }
    this.#isDead = false;
  }

  #close(each: Instr): void {
    const block = this.#blocks[this.#blocks.length - 1];
    this.#endArm();
    this.#stack.length = block.height;
    this.#blocks.pop();
    if (this.#blocks.length === 0) {
      this.code.end();
      this.#leave(block);
      this.code.end();
      return;
    }
    writeInstr(this.code.writer, each);
    block.type.results.forEach((type, which) => {
      this.#push(this.#joined(block, which, type));
    });
  }

  /** At the function's end: its objects go, its result's id is given. */
  #leave(block: Block): void {
    const { code, context } = this;
    const kill = (local: number): void => {
      code.get(local);
      code.ifUnlikely();
      code.get(local);
      code.i32(Gone.Returned);
      code.call(context.helper('kill'));
      code.end();
    };
    if (this.#usesFrame) kill(this.#hold('frame', i32));
    for (const number of this.#objects) {
      kill(this.#hold(`object ${number}`, i32));
      // What went with its scope is now gone with its function.
      const last = this.#held.get(`last ${number}`);
      if (last !== undefined) kill(last);
    }
    block.type.results.forEach((type, which) => {
      if (type === i32) this.#pushId(this.#joined(block, which, type));
    });
  }

  #spendFuel(): void {
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

  #instruction(each: Instr, index: number): void {
    const { op } = each;
    const { code } = this;
    if (accessShapes[op]) {
      if (op >= Opcode.I32Store) this.#store(each);
      else this.#load(each);
      return;
    }
    const name = handlerNames.get(op);
    if (name !== undefined) {
      this.handle[name](each, index);
      return;
    }
    if (isSignpost(op)) return;
    const signature = signatureOf(op);
    if (!signature) throw new Error(`an exact module can't have instruction ${op}`);
    for (const _ of signature.params) this.#pop();
    writeInstr(code.writer, each);
    for (const _ of signature.results) this.#push(none);
  }

  /** What becomes of instructions that do more than take and give numbers. */
  readonly handle = {
    block: (each: Instr, index: number): void => this.#open(each, index),
    if: (each: Instr, index: number): void => {
      this.#pop();
      this.#open(each, index);
    },
    else: (each: Instr): void => {
      const block = this.#blocks[this.#blocks.length - 1];
      this.#endArm();
      this.#stack.length = block.height;
      for (const param of block.params) this.#push(param.kind === 'local' ? { ...param, isTemporary: false } : param);
      writeInstr(this.code.writer, each);
    },
    catch: (each: Instr): void => {
      const block = this.#blocks[this.#blocks.length - 1];
      this.#endArm();
      this.#stack.length = block.height;
      writeInstr(this.code.writer, each);
      if (each.op !== Opcode.Catch) return;
      const { params } = this.context.signatures.type(this.context.signatures.tags[each.x]);
      for (const param of params) {
        if (param !== i32) {
          this.#push(none);
          continue;
        }
        this.code.i32(0);
        this.code.memory(Opcode.I32Load, thrownWord);
        this.#pushMade();
      }
    },
    end: (each: Instr): void => this.#close(each),
    throw: (each: Instr): void => {
      const { params } = this.context.signatures.type(this.context.signatures.tags[each.x]);
      for (const param of [...params].reverse()) {
        const value = this.#take();
        if (param === i32) {
          this.code.i32(0);
          this.#pushId(value);
          this.code.memory(Opcode.I32Store, thrownWord);
        }
        this.#release(value);
      }
      writeInstr(this.code.writer, each);
      this.#die();
    },
    leave: (each: Instr): void => {
      writeInstr(this.code.writer, each);
      this.#die();
    },
    br: (each: Instr): void => {
      this.#branch(each.x);
      writeInstr(this.code.writer, each);
      this.#die();
    },
    br_if: (each: Instr): void => {
      this.#pop();
      this.#branch(each.x);
      writeInstr(this.code.writer, each);
    },
    br_table: (each: Instr): void => {
      this.#pop();
      for (const label of new Set(each.list)) this.#branch(label);
      writeInstr(this.code.writer, each);
      this.#die();
    },
    return: (): void => {
      const label = this.#blocks.length - 1;
      this.#branch(label);
      this.code.br(label);
      this.#die();
    },
    call: (each: Instr): void => this.#call(each),
    call_indirect: (each: Instr): void => {
      const { code } = this;
      this.#pop();
      const pointer = this.#hold('callee', i32);
      code.tee(pointer);
      code.globalSet(this.context.globals.callee);
      const type = this.context.signatures.type(each.x);
      this.#pushArguments(type, undefined);
      code.get(pointer);
      code.op(each.op);
      code.writer.u32(this.context.extended(each.x));
      code.writer.u32(each.y);
      this.#results(type);
    },
    drop: (each: Instr): void => {
      this.#pop();
      writeInstr(this.code.writer, each);
    },
    select: (each: Instr): void => {
      const { code } = this;
      this.#pop();
      const b = this.#take();
      const a = this.#take();
      if (isSame(a, b)) {
        writeInstr(code.writer, each);
        this.#release(b);
        this.#push(a.kind === 'none' || a.kind === 'constant' ? unplaced(a) : a);
        return;
      }
      const isWide = (a.kind === 'local' && a.isWide) || (b.kind === 'local' && b.isWide);
      const condition = this.#hold('condition', i32);
      code.tee(condition);
      writeInstr(code.writer, each);
      this.#pushId(a, isWide);
      this.#pushId(b, isWide);
      code.get(condition);
      code.op(Opcode.Select);
      this.#release(a);
      this.#release(b);
      this.#pushMade(isWide);
    },
    'local.get': (each: Instr): void => {
      this.code.get(this.#local(each.x));
      this.#push(this.#variable(each.x));
    },
    'local.set': (each: Instr): void => {
      this.code.set(this.#local(each.x));
      const value = this.#take();
      this.#assignVariable(each.x, value);
      this.#release(value);
    },
    'local.tee': (each: Instr): void => {
      this.code.tee(this.#local(each.x));
      const value = this.#stack[this.#stack.length - 1] ?? none;
      this.#assignVariable(each.x, value);
    },
    'global.get': (each: Instr): void => {
      writeInstr(this.code.writer, each);
      this.#push(each.x === this.context.stackPointer ? frame : none);
    },
    'global.set': (each: Instr): void => {
      this.#pop();
      if (each.x === this.context.stackPointer) this.#setStackPointer();
      else writeInstr(this.code.writer, each);
    },
    'i32.const': (each: Instr): void => {
      writeInstr(this.code.writer, each);
      const object = each.y > 0 ? this.context.object(each.y - 1) : undefined;
      this.#push(
        object ? { kind: 'constant', id: object.id, object, address: each.x } : { kind: 'none', value: each.x },
      );
    },
    'i32.add': (each: Instr): void => this.#add(each),
    'i32.sub': (each: Instr): void => this.#subtract(each),
    'i32.and': (each: Instr): void => this.#mask(each),
    'i32.or': (each: Instr): void => this.#combine(each),
    'i32.xor': (each: Instr): void => this.#combine(each),
    'i64.extend_i32_u': (each: Instr): void => this.#extend(each),
    'i64.extend_i32_s': (each: Instr): void => this.#extend(each),
    'i32.wrap_i64': (each: Instr): void => {
      writeInstr(this.code.writer, each);
      const value = this.#take();
      if (value.kind !== 'local') {
        this.#push(none);
        return;
      }
      this.#pushId(value);
      this.#release(value);
      this.#pushMade();
    },
    'memory.size': (): void => {
      this.code.i32(programLimit / pageSize);
      this.#push(none);
    },
    'memory.grow': (): void => {
      this.#pop();
      this.code.op(Opcode.Drop);
      this.code.i32(-1);
      this.#push(none);
    },
    'memory.copy': (each: Instr): void => this.#bulk(each),
    'memory.fill': (each: Instr): void => this.#bulk(each),
    nop: (): void => {},
  };

  #extend(each: Instr): void {
    writeInstr(this.code.writer, each);
    const value = this.#take();
    if (value.kind === 'none') {
      this.#push(none);
      return;
    }
    this.#pushId(value, true);
    this.#release(value);
    this.#pushMade(true);
  }

  #setStackPointer(): void {
    const { code, context } = this;
    const pointer = this.#hold('pointer', i32);
    code.tee(pointer);
    code.globalSet(context.stackPointer);
    code.get(pointer);
    code.globalGet(context.globals.stackLow);
    code.op(Opcode.I32LtS);
    code.ifUnlikely();
    code.get(pointer);
    code.globalSet(context.globals.stackLow);
    code.get(pointer);
    code.i32(context.stackLimit);
    code.op(Opcode.I32LtS);
    code.ifUnlikely();
    code.get(pointer);
    code.call(context.import('stackOverflow'));
    code.end();
    code.end();
  }

  /** A pointer and a number: the pointer's object, wherever that leads. */
  #moved(base: Value, by: Value & { kind: 'none' }, sign: 1 | -1): Value {
    if (base.kind === 'frame') return by.value !== undefined ? frame : this.#made(frame);
    if (base.kind === 'constant') {
      const address =
        base.address !== undefined && by.value !== undefined ? (base.address + sign * by.value) | 0 : undefined;
      return { kind: 'constant', id: base.id, object: base.object, address };
    }
    return base;
  }

  #add(each: Instr): void {
    const { code } = this;
    const b = this.#take();
    const a = this.#take();
    writeInstr(code.writer, each);
    if (a.kind === 'none' && b.kind === 'none') {
      const value = a.value !== undefined && b.value !== undefined ? (a.value + b.value) | 0 : undefined;
      this.#push({ kind: 'none', value });
    } else if (b.kind === 'none') this.#pushMoved(a, b, 1);
    else if (a.kind === 'none') this.#pushMoved(b, a, 1);
    else this.#pushBoth(a, b);
  }

  #pushMoved(base: Value, by: Value & { kind: 'none' }, sign: 1 | -1): void {
    const moved = this.#moved(base, by, sign);
    const isBack = by.value !== undefined && sign * by.value < 0;
    if (!isBack || moved.kind !== 'local' || moved.isWide || !this.options.isUser) {
      this.#push(moved);
      return;
    }
    // container_of: from a member back to its struct.
    const { code, context } = this;
    const address = this.#hold('address', i32);
    const made = this.#temporary();
    code.tee(address);
    code.get(moved.index);
    code.set(made.index);
    code.get(moved.index);
    code.memory(Opcode.I32Load, capabilityBase + Capability.parent);
    code.ifUnlikely();
    code.get(address);
    code.get(moved.index);
    code.call(context.helper('widen'));
    code.set(made.index);
    code.end();
    this.#release(moved);
    this.#push(made);
  }

  /** Two values that may both be pointers: if both are, nobody knows which was meant. */
  #pushBoth(a: Value, b: Value): void {
    const { code } = this;
    const [left, right] = [this.#made(a), this.#made(b)];
    code.i32(Provenance.Unknown);
    this.#pushId(left);
    this.#pushId(right);
    code.op(Opcode.I32Or);
    this.#pushId(left);
    code.i32(0);
    code.op(Opcode.I32Ne);
    this.#pushId(right);
    code.i32(0);
    code.op(Opcode.I32Ne);
    code.op(Opcode.I32And);
    code.op(Opcode.Select);
    this.#release(a);
    this.#release(b);
    this.#pushMade();
  }

  #subtract(each: Instr): void {
    const { code } = this;
    const b = this.#take();
    const a = this.#take();
    writeInstr(code.writer, each);
    if (b.kind === 'none') {
      if (a.kind === 'none') {
        const value = a.value !== undefined && b.value !== undefined ? (a.value - b.value) | 0 : undefined;
        this.#push({ kind: 'none', value });
      } else this.#pushMoved(a, b, -1);
      return;
    }
    if (isSame(a, b)) {
      this.#release(a);
      this.#release(b);
      this.#push(none);
      return;
    }
    const [left, right] = [this.#made(a), this.#made(b)];
    this.#pushId(right);
    code.writer.byte(Opcode.If);
    code.writer.byte(i32);
    this.#pushId(left);
    this.#pushId(right);
    code.call(this.context.helper('difference'));
    code.otherwise();
    this.#pushId(left);
    code.end();
    this.#release(a);
    this.#release(b);
    this.#pushMade();
  }

  /** Alignment and tags: a mask that keeps the high bits keeps the object, one that keeps only low bits a number. */
  #mask(each: Instr): void {
    const b = this.#stack[this.#stack.length - 1] ?? none;
    const a = this.#stack[this.#stack.length - 2] ?? none;
    const constant = b.kind === 'none' ? b.value : a.kind === 'none' ? a.value : undefined;
    if (constant !== undefined && constant >= 0) {
      writeInstr(this.code.writer, each);
      this.#pop();
      this.#pop();
      this.#push(none);
    } else this.#combine(each);
  }

  #combine(each: Instr): void {
    const b = this.#take();
    const a = this.#take();
    writeInstr(this.code.writer, each);
    if (a.kind === 'none' && b.kind === 'none') this.#push(none);
    else if (b.kind === 'none') this.#push(b.value === undefined ? this.#made(unplaced(a)) : unplaced(a));
    else if (a.kind === 'none') this.#push(a.value === undefined ? this.#made(unplaced(b)) : unplaced(b));
    else this.#pushBoth(a, b);
  }

  // Memory.

  /** The object an access is to be judged by: of a memory operand with an object's address in it, that object. */
  #meant(each: Instr, address: Value): Value {
    const object = each.list ? this.context.object(each.list[0]) : undefined;
    if (!object) return address;
    const at = address.kind === 'none' && address.value !== undefined ? address.value : undefined;
    return { kind: 'constant', id: object.id, object, address: at };
  }

  /** Whether an access is right whatever happens. */
  #isSafe(value: Value, offset: number, size: number, isWrite: boolean): boolean {
    if (value.kind === 'frame') return true;
    if (value.kind !== 'constant' || !value.object || value.address === undefined) return false;
    const { start, size: room, isConstant } = value.object;
    const from = value.address + offset - start;
    return from >= 0 && from + size <= room && !(isWrite && isConstant);
  }

  /** Calls out unless [address + offset, + size) lies in the object. The address is in a local. */
  #check(address: number, each: Instr, size: number, value: Value, isWrite: boolean): void {
    if (this.#isSafe(value, each.y, size, isWrite)) return;
    const { code, context } = this;
    const pushAddress = (): void => {
      code.get(address);
      if (each.y !== 0) {
        code.i32(each.y);
        code.op(Opcode.I32Add);
      }
    };
    const callOut = (): void => {
      pushAddress();
      code.i32(size | (isWrite ? 0x100 : 0));
      this.#pushId(value);
      code.i32(each.at);
      if (value.kind === 'local') {
        code.i32(this.options.isUser ? this.#site(each) : -1);
        code.call(context.helper('judge'));
      } else code.call(context.import('access'));
    };
    if (value.kind === 'none' || (value.kind === 'constant' && value.object?.isConstant && isWrite)) {
      callOut();
      return;
    }
    const object = value.kind === 'constant' ? value.object : undefined;
    if (object) {
      code.get(address);
      code.i32((each.y - object.start) | 0);
      code.op(Opcode.I32Add);
    } else {
      pushAddress();
      this.#pushId(value);
      code.memory(Opcode.I32Load, capabilityBase + Capability.start);
      code.op(Opcode.I32Sub);
    }
    if (object) {
      // Start and size are known: one comparison.
      if (object.size >= size) {
        code.i32(object.size - size);
        code.op(Opcode.I32GtU);
      } else {
        code.op(Opcode.Drop);
        code.i32(1);
      }
    } else {
      const limit = isWrite ? Capability.writable : Capability.readable;
      if (size === 1) {
        this.#pushId(value);
        code.memory(Opcode.I32Load, capabilityBase + limit);
        code.op(Opcode.I32GeU);
      } else {
        code.op(Opcode.I64ExtendI32U);
        code.i64(BigInt(size));
        code.op(Opcode.I64Add);
        this.#pushId(value);
        code.memory(Opcode.I64Load32U, capabilityBase + limit);
        code.op(Opcode.I64GtU);
      }
    }
    code.ifUnlikely();
    callOut();
    code.end();
  }

  /** The same however often the function is walked. */
  #site(each: Instr): number {
    let site = this.#sites.get(each);
    if (site === undefined) this.#sites.set(each, (site = this.context.site()));
    return site;
  }

  readonly #sites = new Map<Instr, number>();

  #load(each: Instr): void {
    const { code } = this;
    const { size, type } = accessShapes[each.op];
    const popped = this.#take();
    const value = this.#meant(each, popped);
    const carries = each.op === Opcode.I32Load || each.op === Opcode.I64Load;
    if (this.#isSafe(value, each.y, size, false) && !carries) {
      writeInstr(code.writer, each);
      this.#release(popped);
      this.#push(none);
      return;
    }
    const address = this.#hold('address', i32);
    code.set(address);
    this.#check(address, each, size, value, false);
    this.#release(popped);
    code.get(address);
    writeInstr(code.writer, each);
    if (!carries) {
      this.#push(none);
      return;
    }
    code.get(address);
    code.memory(each.op, provenanceBase + each.y);
    this.#pushMade(type === i64);
  }

  #store(each: Instr): void {
    const { code } = this;
    const { size, type } = accessShapes[each.op];
    const stored = this.#take();
    const popped = this.#take();
    const value = this.#meant(each, popped);
    const address = this.#hold('address', i32);
    const held = this.#hold(`value ${type}`, type);
    code.set(held);
    code.set(address);
    this.#check(address, each, size, value, true);
    code.get(address);
    code.get(held);
    writeInstr(code.writer, each);
    code.get(address);
    if (size === 8) {
      this.#pushId(each.op === Opcode.I64Store ? stored : none, true);
      code.memory(Opcode.I64Store, provenanceBase + each.y);
    } else if (each.op === Opcode.I32Store) {
      this.#pushId(stored);
      code.memory(Opcode.I32Store, provenanceBase + each.y);
    } else if (size === 4) {
      code.i32(0);
      code.memory(Opcode.I32Store, provenanceBase + each.y);
    } else {
      // A part of a word: what pointer was there is one no longer.
      if (each.y % 4 !== 0) {
        code.i32(each.y);
        code.op(Opcode.I32Add);
      }
      code.i32(-4);
      code.op(Opcode.I32And);
      code.i32(0);
      code.memory(Opcode.I32Store, provenanceBase + (each.y % 4 === 0 ? each.y : 0));
    }
    this.#release(stored);
    this.#release(popped);
  }

  #bulk(each: Instr): void {
    const { code, context } = this;
    this.#pop();
    const second = this.#take();
    const first = this.#take();
    const [to, from, size] = ['to', 'from', 'size'].map((name) => this.#hold(name, i32));
    code.set(size);
    code.set(from);
    code.set(to);
    chargeBulk(code, context.globals.fuel, size);
    const check = (start: number, value: Value, isWrite: number): void => {
      code.get(start);
      code.get(size);
      code.i32(isWrite);
      this.#pushId(value);
      code.i32(each.at);
      code.call(context.helper('range'));
    };
    const isCopy = each.op === Opcode.MemoryCopy;
    if (isCopy) check(from, second, 0);
    check(to, first, 1);
    for (const local of [to, from, size]) code.get(local);
    writeInstr(code.writer, each);
    const beside = (local: number): void => {
      code.get(local);
      code.i32(provenanceBase);
      code.op(Opcode.I32Add);
    };
    beside(to);
    if (isCopy) beside(from);
    else code.i32(0);
    code.get(size);
    writeInstr(code.writer, each);
    this.#release(first);
    this.#release(second);
  }

  // Calls.

  /** Behind the arguments, which are on the operand stack, their ids. */
  #pushArguments(type: FuncType, hook: LibraryHook | undefined): void {
    const { code, context } = this;
    const values = this.#stack.splice(this.#stack.length - type.params.length, type.params.length);
    const varargs = this.#varargs(values, type);
    const isBlock = hook !== undefined && !libraryFunctions[hook.number].isText;
    values.forEach((value, i) => {
      if (type.params[i] !== i32) return;
      if (i === values.length - 1 && varargs !== undefined) code.get(varargs);
      else this.#pushId(value);
      // To functions that take blocks a member is no more than a place in its object.
      if (isBlock && value.kind === 'local') code.call(context.helper('root'));
    });
    for (const value of values) this.#release(value);
  }

  /** The last argument of a call with `…` is where the backend put what stands there: an object of its own. */
  #varargs(values: readonly Value[], type: FuncType): number | undefined {
    const size = this.#pendingVarargs;
    const last = values[values.length - 1];
    if (size === undefined || last?.kind !== 'frame' || type.params[values.length - 1] !== i32) return undefined;
    this.#pendingVarargs = undefined;
    const { code, context } = this;
    const pointer = this.#hold('varargs pointer', i32);
    const id = this.#hold('object -1', i32);
    this.#objects.add(-1);
    code.tee(pointer);
    code.get(pointer);
    code.i32(size);
    code.i32(context.origin({ kind: 'varargs', name: '', line: 0, at: this.body.code[0].at }));
    code.call(context.helper('newObject'));
    code.set(id);
    return id;
  }

  #results(type: FuncType): void {
    for (const result of type.results) {
      if (result === i32) this.#pushMade();
      else this.#push(none);
    }
  }

  #call(each: Instr): void {
    const { code, context } = this;
    const type = context.signatures.function(each.x);
    const mark = context.marks[each.x];
    if (mark) return this.#mark(mark, each);
    if (context.isLeftOut(each.x)) {
      for (const _ of type.params) {
        this.#pop();
        code.op(Opcode.Drop);
      }
      return;
    }
    if (context.isImport(each.x)) return this.#callHost(each, type);
    const hook = context.library.get(each.at);
    if (hook) this.#announce(hook, type, each.at);
    this.#pushArguments(type, hook);
    code.call(context.mapFunction(each.x));
    this.#results(type);
    if (!hook) return;
    code.i32(0);
    code.i32(0);
    code.memory(Opcode.I32Store, libraryWords);
  }

  /** Says which library function the user's code is about to call. */
  #announce(hook: LibraryHook, { params }: FuncType, at: number): void {
    const { code } = this;
    const args = params.map((_, k) => this.#hold(`argument ${k}`, i32));
    for (const local of [...args].reverse()) code.set(local);
    const values = this.#stack.slice(this.#stack.length - params.length);
    const put = (word: number, push: () => void): void => {
      code.i32(0);
      push();
      code.memory(Opcode.I32Store, libraryWords + 4 * word);
    };
    put(0, () => code.i32(hook.number + 1));
    for (let k = 0; k < Math.min(libraryArguments, args.length); k++) {
      put(1 + k, () => code.get(args[k]));
      put(1 + libraryArguments + k, () => this.#pushId(values[k] ?? none));
    }
    // It may stop before it has read all that it is told to.
    const { reads, writes, nonnull } = libraryFunctions[hook.number];
    for (const { at: pointer, extent } of writes ? [] : reads) {
      if (typeof extent !== 'object' || !('exactly' in extent)) continue;
      code.get(args[pointer]);
      code.get(args[extent.exactly]);
      code.i32(0);
      this.#pushId(values[pointer] ?? none);
      code.call(this.context.helper('root'));
      code.i32(at);
      code.call(this.context.helper('range'));
    }
    // … and take NULL where the machine's would not.
    for (const parameter of nonnull) {
      code.get(args[parameter]);
      code.op(Opcode.I32Eqz);
      code.ifUnlikely();
      code.call(this.context.import('nullArgument'));
      code.end();
    }
    for (const local of args) code.get(local);
  }

  /** A function outside the module: it finds the ids of its arguments in memory, and leaves its result's there. */
  #callHost(each: Instr, type: FuncType): void {
    const { code, context } = this;
    chargeFuel(code, context.globals.fuel, FuelPrice.hostCall);
    const values = this.#stack.splice(this.#stack.length - type.params.length, type.params.length);
    let word = 0;
    values.forEach((value, i) => {
      if (type.params[i] !== i32 || word >= hostArguments) return;
      code.i32(0);
      this.#pushId(value);
      code.memory(Opcode.I32Store, hostWords + 4 * word++);
    });
    for (const value of values) this.#release(value);
    code.i32(0);
    code.i32(0);
    code.memory(Opcode.I32Store, hostResult);
    code.call(context.mapFunction(each.x));
    for (const result of type.results) {
      if (result === i32) {
        code.i32(0);
        code.memory(Opcode.I32Load, hostResult);
        this.#pushMade();
      } else this.#push(none);
    }
  }

  #mark(mark: ObjectMark, each: Instr): void {
    const { code, context } = this;
    switch (mark.kind) {
      case 'object': {
        const popped = this.#take();
        this.#release(popped);
        const object = this.#object(mark.number);
        const address = this.#hold('address', i32);
        code.tee(address);
        code.get(object);
        code.op(Opcode.I32Eqz);
        code.ifUnlikely();
        code.get(address);
        code.i32(mark.size);
        code.i32(context.origin({ kind: 'local', name: mark.name, line: mark.line, at: each.at }));
        code.call(context.helper('newObject'));
        code.set(object);
        // Where its frame ends.
        code.get(object);
        code.get(this.#entry());
        code.memory(Opcode.I32Store, capabilityBase + Capability.next);
        code.end();
        this.#push({ kind: 'local', index: object, isWide: false, isTemporary: false });
        return;
      }
      case 'scope': {
        const object = this.#object(mark.number);
        code.get(object);
        code.block(Opcode.If);
        code.get(object);
        code.i32(Gone.Scope);
        code.call(context.helper('kill'));
        code.get(object);
        code.set(this.#hold(`last ${mark.number}`, i32));
        code.i32(0);
        code.set(object);
        code.end();
        return;
      }
      case 'alloca': {
        this.#pop();
        this.#pop();
        const object = this.#object(mark.number);
        const [address, size] = [this.#hold('address', i32), this.#hold('size', i32)];
        code.set(size);
        code.tee(address);
        code.get(address);
        code.get(size);
        code.i32(context.origin({ kind: 'alloca', name: mark.name, line: mark.line, at: each.at }));
        code.call(context.helper('newObject'));
        code.set(object);
        code.get(object);
        this.#pushMade();
        return;
      }
      case 'member': {
        const popped = this.#take();
        if (popped.kind === 'none') {
          this.#push(none);
          return;
        }
        const address = this.#hold('address', i32);
        code.tee(address);
        code.get(address);
        this.#pushId(popped);
        for (const number of [mark.size, mark.offset, mark.structSize, mark.last]) code.i32(number);
        code.i32(
          context.origin({ kind: 'member', name: mark.name, line: 0, at: each.at, elementSize: mark.elementSize }),
        );
        code.call(context.helper('member'));
        this.#release(popped);
        this.#pushMade();
        return;
      }
      case 'varargs':
        this.#pendingVarargs = mark.size;
    }
  }

  /** The local that holds the id of one of the function's own objects. */
  #object(number: number): number {
    if (!this.#objects.has(number)) {
      this.#objects.add(number);
      this.#changed = true;
    }
    return this.#hold(`object ${number}`, i32);
  }
}

/** The same provenance at an address that is not known. */
function unplaced(value: Value): Value {
  if (value.kind === 'none') return none;
  return value.kind === 'constant' ? { kind: 'constant', id: value.id, object: value.object } : value;
}

/** Instructions behind which code can be reached again. */
const endsArm: ReadonlySet<number> = new Set([
  ...[Opcode.Else, Opcode.End, Opcode.Catch, Opcode.CatchAll, Opcode.Delegate],
]);

type HandlerName = keyof ExactFunction['handle'];

const handlerNames: ReadonlyMap<number, HandlerName> = new Map<number, HandlerName>([
  [Opcode.Block, 'block'],
  [Opcode.Loop, 'block'],
  [Opcode.Try, 'block'],
  [Opcode.If, 'if'],
  [Opcode.Else, 'else'],
  [Opcode.Catch, 'catch'],
  [Opcode.CatchAll, 'catch'],
  [Opcode.End, 'end'],
  [Opcode.Delegate, 'end'],
  [Opcode.Throw, 'throw'],
  [Opcode.Rethrow, 'leave'],
  [Opcode.Unreachable, 'leave'],
  [Opcode.Br, 'br'],
  [Opcode.BrIf, 'br_if'],
  [Opcode.BrTable, 'br_table'],
  [Opcode.Return, 'return'],
  [Opcode.Nop, 'nop'],
  [Opcode.Call, 'call'],
  [Opcode.CallIndirect, 'call_indirect'],
  [Opcode.Drop, 'drop'],
  [Opcode.Select, 'select'],
  [Opcode.LocalGet, 'local.get'],
  [Opcode.LocalSet, 'local.set'],
  [Opcode.LocalTee, 'local.tee'],
  [Opcode.GlobalGet, 'global.get'],
  [Opcode.GlobalSet, 'global.set'],
  [Opcode.I32Const, 'i32.const'],
  [Opcode.I32Add, 'i32.add'],
  [Opcode.I32Sub, 'i32.sub'],
  [Opcode.I32And, 'i32.and'],
  [Opcode.I32Or, 'i32.or'],
  [Opcode.I32Xor, 'i32.xor'],
  [Opcode.I64ExtendI32U, 'i64.extend_i32_u'],
  [Opcode.I64ExtendI32S, 'i64.extend_i32_s'],
  [Opcode.I32WrapI64, 'i32.wrap_i64'],
  [Opcode.MemorySize, 'memory.size'],
  [Opcode.MemoryGrow, 'memory.grow'],
  [Opcode.MemoryCopy, 'memory.copy'],
  [Opcode.MemoryFill, 'memory.fill'],
]);
