import { Capability, capabilityBase, provenanceBase } from '../../abi/exact-layout.js';
import { writeInstr } from '../../wasm/encode.js';
import { accessShapes } from '../../wasm/memory-access.js';
import { Opcode } from '../../wasm/opcodes.js';
import { type Instr, ValueType } from '../../wasm/types.js';
import { chargeBulk } from '../fuel.js';
import { FunctionArithmetic } from './function-arithmetic.js';
import { none, type Value } from './values.js';

const { i32 } = ValueType;

/** Loads, stores and bulk memory, each judged by the object of its address. */
export class FunctionAccesses extends FunctionArithmetic {
  /** The object an access is to be judged by: of a memory operand with an object's address in it, that object. */
  protected meant(each: Instr, address: Value): Value {
    const object = each.list ? this.context.object(each.list[0]) : undefined;
    if (!object) return address;
    const at = address.kind === 'none' && address.value !== undefined ? address.value : undefined;
    return { kind: 'constant', id: object.id, object, address: at };
  }

  /** Pointers have 32 bits: everywhere, or between the C library and the host alone. */
  protected get hasShortPointers(): boolean {
    return !this.is64 || !this.options.isUser;
  }

  /** A load or store of as many bytes as such a pointer has, and of a number that may be one. */
  protected movesShort(op: number): boolean {
    if (op === Opcode.I32Load || op === Opcode.I32Store) return true;
    return this.is64 && (op === Opcode.I64Load32U || op === Opcode.I64Store32);
  }

  /** Whether an access is right whatever happens. */
  protected isSafe(value: Value, offset: number, size: number, isWrite: boolean): boolean {
    if (value.kind === 'frame') return true;
    if (value.kind !== 'constant' || !value.object || value.address === undefined) return false;
    const { start, size: room, isConstant } = value.object;
    const from = value.address + offset - start;
    return from >= 0 && from + size <= room && !(isWrite && isConstant);
  }

  /** Calls out unless [address + offset, + size) lies in the object. The address is in a local. */
  protected check(address: number, each: Instr, size: number, value: Value, isWrite: boolean): void {
    if (this.isSafe(value, each.y, size, isWrite)) return;
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
      this.pushId(value);
      code.i32(each.at);
      if (value.kind === 'local') {
        code.i32(this.options.isUser ? this.site(each) : -1);
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
      this.pushId(value);
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
        this.pushId(value);
        code.memory(Opcode.I32Load, capabilityBase + limit);
        code.op(Opcode.I32GeU);
      } else {
        code.op(Opcode.I64ExtendI32U);
        code.i64(BigInt(size));
        code.op(Opcode.I64Add);
        this.pushId(value);
        code.memory(Opcode.I64Load32U, capabilityBase + limit);
        code.op(Opcode.I64GtU);
      }
    }
    code.ifUnlikely();
    callOut();
    code.end();
  }

  /** The same however often the function is walked. */
  protected site(each: Instr): number {
    let site = this.sites.get(each);
    if (site === undefined) this.sites.set(each, (site = this.context.site()));
    return site;
  }

  protected readonly sites = new Map<Instr, number>();

  protected load(each: Instr): void {
    const { code } = this;
    const { size } = accessShapes[each.op];
    const popped = this.take();
    const value = this.meant(each, popped);
    const carries = each.op === Opcode.I64Load || (this.hasShortPointers && this.movesShort(each.op));
    if (this.isSafe(value, each.y, size, false) && !carries) {
      writeInstr(code.writer, each);
      this.release(popped);
      this.push(none);
      return;
    }
    const address = this.hold('address', i32);
    code.set(address);
    this.check(address, each, size, value, false);
    this.release(popped);
    code.get(address);
    writeInstr(code.writer, each);
    if (!carries) {
      this.push(none);
      return;
    }
    code.get(address);
    code.memory(size === 8 ? each.op : Opcode.I32Load, provenanceBase + each.y);
    this.pushMade(size === 8);
  }

  protected store(each: Instr): void {
    const { code } = this;
    const { size, type } = accessShapes[each.op];
    const stored = this.take();
    const popped = this.take();
    const value = this.meant(each, popped);
    const address = this.hold('address', i32);
    const held = this.hold(`value ${type}`, type);
    code.set(held);
    code.set(address);
    this.check(address, each, size, value, true);
    code.get(address);
    code.get(held);
    writeInstr(code.writer, each);
    code.get(address);
    if (size === 8) {
      this.pushId(each.op === Opcode.I64Store ? stored : none, true);
      code.memory(Opcode.I64Store, provenanceBase + each.y);
    } else if (this.hasShortPointers && this.movesShort(each.op)) {
      this.pushId(stored);
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
    this.release(stored);
    this.release(popped);
  }

  protected bulk(each: Instr): void {
    const { code, context } = this;
    this.pop();
    const second = this.take();
    const first = this.take();
    const [to, from, size] = ['to', 'from', 'size'].map((name) => this.hold(name, i32));
    code.set(size);
    code.set(from);
    code.set(to);
    chargeBulk(code, context.globals.fuel, size);
    const check = (start: number, value: Value, isWrite: number): void => {
      code.get(start);
      code.get(size);
      code.i32(isWrite);
      this.pushId(value);
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
    this.release(first);
    this.release(second);
  }

  // Calls.
}
