import { thrownWord } from '../../abi/exact-layout.js';
import { pageSize, programLimit } from '../../abi/layout.js';
import { isSignpost } from '../../static/signposts.js';
import { writeInstr } from '../../wasm/encode.js';
import { accessShapes } from '../../wasm/memory-access.js';
import { Lowered, Opcode } from '../../wasm/opcodes.js';
import { signatureOf } from '../../wasm/signatures.js';
import { type FuncType, type Instr, ValueType } from '../../wasm/types.js';
import { Code } from '../code.js';
import { chargeFuel, FuelPrice } from '../fuel.js';
import { FunctionCalls } from './function-calls.js';
import { frame, isSame, none, unplaced } from './values.js';

const { i32 } = ValueType;

/**
 * One function with provenance: beside every value that may be a pointer goes the id of the object it came from.
 * Operands stay where they are on Wasm's own stack; ids live in locals, and where nothing can have one nothing is
 * written. The function is walked until nothing new is learned of its locals; the last walk is what is written.
 */
export class ExactFunction extends FunctionCalls {
  translate(): { locals: readonly ValueType[]; code: Code } {
    do {
      this.changed = false;
      this.walk();
    } while (this.changed);
    return { locals: this.locals, code: this.code };
  }

  protected walk(): void {
    this.code = new Code();
    this.locals = [...this.body.locals];
    this.stack = [];
    this.free = { narrow: [], wide: [] };
    this.held = new Map();
    this.pendingVarargs = undefined;
    const { code } = this;
    const results: FuncType = { params: [], results: this.type.results };
    this.blocks = [{ op: Opcode.Block, index: -1, height: 0, type: results, params: [], isReachedAtEnd: false }];
    const { entered } = this.options;
    const instructions = this.body.code;
    if (entered) {
      this.pushNarrow(0, this.type.params[0]);
      code.globalGet(this.context.stackPointer);
      code.call(this.context.import(entered));
      chargeFuel(code, this.context.globals.fuel, FuelPrice.jump);
    }
    if (this.options.model !== undefined) this.enterModelled(this.options.model);
    if (this.options.isRecursive) {
      code.mark(instructions[0].at);
      this.spendFuel();
    }
    if (this.usesEntry) {
      code.globalGet(this.context.stackPointer);
      code.set(this.hold('entry', i32));
    }
    // All ways out lead to the end, where the function's objects go.
    code.writer.byte(Opcode.Block);
    const [result] = this.type.results;
    code.writer.byte(result ?? 0x40);
    let skipped = 0;
    for (let i = 0; i < instructions.length; i++) {
      const each = instructions[i];
      if (this.isDead) {
        if (each.op >= Opcode.Block && each.op <= Opcode.If) skipped++;
        else if (each.op === Opcode.Try) skipped++;
        else if (skipped > 0) {
          if (each.op === Opcode.End || each.op === Opcode.Delegate) skipped--;
        } else if (endsArm.has(each.op)) {
          code.mark(each.at);
          this.instruction(each, i);
        }
        continue;
      }
      code.mark(each.at);
      this.instruction(each, i);
    }
  }

  protected instruction(each: Instr, index: number): void {
    const { op } = each;
    const { code } = this;
    if (accessShapes[op]) {
      if (op >= Opcode.I32Store) this.store(each);
      else this.load(each);
      return;
    }
    const name = handlerNames.get(op) ?? (this.is64 ? wideHandlerNames.get(op) : undefined);
    if (name !== undefined) {
      this.handle[name](each, index);
      return;
    }
    if (isSignpost(op)) return;
    const signature = signatureOf(op);
    if (!signature) throw new Error(`an exact module can't have instruction ${op}`);
    if (this.options.isUser) this.lookAtNumbers(each);
    for (const _ of signature.params) this.pop();
    writeInstr(code.writer, each);
    for (const _ of signature.results) this.push(none);
  }

  /** What becomes of instructions that do more than take and give numbers. */
  readonly handle = {
    block: (each: Instr, index: number): void => this.open(each, index),
    if: (each: Instr, index: number): void => {
      this.pop();
      this.open(each, index);
    },
    else: (each: Instr): void => {
      const block = this.blocks[this.blocks.length - 1];
      this.endArm();
      this.stack.length = block.height;
      for (const param of block.params) this.push(param.kind === 'local' ? { ...param, isTemporary: false } : param);
      writeInstr(this.code.writer, each);
    },
    catch: (each: Instr): void => {
      const block = this.blocks[this.blocks.length - 1];
      this.endArm();
      this.stack.length = block.height;
      writeInstr(this.code.writer, each);
      if (each.op !== Opcode.Catch) return;
      const { params } = this.context.signatures.type(this.context.signatures.tags[each.x]);
      for (const param of params) {
        if (param !== this.context.pointer) {
          this.push(none);
          continue;
        }
        this.code.i32(0);
        this.code.memory(Opcode.I32Load, thrownWord);
        this.pushMade();
      }
    },
    end: (each: Instr): void => this.close(each),
    throw: (each: Instr): void => {
      const { params } = this.context.signatures.type(this.context.signatures.tags[each.x]);
      for (const param of [...params].reverse()) {
        const value = this.take();
        if (param === this.context.pointer) {
          this.code.i32(0);
          this.pushId(value);
          this.code.memory(Opcode.I32Store, thrownWord);
        }
        this.release(value);
      }
      writeInstr(this.code.writer, each);
      this.die();
    },
    leave: (each: Instr): void => {
      writeInstr(this.code.writer, each);
      this.die();
    },
    br: (each: Instr): void => {
      this.branch(each.x);
      writeInstr(this.code.writer, each);
      this.die();
    },
    br_if: (each: Instr): void => {
      this.pop();
      this.branch(each.x);
      writeInstr(this.code.writer, each);
    },
    br_table: (each: Instr): void => {
      this.pop();
      for (const label of new Set(each.list)) this.branch(label);
      writeInstr(this.code.writer, each);
      this.die();
    },
    return: (): void => {
      const label = this.blocks.length - 1;
      this.branch(label);
      this.code.br(label);
      this.die();
    },
    call: (each: Instr): void => this.call(each),
    call_indirect: (each: Instr): void => {
      const { code } = this;
      this.pop();
      const pointer = this.hold('callee', i32);
      code.tee(pointer);
      code.globalSet(this.context.globals.callee);
      const type = this.context.signatures.type(each.x);
      this.pushArguments(type, undefined);
      code.get(pointer);
      code.op(each.op);
      code.writer.u32(this.context.extended(each.x));
      code.writer.u32(each.y);
      this.results(type);
    },
    drop: (each: Instr): void => {
      this.pop();
      writeInstr(this.code.writer, each);
    },
    select: (each: Instr): void => {
      const { code } = this;
      this.pop();
      const b = this.take();
      const a = this.take();
      if (isSame(a, b)) {
        writeInstr(code.writer, each);
        this.release(b);
        this.push(a.kind === 'none' || a.kind === 'constant' ? unplaced(a) : a);
        return;
      }
      const isWide = (a.kind === 'local' && a.isWide) || (b.kind === 'local' && b.isWide);
      const condition = this.hold('condition', i32);
      code.tee(condition);
      writeInstr(code.writer, each);
      this.pushId(a, isWide);
      this.pushId(b, isWide);
      code.get(condition);
      code.op(Opcode.Select);
      this.release(a);
      this.release(b);
      this.pushMade(isWide);
    },
    'local.get': (each: Instr): void => {
      this.code.get(this.local(each.x));
      this.push(this.variable(each.x));
    },
    'local.set': (each: Instr): void => {
      this.code.set(this.local(each.x));
      const value = this.take();
      this.assignVariable(each.x, value);
      this.release(value);
    },
    'local.tee': (each: Instr): void => {
      this.code.tee(this.local(each.x));
      const value = this.stack[this.stack.length - 1] ?? none;
      this.assignVariable(each.x, value);
    },
    'global.get': (each: Instr): void => {
      writeInstr(this.code.writer, each);
      this.push(each.x === this.context.stackPointer ? frame : none);
    },
    'global.set': (each: Instr): void => {
      this.pop();
      if (each.x === this.context.stackPointer) this.setStackPointer();
      else writeInstr(this.code.writer, each);
    },
    'i32.const': (each: Instr): void => {
      writeInstr(this.code.writer, each);
      const object = each.y > 0 ? this.context.object(each.y - 1) : undefined;
      this.push(
        object ? { kind: 'constant', id: object.id, object, address: each.x } : { kind: 'none', value: each.x },
      );
    },
    'i64.const': (each: Instr): void => {
      writeInstr(this.code.writer, each);
      const address = Number(each.big);
      const object = each.y > 0 ? this.context.object(each.y - 1) : undefined;
      this.push(object ? { kind: 'constant', id: object.id, object, address } : { kind: 'none', value: address });
    },
    'i32.add': (each: Instr): void => this.add(each),
    'i32.sub': (each: Instr): void => this.subtract(each),
    'i32.and': (each: Instr): void => this.mask(each),
    'i32.or': (each: Instr): void => this.combine(each),
    'i32.xor': (each: Instr): void => this.combine(each),
    'i64.extend_i32_u': (each: Instr): void => this.extend(each),
    'i64.extend_i32_s': (each: Instr): void => this.extend(each),
    address: (): void => {
      this.toAddress();
      this.narrow64();
    },
    'i32.wrap_i64': (each: Instr): void => {
      writeInstr(this.code.writer, each);
      if (this.is64) return this.narrow64();
      const value = this.take();
      if (value.kind !== 'local') {
        this.push(none);
        return;
      }
      this.pushId(value);
      this.release(value);
      this.pushMade();
    },
    'memory.size': (): void => {
      this.code.i32(programLimit / pageSize);
      this.push(none);
    },
    'memory.grow': (): void => {
      this.pop();
      this.code.op(Opcode.Drop);
      this.code.i32(-1);
      this.push(none);
    },
    'memory.copy': (each: Instr): void => this.bulk(each),
    'memory.fill': (each: Instr): void => this.bulk(each),
    nop: (): void => {},
  };
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
  [Lowered.Address, 'address'],
  [Opcode.MemorySize, 'memory.size'],
  [Opcode.MemoryGrow, 'memory.grow'],
  [Opcode.MemoryCopy, 'memory.copy'],
  [Opcode.MemoryFill, 'memory.fill'],
]);

/** Where pointers have 64 bits, what is computed with numbers of 64 may be pointers. */
const wideHandlerNames: ReadonlyMap<number, HandlerName> = new Map<number, HandlerName>([
  [Opcode.I64Const, 'i64.const'],
  [Opcode.I64Add, 'i32.add'],
  [Opcode.I64Sub, 'i32.sub'],
  [Opcode.I64And, 'i32.and'],
  [Opcode.I64Or, 'i32.or'],
  [Opcode.I64Xor, 'i32.xor'],
]);
