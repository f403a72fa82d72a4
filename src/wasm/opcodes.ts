/** Of an instruction with two numbers: the first byte, and what its second number is added to in `Opcode`. */
export const opcodePrefix = 0xfc;
export const firstPrefixed = 0xfc00;

/** Numbers of the instructions that clang and this sysroot emit. */
export enum Opcode {
  Unreachable = 0x00,
  Nop = 0x01,
  Block = 0x02,
  Loop = 0x03,
  If = 0x04,
  Else = 0x05,
  Try = 0x06,
  Catch = 0x07,
  Throw = 0x08,
  Rethrow = 0x09,
  End = 0x0b,
  Br = 0x0c,
  BrIf = 0x0d,
  BrTable = 0x0e,
  Return = 0x0f,
  Call = 0x10,
  CallIndirect = 0x11,
  Delegate = 0x18,
  CatchAll = 0x19,
  Drop = 0x1a,
  Select = 0x1b,
  SelectT = 0x1c,
  LocalGet = 0x20,
  LocalSet = 0x21,
  LocalTee = 0x22,
  GlobalGet = 0x23,
  GlobalSet = 0x24,
  I32Load = 0x28,
  I64Load = 0x29,
  F32Load = 0x2a,
  F64Load = 0x2b,
  I32Load8S = 0x2c,
  I32Load8U = 0x2d,
  I32Load16S = 0x2e,
  I32Load16U = 0x2f,
  I64Load8S = 0x30,
  I64Load8U = 0x31,
  I64Load16S = 0x32,
  I64Load16U = 0x33,
  I64Load32S = 0x34,
  I64Load32U = 0x35,
  I32Store = 0x36,
  I64Store = 0x37,
  F32Store = 0x38,
  F64Store = 0x39,
  I32Store8 = 0x3a,
  I32Store16 = 0x3b,
  I64Store8 = 0x3c,
  I64Store16 = 0x3d,
  I64Store32 = 0x3e,
  MemorySize = 0x3f,
  MemoryGrow = 0x40,
  I32Const = 0x41,
  I64Const = 0x42,
  F32Const = 0x43,
  F64Const = 0x44,
  I32Eqz = 0x45,
  I32Eq = 0x46,
  I32Ne = 0x47,
  I32LtS = 0x48,
  I32LtU = 0x49,
  I32GtS = 0x4a,
  I32GtU = 0x4b,
  I32LeS = 0x4c,
  I32LeU = 0x4d,
  I32GeS = 0x4e,
  I32GeU = 0x4f,
  I64Eqz = 0x50,
  I64Eq = 0x51,
  I64Ne = 0x52,
  I64LtS = 0x53,
  I64LtU = 0x54,
  I64GtS = 0x55,
  I64GtU = 0x56,
  I64LeS = 0x57,
  I64LeU = 0x58,
  I64GeS = 0x59,
  I64GeU = 0x5a,
  F32Eq = 0x5b,
  F32Ne = 0x5c,
  F32Lt = 0x5d,
  F32Gt = 0x5e,
  F32Le = 0x5f,
  F32Ge = 0x60,
  F64Eq = 0x61,
  F64Ne = 0x62,
  F64Lt = 0x63,
  F64Gt = 0x64,
  F64Le = 0x65,
  F64Ge = 0x66,
  I32Clz = 0x67,
  I32Ctz = 0x68,
  I32Popcnt = 0x69,
  I32Add = 0x6a,
  I32Sub = 0x6b,
  I32Mul = 0x6c,
  I32DivS = 0x6d,
  I32DivU = 0x6e,
  I32RemS = 0x6f,
  I32RemU = 0x70,
  I32And = 0x71,
  I32Or = 0x72,
  I32Xor = 0x73,
  I32Shl = 0x74,
  I32ShrS = 0x75,
  I32ShrU = 0x76,
  I32Rotl = 0x77,
  I32Rotr = 0x78,
  I64Clz = 0x79,
  I64Ctz = 0x7a,
  I64Popcnt = 0x7b,
  I64Add = 0x7c,
  I64Sub = 0x7d,
  I64Mul = 0x7e,
  I64DivS = 0x7f,
  I64DivU = 0x80,
  I64RemS = 0x81,
  I64RemU = 0x82,
  I64And = 0x83,
  I64Or = 0x84,
  I64Xor = 0x85,
  I64Shl = 0x86,
  I64ShrS = 0x87,
  I64ShrU = 0x88,
  I64Rotl = 0x89,
  I64Rotr = 0x8a,
  F32Abs = 0x8b,
  F32Neg = 0x8c,
  F32Ceil = 0x8d,
  F32Floor = 0x8e,
  F32Trunc = 0x8f,
  F32Nearest = 0x90,
  F32Sqrt = 0x91,
  F32Add = 0x92,
  F32Sub = 0x93,
  F32Mul = 0x94,
  F32Div = 0x95,
  F32Min = 0x96,
  F32Max = 0x97,
  F32Copysign = 0x98,
  F64Abs = 0x99,
  F64Neg = 0x9a,
  F64Ceil = 0x9b,
  F64Floor = 0x9c,
  F64Trunc = 0x9d,
  F64Nearest = 0x9e,
  F64Sqrt = 0x9f,
  F64Add = 0xa0,
  F64Sub = 0xa1,
  F64Mul = 0xa2,
  F64Div = 0xa3,
  F64Min = 0xa4,
  F64Max = 0xa5,
  F64Copysign = 0xa6,
  I32WrapI64 = 0xa7,
  I32TruncF32S = 0xa8,
  I32TruncF32U = 0xa9,
  I32TruncF64S = 0xaa,
  I32TruncF64U = 0xab,
  I64ExtendI32S = 0xac,
  I64ExtendI32U = 0xad,
  I64TruncF32S = 0xae,
  I64TruncF32U = 0xaf,
  I64TruncF64S = 0xb0,
  I64TruncF64U = 0xb1,
  F32ConvertI32S = 0xb2,
  F32ConvertI32U = 0xb3,
  F32ConvertI64S = 0xb4,
  F32ConvertI64U = 0xb5,
  F32DemoteF64 = 0xb6,
  F64ConvertI32S = 0xb7,
  F64ConvertI32U = 0xb8,
  F64ConvertI64S = 0xb9,
  F64ConvertI64U = 0xba,
  F64PromoteF32 = 0xbb,
  I32ReinterpretF32 = 0xbc,
  I64ReinterpretF64 = 0xbd,
  F32ReinterpretI32 = 0xbe,
  F64ReinterpretI64 = 0xbf,
  I32Extend8S = 0xc0,
  I32Extend16S = 0xc1,
  I64Extend8S = 0xc2,
  I64Extend16S = 0xc3,
  I64Extend32S = 0xc4,
  RefNull = 0xd0,
  RefIsNull = 0xd1,
  RefFunc = 0xd2,
  I32TruncSatF32S = 0xfc00,
  I32TruncSatF32U = 0xfc01,
  I32TruncSatF64S = 0xfc02,
  I32TruncSatF64U = 0xfc03,
  I64TruncSatF32S = 0xfc04,
  I64TruncSatF32U = 0xfc05,
  I64TruncSatF64S = 0xfc06,
  I64TruncSatF64U = 0xfc07,
  MemoryCopy = 0xfc0a,
  MemoryFill = 0xfc0b,
}

/**
 * Instructions of our own that stand in decoded code and are never encoded as they are: the instrumentation writes what
 * they mean. A run with signposts knows which goal comes next (`next`, a global) and what lies behind the end of the
 * current function (`outer`, a global that each function keeps a copy of), and stops where the next goal is out of reach.
 */
export enum Signpost {
  /** x: the goal that is here, or -1 for a place to avoid. */
  Mark = 0xf000,
  /** At the beginning of a function: keeps `outer`. */
  Enter = 0xf001,
  /** Before a call: outer = (own & y) | x. */
  Calling = 0xf002,
  /** Behind a call and where an exception is caught: outer = own. */
  Back = 0xf003,
  /** Ends the run unless goal `next` is in (own & y) | x. */
  Check = 0xf004,
}

/**
 * What lowering a 64-bit module puts in (lower64.ts), and every writer of code writes out as plain instructions
 * (`writeAddress` in address.ts).
 */
export enum Lowered {
  /** An i64 as an address or a size of 32 bits; what does not fit becomes `wildAddress`, which nothing lies at. */
  Address = 0xf010,
}

/** What follows an instruction in its encoding. */
type Immediate =
  | 'none'
  | 'block'
  | 'label'
  | 'table'
  | 'func'
  | 'indirect'
  | 'local'
  | 'global'
  | 'memarg'
  | 'memory'
  | 'i32'
  | 'i64'
  | 'f32'
  | 'f64'
  | 'select'
  | 'type'
  | 'tag'
  | 'two';

interface OpInfo {
  /** As the specification writes it. */
  readonly name: string;
  readonly immediate: Immediate;
  /** The stack effect, see `Row`. Absent for control, variables, calls and parametric instructions. */
  readonly signature: string | undefined;
}

/**
 * Names, what follows them, and what they take and give: 'ii:i' = two i32 in, one i32 out; I = i64, f = f32, F = f64.
 */
type Row = readonly [names: string, immediate: Immediate, signature?: string];

const all = (prefix: string, names: string): string => names.replace(/\S+/g, `${prefix}.$&`);
const compareInt = 'eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u';
const compareFloat = 'eq ne lt gt le ge';
const arithmeticInt = 'add sub mul div_s div_u rem_s rem_u and or xor shl shr_s shr_u rotl rotr';
const unaryFloat = 'abs neg ceil floor trunc nearest sqrt';
const arithmeticFloat = 'add sub mul div min max copysign';

const rows: readonly Row[] = [
  ['unreachable nop else end return catch_all drop select', 'none'],
  ['block loop if try', 'block'],
  ['br br_if rethrow delegate', 'label'],
  ['br_table', 'table'],
  ['throw catch', 'tag'],
  ['call ref.func', 'func'],
  ['call_indirect', 'indirect'],
  ['select_t', 'select'],
  ['local.get local.set local.tee', 'local'],
  ['global.get global.set', 'global'],
  ['ref.null', 'type'],
  ['ref.is_null', 'none'],
  ['memory.size', 'memory', ':i'],
  ['memory.grow', 'memory', 'i:i'],
  ['memory.copy', 'two', 'iii:'],
  ['memory.fill', 'memory', 'iii:'],
  ['i32.const', 'i32', ':i'],
  ['i64.const', 'i64', ':I'],
  ['f32.const', 'f32', ':f'],
  ['f64.const', 'f64', ':F'],
  [all('i32', 'load load8_s load8_u load16_s load16_u'), 'memarg', 'i:i'],
  [all('i64', 'load load8_s load8_u load16_s load16_u load32_s load32_u'), 'memarg', 'i:I'],
  ['f32.load', 'memarg', 'i:f'],
  ['f64.load', 'memarg', 'i:F'],
  [all('i32', 'store store8 store16'), 'memarg', 'ii:'],
  [all('i64', 'store store8 store16 store32'), 'memarg', 'iI:'],
  ['f32.store', 'memarg', 'if:'],
  ['f64.store', 'memarg', 'iF:'],
  ['i32.eqz', 'none', 'i:i'],
  ['i64.eqz', 'none', 'I:i'],
  [all('i32', compareInt), 'none', 'ii:i'],
  [all('i64', compareInt), 'none', 'II:i'],
  [all('f32', compareFloat), 'none', 'ff:i'],
  [all('f64', compareFloat), 'none', 'FF:i'],
  [all('i32', 'clz ctz popcnt extend8_s extend16_s'), 'none', 'i:i'],
  [all('i64', 'clz ctz popcnt extend8_s extend16_s extend32_s'), 'none', 'I:I'],
  [all('i32', arithmeticInt), 'none', 'ii:i'],
  [all('i64', arithmeticInt), 'none', 'II:I'],
  [all('f32', unaryFloat), 'none', 'f:f'],
  [all('f64', unaryFloat), 'none', 'F:F'],
  [all('f32', arithmeticFloat), 'none', 'ff:f'],
  [all('f64', arithmeticFloat), 'none', 'FF:F'],
  ['i32.wrap_i64', 'none', 'I:i'],
  ['i64.extend_i32_s i64.extend_i32_u', 'none', 'i:I'],
  [all('i32', 'trunc_f32_s trunc_f32_u trunc_sat_f32_s trunc_sat_f32_u reinterpret_f32'), 'none', 'f:i'],
  [all('i32', 'trunc_f64_s trunc_f64_u trunc_sat_f64_s trunc_sat_f64_u'), 'none', 'F:i'],
  [all('i64', 'trunc_f32_s trunc_f32_u trunc_sat_f32_s trunc_sat_f32_u'), 'none', 'f:I'],
  [all('i64', 'trunc_f64_s trunc_f64_u trunc_sat_f64_s trunc_sat_f64_u reinterpret_f64'), 'none', 'F:I'],
  [all('f32', 'convert_i32_s convert_i32_u reinterpret_i32'), 'none', 'i:f'],
  [all('f32', 'convert_i64_s convert_i64_u'), 'none', 'I:f'],
  [all('f64', 'convert_i32_s convert_i32_u'), 'none', 'i:F'],
  [all('f64', 'convert_i64_s convert_i64_u reinterpret_i64'), 'none', 'I:F'],
  ['f32.demote_f64', 'none', 'F:f'],
  ['f64.promote_f32', 'none', 'f:F'],
  ['mark enter calling back check', 'none', ':'],
  ['address', 'none', 'I:i'],
];

const numbers: Readonly<Record<string, number | string>> = { ...Opcode, ...Signpost, ...Lowered };

/** The number of an instruction by its specification's name: `i32.load8_u` is `I32Load8U` above. */
function numberOf(name: string): number {
  const number = numbers[name.replace(/(?:^|[._])(.)/g, (_, letter: string) => letter.toUpperCase())];
  if (typeof number !== 'number') throw new Error(`no instruction ${name}`);
  return number;
}

export const opcodes: ReadonlyMap<number, OpInfo> = new Map(
  rows.flatMap(([names, immediate, signature]) =>
    names.split(' ').map((name): [number, OpInfo] => [numberOf(name), { name, immediate, signature }]),
  ),
);
