import { Opcode } from './opcodes.js';
import { ValueType } from './types.js';

/** What a load or store moves: bytes of memory from or to a value of a type. */
export interface AccessShape {
  readonly size: 1 | 2 | 4 | 8;
  readonly type: ValueType;
  /** Of a load narrower than its type: whether the sign is extended. */
  readonly signed: boolean;
}

const shape = (size: 1 | 2 | 4 | 8, type: ValueType, signed = false): AccessShape => ({ size, type, signed });
const { i32, i64, f32, f64 } = ValueType;

/** Loads and stores by opcode. */
export const accessShapes: Readonly<Record<number, AccessShape>> = {
  [Opcode.I32Load]: shape(4, i32),
  [Opcode.I64Load]: shape(8, i64),
  [Opcode.F32Load]: shape(4, f32),
  [Opcode.F64Load]: shape(8, f64),
  [Opcode.I32Load8S]: shape(1, i32, true),
  [Opcode.I32Load8U]: shape(1, i32),
  [Opcode.I32Load16S]: shape(2, i32, true),
  [Opcode.I32Load16U]: shape(2, i32),
  [Opcode.I64Load8S]: shape(1, i64, true),
  [Opcode.I64Load8U]: shape(1, i64),
  [Opcode.I64Load16S]: shape(2, i64, true),
  [Opcode.I64Load16U]: shape(2, i64),
  [Opcode.I64Load32S]: shape(4, i64, true),
  [Opcode.I64Load32U]: shape(4, i64),
  [Opcode.I32Store]: shape(4, i32),
  [Opcode.I64Store]: shape(8, i64),
  [Opcode.F32Store]: shape(4, f32),
  [Opcode.F64Store]: shape(8, f64),
  [Opcode.I32Store8]: shape(1, i32),
  [Opcode.I32Store16]: shape(2, i32),
  [Opcode.I64Store8]: shape(1, i64),
  [Opcode.I64Store16]: shape(2, i64),
  [Opcode.I64Store32]: shape(4, i64),
};
