import { addressInstructions } from '../wasm/address.js';
import { ByteWriter } from '../wasm/bytes.js';
import { writeInstr, writeOpcode } from '../wasm/encode.js';
import { Opcode } from '../wasm/opcodes.js';
import { emptyBlock, type ValueType } from '../wasm/types.js';

/** Writes the bytes of one function body, noting branch hints and which source instruction each call came from. */
export class Code {
  readonly writer = new ByteWriter(1024);
  /** Offsets of branches and whether they are usually taken, in pairs. */
  readonly hints: number[] = [];
  /** Pairs (offset in this code, address in the original code section), ascending. */
  readonly marks: number[] = [];

  mark(at: number): void {
    const { marks } = this;
    if (marks.length > 0 && marks[marks.length - 1] === at) return;
    marks.push(this.writer.length, at);
  }

  op(op: number): void {
    writeOpcode(this.writer, op);
  }
  get(local: number): void {
    this.writer.byte(Opcode.LocalGet);
    this.writer.u32(local);
  }
  set(local: number): void {
    this.writer.byte(Opcode.LocalSet);
    this.writer.u32(local);
  }
  tee(local: number): void {
    this.writer.byte(Opcode.LocalTee);
    this.writer.u32(local);
  }
  globalGet(index: number): void {
    this.writer.byte(Opcode.GlobalGet);
    this.writer.u32(index);
  }
  globalSet(index: number): void {
    this.writer.byte(Opcode.GlobalSet);
    this.writer.u32(index);
  }
  i32(value: number): void {
    this.writer.byte(Opcode.I32Const);
    this.writer.s32(value);
  }
  i64(value: bigint): void {
    this.writer.byte(Opcode.I64Const);
    this.writer.s64(value);
  }
  /** An i64 in a local, as two i32: its low half, its high half. */
  halves(local: number): void {
    this.get(local);
    this.op(Opcode.I32WrapI64);
    this.get(local);
    this.i64(32n);
    this.op(Opcode.I64ShrU);
    this.op(Opcode.I32WrapI64);
  }
  /** An i64 on the stack as an address of 32 bits (see wasm/address.ts); `scratch` is an i64 local for its time. */
  address(scratch: number): void {
    for (const each of addressInstructions(scratch)) {
      if (each.op === Opcode.If) this.hints.push(this.writer.length, 0);
      writeInstr(this.writer, each);
    }
  }
  call(index: number): void {
    this.writer.byte(Opcode.Call);
    this.writer.u32(index);
  }
  /** A load or store. Alignment is only a hint: always 1. */
  memory(op: number, offset: number): void {
    this.op(op);
    this.writer.u32(0);
    this.writer.u32(offset);
  }
  block(op: Opcode.Block | Opcode.Loop | Opcode.If | Opcode.Try): void {
    this.writer.byte(op);
    this.writer.byte(emptyBlock);
  }
  /** `if` on the i32 on the stack, into an arm that is rarely taken. */
  ifUnlikely(result?: ValueType): void {
    this.hints.push(this.writer.length, 0);
    this.writer.byte(Opcode.If);
    this.writer.byte(result ?? emptyBlock);
  }
  otherwise(): void {
    this.writer.byte(Opcode.Else);
  }
  end(): void {
    this.writer.byte(Opcode.End);
  }
  br(label: number): void {
    this.writer.byte(Opcode.Br);
    this.writer.u32(label);
  }
  brIf(label: number, usually?: 0 | 1): void {
    if (usually !== undefined) this.hints.push(this.writer.length, usually);
    this.writer.byte(Opcode.BrIf);
    this.writer.u32(label);
  }
}
