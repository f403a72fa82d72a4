import { Capability, capabilityBase, Provenance } from '../../abi/exact-layout.js';
import { writeInstr } from '../../wasm/encode.js';
import { Opcode } from '../../wasm/opcodes.js';
import { type Instr, ValueType } from '../../wasm/types.js';
import { FunctionBlocks } from './function-blocks.js';
import { frame, isSame, none, unplaced, type Value } from './values.js';

const { i32, i64 } = ValueType;

/** What sums, differences and masks of pointers are pointers to. */
export class FunctionArithmetic extends FunctionBlocks {
  protected extend(each: Instr): void {
    writeInstr(this.code.writer, each);
    // One id whatever the width.
    if (this.is64) return;
    const value = this.take();
    if (value.kind === 'none') {
      this.push(none);
      return;
    }
    this.pushId(value, true);
    this.release(value);
    this.pushMade(true);
  }

  protected setStackPointer(): void {
    const { code, context } = this;
    const pointer = this.hold('pointer', i32);
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
  protected moved(base: Value, by: Value & { kind: 'none' }, sign: 1 | -1): Value {
    if (base.kind === 'frame') return by.value !== undefined ? frame : this.made(frame);
    if (base.kind === 'constant') {
      const address =
        base.address !== undefined && by.value !== undefined ? this.wrapped(base.address + sign * by.value) : undefined;
      return { kind: 'constant', id: base.id, object: base.object, address };
    }
    return base;
  }

  /** As the machine computes it; numbers of 64 bits that are followed are small. */
  protected wrapped(value: number): number {
    return this.is64 ? value : value | 0;
  }

  protected add(each: Instr): void {
    const { code } = this;
    const b = this.take();
    const a = this.take();
    writeInstr(code.writer, each);
    if (a.kind === 'none' && b.kind === 'none') {
      const value = a.value !== undefined && b.value !== undefined ? this.wrapped(a.value + b.value) : undefined;
      this.push({ kind: 'none', value });
    } else if (b.kind === 'none') this.pushMoved(a, b, 1, each);
    else if (a.kind === 'none') this.pushMoved(b, a, 1, each);
    else this.pushBoth(a, b);
  }

  protected pushMoved(base: Value, by: Value & { kind: 'none' }, sign: 1 | -1, { op }: Instr): void {
    const moved = this.moved(base, by, sign);
    const isBack = by.value !== undefined && sign * by.value < 0;
    if (!isBack || moved.kind !== 'local' || (moved.isWide && !this.is64) || !this.options.isUser) {
      this.push(moved);
      return;
    }
    // container_of: from a member back to its struct.
    const { code, context } = this;
    const kept = this.hold('address', i32);
    const made = this.temporary();
    this.teeAddress('address', op === Opcode.I32Add || op === Opcode.I32Sub ? i32 : i64);
    this.pushId(moved);
    code.set(made.index);
    this.pushId(moved);
    code.memory(Opcode.I32Load, capabilityBase + Capability.parent);
    code.ifUnlikely();
    code.get(kept);
    this.pushId(moved);
    code.call(context.helper('widen'));
    code.set(made.index);
    code.end();
    this.release(moved);
    this.push(made);
  }

  /** Two values that may both be pointers: if both are, nobody knows which was meant. */
  protected pushBoth(a: Value, b: Value): void {
    const { code } = this;
    const [left, right] = [this.made(a), this.made(b)];
    code.i32(Provenance.Unknown);
    this.pushId(left);
    this.pushId(right);
    code.op(Opcode.I32Or);
    this.pushId(left);
    code.i32(0);
    code.op(Opcode.I32Ne);
    this.pushId(right);
    code.i32(0);
    code.op(Opcode.I32Ne);
    code.op(Opcode.I32And);
    code.op(Opcode.Select);
    this.release(a);
    this.release(b);
    this.pushMade();
  }

  protected subtract(each: Instr): void {
    const { code } = this;
    const b = this.take();
    const a = this.take();
    writeInstr(code.writer, each);
    if (b.kind === 'none') {
      if (a.kind === 'none') {
        const value = a.value !== undefined && b.value !== undefined ? this.wrapped(a.value - b.value) : undefined;
        this.push({ kind: 'none', value });
      } else this.pushMoved(a, b, -1, each);
      return;
    }
    if (isSame(a, b)) {
      this.release(a);
      this.release(b);
      this.push(none);
      return;
    }
    const [left, right] = [this.made(a), this.made(b)];
    this.pushId(right);
    code.writer.byte(Opcode.If);
    code.writer.byte(i32);
    this.pushId(left);
    this.pushId(right);
    code.call(this.context.helper('difference'));
    code.otherwise();
    this.pushId(left);
    code.end();
    this.release(a);
    this.release(b);
    this.pushMade();
  }

  /** Alignment and tags: a mask that keeps the high bits keeps the object, one that keeps only low bits a number. */
  protected mask(each: Instr): void {
    const b = this.stack[this.stack.length - 1] ?? none;
    const a = this.stack[this.stack.length - 2] ?? none;
    const constant = b.kind === 'none' ? b.value : a.kind === 'none' ? a.value : undefined;
    // Of 64 bits, the upper ones may hold something else, and are masked off.
    const keepsLow = constant !== undefined && constant >= 0 && !(this.is64 && constant > 0x7fffffff);
    if (keepsLow) {
      if (this.options.isUser && constant > lowBits) this.tellIf(each, () => this.pushIsAny([a, b]));
      writeInstr(this.code.writer, each);
      this.pop();
      this.pop();
      this.push(none);
    } else this.combine(each);
  }

  protected combine(each: Instr): void {
    const b = this.take();
    const a = this.take();
    writeInstr(this.code.writer, each);
    if (a.kind === 'none' && b.kind === 'none') this.push(none);
    else if (b.kind === 'none') this.push(b.value === undefined ? this.made(unplaced(a)) : unplaced(a));
    else if (a.kind === 'none') this.push(a.value === undefined ? this.made(unplaced(b)) : unplaced(b));
    else this.pushBoth(a, b);
  }

  /**
   * An address that is multiplied, shifted, divided or compared with that of another object is a number: what becomes
   * of it depends on where objects lie. The operands are still on the stack. What the user has in a frame has a mark
   * of its own: the frame itself is looked at by redzones only.
   */
  protected lookAtNumbers(each: Instr): void {
    const b = this.stack[this.stack.length - 1] ?? none;
    if (countsBits.has(each.op)) return this.tellIf(each, () => this.pushIsAny([b]));
    const a = this.stack[this.stack.length - 2] ?? none;
    if (scrambles.has(each.op)) return this.tellIf(each, () => this.pushIsAny([a, b]));
    if (!orders.has(each.op) || isSame(a, b) || a.kind === 'frame' || b.kind === 'frame') return;
    if (a.kind === 'none' || b.kind === 'none') {
      const [number, pointer] = a.kind === 'none' ? [a, b] : [b, a];
      const isError = number.kind === 'none' && number.value !== undefined && Math.abs(number.value) < noObject;
      return this.tellIf(each, () => (isError ? this.pushIsUnknown(pointer) : this.pushIsAny([pointer])));
    }
    this.tellIf(each, () => {
      const { code } = this;
      this.pushId(a);
      this.pushId(b);
      code.op(Opcode.I32Ne);
      code.writer.byte(Opcode.If);
      code.writer.byte(i32);
      this.pushId(a);
      this.pushId(b);
      code.call(this.context.helper('difference'));
      code.otherwise();
      code.i32(0);
      code.end();
      return true;
    });
  }

  /** Calls out where a condition holds; none of it is written for what never is a pointer. */
  protected tellIf({ at }: Instr, pushCondition: () => boolean): void {
    if (!pushCondition()) return;
    this.code.ifUnlikely();
    this.code.i32(at);
    this.code.call(this.context.import('addressUsed'));
    this.code.end();
  }

  protected pushIsAny(values: readonly Value[]): boolean {
    const pointers = values.filter(({ kind }) => kind === 'constant' || kind === 'local');
    if (pointers.some(({ kind }) => kind !== 'local')) this.code.i32(1);
    else {
      pointers.forEach((each, i) => {
        this.pushId(each);
        if (i > 0) this.code.op(Opcode.I32Or);
      });
    }
    return pointers.length > 0;
  }

  protected pushIsUnknown(value: Value): boolean {
    if (value.kind !== 'local') return false;
    this.pushId(value);
    this.code.i32(Provenance.Unknown);
    this.code.op(Opcode.I32Eq);
    return true;
  }
}

/** Bits of an address that its alignment decides. */
const lowBits = 15;
/** No object lies so near to NULL, or so near to the end of the address space: numbers there are codes of errors. */
const noObject = 1 << 16;

const codesOf = (names: readonly (keyof typeof Opcode)[]): ReadonlySet<number> =>
  new Set(names.map((name) => Opcode[name]));

const scrambles = codesOf([
  ...(['I32Mul', 'I32DivS', 'I32DivU', 'I32RemS', 'I32RemU', 'I32Shl', 'I32ShrS', 'I32ShrU'] as const),
  ...(['I64Mul', 'I64DivS', 'I64DivU', 'I64RemS', 'I64RemU', 'I64Shl', 'I64ShrS', 'I64ShrU'] as const),
  ...(['I32Rotl', 'I32Rotr', 'I64Rotl', 'I64Rotr'] as const),
]);
const countsBits = codesOf(['I32Clz', 'I32Ctz', 'I32Popcnt', 'I64Clz', 'I64Ctz', 'I64Popcnt']);
const orders = codesOf([
  ...(['I32LtS', 'I32LtU', 'I32GtS', 'I32GtU', 'I32LeS', 'I32LeU', 'I32GeS', 'I32GeU'] as const),
  ...(['I64LtS', 'I64LtU', 'I64GtS', 'I64GtU', 'I64LeS', 'I64LeU', 'I64GeS', 'I64GeU'] as const),
]);
