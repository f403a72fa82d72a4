import { ByteWriter } from '../wasm/bytes.js';
import type { ValueType } from '../wasm/types.js';

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
    if (op >= 0xfd00) {
      this.writer.byte(0xfd);
      this.writer.u32(op & 0xff);
    } else if (op >= 0xfc00) {
      this.writer.byte(0xfc);
      this.writer.u32(op & 0xff);
    } else this.writer.byte(op);
  }
  get(local: number): void {
    this.writer.byte(0x20);
    this.writer.u32(local);
  }
  set(local: number): void {
    this.writer.byte(0x21);
    this.writer.u32(local);
  }
  tee(local: number): void {
    this.writer.byte(0x22);
    this.writer.u32(local);
  }
  globalGet(index: number): void {
    this.writer.byte(0x23);
    this.writer.u32(index);
  }
  globalSet(index: number): void {
    this.writer.byte(0x24);
    this.writer.u32(index);
  }
  i32(value: number): void {
    this.writer.byte(0x41);
    this.writer.s32(value);
  }
  i64(value: bigint): void {
    this.writer.byte(0x42);
    this.writer.s64(value);
  }
  /** An i64 in a local, as two i32: its low half, its high half. */
  halves(local: number): void {
    this.get(local);
    this.op(0xa7);
    this.get(local);
    this.i64(32n);
    this.op(0x88);
    this.op(0xa7);
  }
  call(index: number): void {
    this.writer.byte(0x10);
    this.writer.u32(index);
  }
  /** A load or store; `op` may be 0xfd00 + sub-opcode. Alignment is only a hint: always 1. */
  memory(op: number, offset: number): void {
    this.op(op);
    this.writer.u32(0);
    this.writer.u32(offset);
  }
  block(op: 0x02 | 0x03 | 0x04 | 0x06): void {
    this.writer.byte(op);
    this.writer.byte(0x40);
  }
  /** `if` on the i32 on the stack, into an arm that is rarely taken. */
  ifUnlikely(result?: ValueType): void {
    this.hints.push(this.writer.length, 0);
    this.writer.byte(0x04);
    this.writer.byte(result ?? 0x40);
  }
  otherwise(): void {
    this.writer.byte(0x05);
  }
  end(): void {
    this.writer.byte(0x0b);
  }
  br(label: number): void {
    this.writer.byte(0x0c);
    this.writer.u32(label);
  }
  brIf(label: number, usually?: 0 | 1): void {
    if (usually !== undefined) this.hints.push(this.writer.length, usually);
    this.writer.byte(0x0d);
    this.writer.u32(label);
  }
}
