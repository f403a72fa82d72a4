import { isSignpost } from '../static/signposts.js';
import { simulate } from '../static/simulate.js';
import { isStore, setsLocal } from '../wasm/instruction-kinds.js';
import { type AccessShape, accessShapes } from '../wasm/memory-access.js';
import { Lowered, Opcode } from '../wasm/opcodes.js';
import type { Signatures } from '../wasm/signatures.js';
import { type FuncBody, type FuncType, type Instr, instr, isFloat, ValueType } from '../wasm/types.js';

export interface Promoted {
  readonly body: FuncBody;
  readonly promotedSlots: number;
}

interface Access {
  readonly index: number;
  readonly producers: readonly number[];
  readonly op: number;
}

/** What the analysis knows of a value: frame + offset, (frame >> 3) + offset, or a constant. */
interface Known {
  readonly kind: 'frame' | 'shadow' | 'const';
  readonly offset: number;
  readonly producers: readonly number[] | undefined;
}
type Value = Known | undefined;

/** A function of a module, and the module's types. */
interface TypedFunction {
  readonly signatures: Signatures;
  readonly type: FuncType;
  readonly body: FuncBody;
}

interface PromoteOptions {
  /** The global that is the stack pointer. */
  readonly stackPointer: number;
  isShadowSetter(functionIndex: number): boolean;
  /** A recursive function keeps its frame: its depth must count against the stack as it does in a replay. */
  readonly keepsFrame: boolean;
}

/**
 * Stack slots whose address never escapes become locals: code from `clang -O0` keeps every variable in
 * memory, where each access would need a shadow test. Soundness rests on clang's ASan pass with stack
 * safety off: every local whose address is taken lies in one redzoned area, announced by constant
 * `__asan_set_shadow_*` calls. Any other address that escapes keeps everything above it in memory.
 */
export function promoteSlots(fn: TypedFunction, options: PromoteOptions): Promoted {
  const { body } = fn;
  const frame = findFrame(body.code, options.stackPointer, fn.type.params.length, fn.signatures.module.is64 === true);
  if (!frame) return { body, promotedSlots: 0 };
  const analysis = analyse(fn, frame, options);
  const slots = chooseSlots(analysis);
  if (slots.size === 0) return { body, promotedSlots: 0 };
  return { body: rewrite(fn, slots, analysis, options), promotedSlots: slots.size };
}

const isConstant = (op: number): boolean => op === Opcode.I32Const || op === Opcode.I64Const;
const constantOf = ({ op, x, big }: Instr): number => (op === Opcode.I64Const ? Number(big) : x);
const isSum = (op: number): boolean =>
  op === Opcode.I32Add || op === Opcode.I32Sub || op === Opcode.I64Add || op === Opcode.I64Sub;
/** Between the widths of pointers and of addresses (wasm/lower64.ts). */
const keepsAddress = (op: number): boolean =>
  op === Lowered.Address || op === Opcode.I32WrapI64 || op === Opcode.I64ExtendI32U;

interface Frame {
  readonly local: number;
  /** Index of the last instruction of the prologue that sets it. */
  readonly setAt: number;
}

/** The local that holds the frame's address: `sp - n`, perhaps realigned, set in straight-line code at entry and never again. */
function findFrame(code: readonly Instr[], stackPointer: number, params: number, is64: boolean): Frame | undefined {
  const stack: (string | number | undefined)[] = [];
  const locals = new Map<number, string | number | undefined>();
  let frame: Frame | undefined;
  for (let i = 0; i < code.length; i++) {
    const { op, x } = code[i];
    if (isSignpost(op)) continue;
    if (op === Opcode.GlobalGet) stack.push(x === stackPointer ? 'sp' : undefined);
    else if (op === Opcode.I32Const || (is64 && isConstant(op))) stack.push(constantOf(code[i]));
    else if (is64 && keepsAddress(op)) continue;
    else if (op === Opcode.LocalGet) stack.push(locals.get(x));
    else if (setsLocal(op)) {
      const value = op === Opcode.LocalSet ? stack.pop() : stack[stack.length - 1];
      locals.set(x, value);
      if (value === 'frame' && x >= params) frame = { local: x, setAt: i };
    } else if (isSum(op) || op === Opcode.I32And || op === Opcode.I64And) {
      const b = stack.pop();
      const a = stack.pop();
      const isFrame = (a === 'sp' || a === 'frame') && typeof b === 'number' && b !== 0;
      stack.push(isFrame ? 'frame' : undefined);
    } else if (op === Opcode.GlobalSet) {
      stack.pop();
      break;
    } else break;
  }
  if (!frame) return undefined;
  const { local, setAt } = frame;
  const setAgain = code.some((each, i) => i > setAt && setsLocal(each.op) && each.x === local);
  return setAgain ? undefined : frame;
}

interface Analysis {
  readonly accesses: Map<number, Access[]>;
  readonly escapes: Set<number>;
  /** [from, to) of the frame that ASan's redzoned area takes. */
  readonly redzoned: { from: number; to: number } | undefined;
}

function analyse(
  { signatures, type, body }: TypedFunction,
  frame: Frame,
  { stackPointer, isShadowSetter }: PromoteOptions,
): Analysis {
  const accesses = new Map<number, Access[]>();
  const escapes = new Set<number>();
  let redzoned: { from: number; to: number } | undefined;
  const setCounts = new Map<number, number>();
  for (const { op, x } of body.code) {
    if (setsLocal(op)) setCounts.set(x, (setCounts.get(x) ?? 0) + 1);
  }
  const known = new Map<number, Known>();
  const use = (value: Value): void => {
    if (value?.kind === 'frame') escapes.add(value.offset);
  };
  const { is64 } = signatures.module;
  const all = (values: readonly Value[]): void => values.forEach(use);
  const nothing: readonly Value[] = [];
  simulate<Value>(signatures, type, [...type.params, ...body.locals], body.code, {
    unknown: () => undefined,
    use,
    call(each, _index, args) {
      if (each.op === Opcode.Call && isShadowSetter(each.x)) {
        const [start, count] = args;
        if (start?.kind === 'shadow' && count?.kind === 'const') {
          const from = Math.min(start.offset, redzoned?.from ?? start.offset);
          const to = Math.max(start.offset + count.offset * 8, redzoned?.to ?? 0);
          redzoned = { from, to };
          return undefined;
        }
      }
      all(args);
      return undefined;
    },
    produce(each, index, args, results) {
      const { op, x, y } = each;
      if (isConstant(op)) return [{ kind: 'const', offset: constantOf(each), producers: [index] }];
      if (is64 && keepsAddress(op) && args[0]) {
        const [value] = args;
        return [{ ...value, producers: value.producers && [...value.producers, index] }];
      }
      if (op === Opcode.LocalGet) {
        if (x === frame.local && index > frame.setAt) return [{ kind: 'frame', offset: 0, producers: [index] }];
        const value = known.get(x);
        return [value && { ...value, producers: [index] }];
      }
      if (setsLocal(op)) {
        const [value] = args;
        if (index > frame.setAt && value && setCounts.get(x) === 1 && x >= type.params.length) known.set(x, value);
        else if (index !== frame.setAt) use(value);
        return op === Opcode.LocalTee ? [value && { ...value, producers: undefined }] : nothing;
      }
      if (op === Opcode.GlobalSet && x === stackPointer) return nothing;
      if (isSum(op) && args[1]?.kind === 'const' && args[0] && args[0].kind !== 'const') {
        const [base, amount] = args as [Known, Known];
        const delta = op === Opcode.I32Add || op === Opcode.I64Add ? amount.offset : -amount.offset;
        const producers = base.producers && amount.producers && [...base.producers, ...amount.producers, index];
        const scale = base.kind === 'shadow' ? 8 : 1;
        return [{ kind: base.kind, offset: base.offset + delta * scale, producers }];
      }
      const isShift = op === Opcode.I32ShrU || op === Opcode.I64ShrU;
      if (isShift && args[0]?.kind === 'frame' && args[1]?.kind === 'const' && args[1].offset === 3) {
        return [{ kind: 'shadow', offset: args[0].offset, producers: undefined }];
      }
      if (accessShapes[op] && args[0]?.kind === 'frame') {
        const offset = args[0].offset + y;
        if (args[0].producers) {
          const list = accesses.get(offset) ?? [];
          list.push({ index, producers: args[0].producers, op });
          accesses.set(offset, list);
        } else escapes.add(offset);
        if (args.length > 1) use(args[1]);
        return results.map(() => undefined);
      }
      all(args);
      return results.map(() => undefined);
    },
  });
  return { accesses, escapes, redzoned };
}

interface Slot {
  readonly width: number;
  readonly float: boolean;
}

function chooseSlots({ accesses, escapes, redzoned }: Analysis): Map<number, Slot> {
  const inRedzoned = (offset: number): boolean =>
    redzoned !== undefined && offset >= redzoned.from && offset < redzoned.to;
  const lowestEscape = Math.min(Number.POSITIVE_INFINITY, ...[...escapes].filter((offset) => !inRedzoned(offset)));
  const slots = new Map<number, Slot>();
  for (const [offset, list] of accesses) {
    const [slot, ...others] = list.map(({ op }) => slotFor(accessShapes[op]));
    if (inRedzoned(offset) || offset + slot.width > lowestEscape) continue;
    if (others.some(({ width, float }) => width !== slot.width || float !== slot.float)) continue;
    slots.set(offset, slot);
  }
  // Two views of the same bytes at different offsets: neither is promoted.
  const sorted = [...accesses].map(([offset, list]) => ({
    offset,
    end: offset + Math.max(...list.map(({ op }) => accessShapes[op].size)),
  }));
  sorted.sort((a, b) => a.offset - b.offset);
  let reach = Number.NEGATIVE_INFINITY;
  let reachOwner = 0;
  for (const { offset, end } of sorted) {
    if (offset < reach) {
      slots.delete(offset);
      slots.delete(reachOwner);
    }
    if (end > reach) {
      reach = end;
      reachOwner = offset;
    }
  }
  return slots;
}

const slotFor = ({ size, type }: AccessShape): Slot => ({ width: size, float: isFloat(type) });

const localType = ({ width, float }: Slot): number =>
  float ? (width === 4 ? ValueType.f32 : ValueType.f64) : width === 8 ? ValueType.i64 : ValueType.i32;

/** What follows `local.get slot` for each kind of load from a narrower or 64-bit view. */
const afterLoad: Readonly<Record<number, readonly Opcode[]>> = {
  [Opcode.I32Load8S]: [Opcode.I32Extend8S],
  [Opcode.I32Load16S]: [Opcode.I32Extend16S],
  [Opcode.I64Load8S]: [Opcode.I64ExtendI32U, Opcode.I64Extend8S],
  [Opcode.I64Load8U]: [Opcode.I64ExtendI32U],
  [Opcode.I64Load16S]: [Opcode.I64ExtendI32U, Opcode.I64Extend16S],
  [Opcode.I64Load16U]: [Opcode.I64ExtendI32U],
  [Opcode.I64Load32S]: [Opcode.I64ExtendI32S],
  [Opcode.I64Load32U]: [Opcode.I64ExtendI32U],
};

function beforeStore(op: number): Instr[] {
  const wraps = accessShapes[op].size < 8 && accessShapes[op].type === ValueType.i64 ? [instr(Opcode.I32WrapI64)] : [];
  if (op === Opcode.I32Store8 || op === Opcode.I64Store8)
    return [...wraps, instr(Opcode.I32Const, 255), instr(Opcode.I32And)];
  if (op === Opcode.I32Store16 || op === Opcode.I64Store16)
    return [...wraps, instr(Opcode.I32Const, 65535), instr(Opcode.I32And)];
  return wraps;
}

function rewrite(
  { type, body }: TypedFunction,
  slots: ReadonlyMap<number, Slot>,
  analysis: Analysis,
  { stackPointer, keepsFrame }: PromoteOptions,
): FuncBody {
  const locals = [...body.locals];
  const deleted = new Set<number>();
  const replaced = new Map<number, Instr[]>();
  for (const [offset, slot] of [...slots].sort(([a], [b]) => a - b)) {
    const index = type.params.length + locals.length;
    locals.push(localType(slot));
    for (const access of analysis.accesses.get(offset) as Access[]) {
      for (const producer of access.producers) deleted.add(producer);
      const { at } = body.code[access.index];
      const code = isStore(access.op)
        ? [...beforeStore(access.op), instr(Opcode.LocalSet, index)]
        : [instr(Opcode.LocalGet, index), ...(afterLoad[access.op] ?? []).map((op) => instr(op))];
      replaced.set(
        access.index,
        code.map((each) => ({ ...each, at })),
      );
    }
  }
  // With nothing left in it the frame itself goes: no write of the stack pointer remains.
  // (A second read of it means a variable-length array or alloca, which needs the pointer kept up.)
  const reads = body.code.filter(({ op, x }) => op === Opcode.GlobalGet && x === stackPointer).length;
  const frameUnused =
    !keepsFrame &&
    reads === 1 &&
    slots.size === analysis.accesses.size &&
    analysis.escapes.size === 0 &&
    !analysis.redzoned;
  const code: Instr[] = [];
  body.code.forEach((each, index) => {
    if (deleted.has(index)) return;
    const replacement = replaced.get(index);
    if (replacement) code.push(...replacement);
    else if (frameUnused && each.op === Opcode.GlobalSet && each.x === stackPointer)
      code.push({ ...each, op: Opcode.Drop, x: 0 });
    else code.push(each);
  });
  return { ...body, locals, code };
}
