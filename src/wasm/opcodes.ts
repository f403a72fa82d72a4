/**
 * The instructions clang and this sysroot emit, as one table: name, immediates, and for plain
 * instructions their stack signature ('ii:i' = two i32 in, one i32 out; I = i64, f = f32, F = f64).
 * Prefixed opcodes are numbered 0xfc00 + sub-opcode.
 */
export type Immediate =
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

export interface OpInfo {
  readonly name: string;
  readonly immediate: Immediate;
  /** Absent for control, variables, calls and parametric instructions. */
  readonly signature: string | undefined;
}

const table = new Map<number, OpInfo>();
const def = (op: number, name: string, immediate: Immediate, signature?: string): void => {
  table.set(op, { name, immediate, signature });
};

def(0x00, 'unreachable', 'none');
def(0x01, 'nop', 'none');
def(0x02, 'block', 'block');
def(0x03, 'loop', 'block');
def(0x04, 'if', 'block');
def(0x05, 'else', 'none');
def(0x06, 'try', 'block');
def(0x07, 'catch', 'tag');
def(0x08, 'throw', 'tag');
def(0x09, 'rethrow', 'label');
def(0x0b, 'end', 'none');
def(0x0c, 'br', 'label');
def(0x0d, 'br_if', 'label');
def(0x0e, 'br_table', 'table');
def(0x0f, 'return', 'none');
def(0x10, 'call', 'func');
def(0x11, 'call_indirect', 'indirect');
def(0x18, 'delegate', 'label');
def(0x19, 'catch_all', 'none');
def(0x1a, 'drop', 'none');
def(0x1b, 'select', 'none');
def(0x1c, 'select t', 'select');
def(0x20, 'local.get', 'local');
def(0x21, 'local.set', 'local');
def(0x22, 'local.tee', 'local');
def(0x23, 'global.get', 'global');
def(0x24, 'global.set', 'global');
def(0x3f, 'memory.size', 'memory', ':i');
def(0x40, 'memory.grow', 'memory', 'i:i');
def(0x41, 'i32.const', 'i32', ':i');
def(0x42, 'i64.const', 'i64', ':I');
def(0x43, 'f32.const', 'f32', ':f');
def(0x44, 'f64.const', 'f64', ':F');
def(0xd0, 'ref.null', 'type');
def(0xd1, 'ref.is_null', 'none');
def(0xd2, 'ref.func', 'func');

const family = (first: number, names: string, signature: string, immediate: Immediate = 'none'): void => {
  names.split(' ').forEach((name, i) => {
    def(first + i, name, immediate, signature);
  });
};

family(0x28, 'i32.load', 'i:i', 'memarg');
family(0x29, 'i64.load', 'i:I', 'memarg');
family(0x2a, 'f32.load', 'i:f', 'memarg');
family(0x2b, 'f64.load', 'i:F', 'memarg');
family(0x2c, 'i32.load8_s i32.load8_u i32.load16_s i32.load16_u', 'i:i', 'memarg');
family(0x30, 'i64.load8_s i64.load8_u i64.load16_s i64.load16_u i64.load32_s i64.load32_u', 'i:I', 'memarg');
family(0x36, 'i32.store', 'ii:', 'memarg');
family(0x37, 'i64.store', 'iI:', 'memarg');
family(0x38, 'f32.store', 'if:', 'memarg');
family(0x39, 'f64.store', 'iF:', 'memarg');
family(0x3a, 'i32.store8 i32.store16', 'ii:', 'memarg');
family(0x3c, 'i64.store8 i64.store16 i64.store32', 'iI:', 'memarg');

const compareInt = 'eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u';
const compareFloat = 'eq ne lt gt le ge';
const arithmeticInt = 'add sub mul div_s div_u rem_s rem_u and or xor shl shr_s shr_u rotl rotr';
const unaryFloat = 'abs neg ceil floor trunc nearest sqrt';
const arithmeticFloat = 'add sub mul div min max copysign';
const prefixed = (prefix: string, names: string): string =>
  names
    .split(' ')
    .map((name) => `${prefix}.${name}`)
    .join(' ');

family(0x45, 'i32.eqz', 'i:i');
family(0x46, prefixed('i32', compareInt), 'ii:i');
family(0x50, 'i64.eqz', 'I:i');
family(0x51, prefixed('i64', compareInt), 'II:i');
family(0x5b, prefixed('f32', compareFloat), 'ff:i');
family(0x61, prefixed('f64', compareFloat), 'FF:i');
family(0x67, prefixed('i32', 'clz ctz popcnt'), 'i:i');
family(0x6a, prefixed('i32', arithmeticInt), 'ii:i');
family(0x79, prefixed('i64', 'clz ctz popcnt'), 'I:I');
family(0x7c, prefixed('i64', arithmeticInt), 'II:I');
family(0x8b, prefixed('f32', unaryFloat), 'f:f');
family(0x92, prefixed('f32', arithmeticFloat), 'ff:f');
family(0x99, prefixed('f64', unaryFloat), 'F:F');
family(0xa0, prefixed('f64', arithmeticFloat), 'FF:F');
def(0xa7, 'i32.wrap_i64', 'none', 'I:i');
family(0xa8, 'i32.trunc_f32_s i32.trunc_f32_u', 'f:i');
family(0xaa, 'i32.trunc_f64_s i32.trunc_f64_u', 'F:i');
family(0xac, 'i64.extend_i32_s i64.extend_i32_u', 'i:I');
family(0xae, 'i64.trunc_f32_s i64.trunc_f32_u', 'f:I');
family(0xb0, 'i64.trunc_f64_s i64.trunc_f64_u', 'F:I');
family(0xb2, 'f32.convert_i32_s f32.convert_i32_u', 'i:f');
family(0xb4, 'f32.convert_i64_s f32.convert_i64_u', 'I:f');
def(0xb6, 'f32.demote_f64', 'none', 'F:f');
family(0xb7, 'f64.convert_i32_s f64.convert_i32_u', 'i:F');
family(0xb9, 'f64.convert_i64_s f64.convert_i64_u', 'I:F');
def(0xbb, 'f64.promote_f32', 'none', 'f:F');
def(0xbc, 'i32.reinterpret_f32', 'none', 'f:i');
def(0xbd, 'i64.reinterpret_f64', 'none', 'F:I');
def(0xbe, 'f32.reinterpret_i32', 'none', 'i:f');
def(0xbf, 'f64.reinterpret_i64', 'none', 'I:F');
family(0xc0, 'i32.extend8_s i32.extend16_s', 'i:i');
family(0xc2, 'i64.extend8_s i64.extend16_s i64.extend32_s', 'I:I');
family(0xfc00, 'i32.trunc_sat_f32_s i32.trunc_sat_f32_u', 'f:i');
family(0xfc02, 'i32.trunc_sat_f64_s i32.trunc_sat_f64_u', 'F:i');
family(0xfc04, 'i64.trunc_sat_f32_s i64.trunc_sat_f32_u', 'f:I');
family(0xfc06, 'i64.trunc_sat_f64_s i64.trunc_sat_f64_u', 'F:I');
def(0xfc0a, 'memory.copy', 'two', 'iii:');
def(0xfc0b, 'memory.fill', 'memory', 'iii:');
// Not WebAssembly's: signposts stand in decoded code only (static/signposts.ts).
family(0xf000, 'mark enter calling back check', ':');

export const opcodes: ReadonlyMap<number, OpInfo> = table;

const byName = new Map([...table].map(([op, info]) => [info.name, op]));

/** The number of a named instruction: `op('i32.add')`. */
export function op(name: string): number {
  const number = byName.get(name);
  if (number === undefined) throw new Error(`no instruction ${name}`);
  return number;
}
