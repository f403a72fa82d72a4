import { isSignpost } from '../static/signposts.js';
import { simulate } from '../static/simulate.js';
import type { Signatures } from '../wasm/signatures.js';
import { type FuncBody, type FuncType, type Instr, instr, ValueType } from '../wasm/types.js';

/**
 * Stack slots whose address never escapes become locals: code from `clang -O0` keeps every variable in
 * memory, where each access would need a shadow test. Soundness rests on clang's ASan pass with stack
 * safety off: every local whose address is taken lies in one redzoned area, announced by constant
 * `__asan_set_shadow_*` calls. Any other address that escapes keeps everything above it in memory.
 */
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

const accessWidth: Record<number, { width: number; float: boolean }> = {
  40: { width: 4, float: false },
  41: { width: 8, float: false },
  42: { width: 4, float: true },
  43: { width: 8, float: true },
  44: { width: 1, float: false },
  45: { width: 1, float: false },
  46: { width: 2, float: false },
  47: { width: 2, float: false },
  48: { width: 1, float: false },
  49: { width: 1, float: false },
  50: { width: 2, float: false },
  51: { width: 2, float: false },
  52: { width: 4, float: false },
  53: { width: 4, float: false },
  54: { width: 4, float: false },
  55: { width: 8, float: false },
  56: { width: 4, float: true },
  57: { width: 8, float: true },
  58: { width: 1, float: false },
  59: { width: 2, float: false },
  60: { width: 1, float: false },
  61: { width: 2, float: false },
  62: { width: 4, float: false },
};
const isStore = (op: number): boolean => op >= 0x36;

export function promoteSlots(
  signatures: Signatures,
  type: FuncType,
  body: FuncBody,
  stackPointer: number,
  isShadowSetter: (functionIndex: number) => boolean,
  /** A recursive function keeps its frame: its depth must count against the stack as it does in a replay. */
  keepFrame = false,
): Promoted {
  const frame = findFrame(body.code, stackPointer, type.params.length);
  if (!frame) return { body, promotedSlots: 0 };
  const analysis = analyse(signatures, type, body, stackPointer, frame, isShadowSetter);
  const slots = chooseSlots(analysis);
  if (slots.size === 0) return { body, promotedSlots: 0 };
  return { body: rewrite(type, body, slots, analysis, stackPointer, keepFrame), promotedSlots: slots.size };
}

interface Frame {
  readonly local: number;
  /** Index of the last instruction of the prologue that sets it. */
  readonly setAt: number;
}

/** The local that holds the frame's address: `sp - n`, perhaps realigned, set in straight-line code at entry and never again. */
function findFrame(code: readonly Instr[], stackPointer: number, params: number): Frame | undefined {
  const stack: (string | number | undefined)[] = [];
  const locals = new Map<number, string | number | undefined>();
  let frame: Frame | undefined;
  for (let i = 0; i < code.length; i++) {
    const { op, x } = code[i];
    if (isSignpost(op)) continue;
    if (op === 0x23) stack.push(x === stackPointer ? 'sp' : undefined);
    else if (op === 0x41) stack.push(x);
    else if (op === 0x20) stack.push(locals.get(x));
    else if (op === 0x21 || op === 0x22) {
      const value = op === 0x21 ? stack.pop() : stack[stack.length - 1];
      locals.set(x, value);
      if (value === 'frame' && x >= params) frame = { local: x, setAt: i };
    } else if (op === 0x6b || op === 0x6a || op === 0x71) {
      const b = stack.pop();
      const a = stack.pop();
      const isFrame = (a === 'sp' || a === 'frame') && typeof b === 'number' && b !== 0;
      stack.push(isFrame ? 'frame' : undefined);
    } else if (op === 0x24) {
      stack.pop();
      break;
    } else break;
  }
  if (!frame) return undefined;
  const { local, setAt } = frame;
  const setAgain = code.some((each, i) => i > setAt && (each.op === 0x21 || each.op === 0x22) && each.x === local);
  return setAgain ? undefined : frame;
}

interface Analysis {
  readonly accesses: Map<number, Access[]>;
  readonly escapes: Set<number>;
  /** [from, to) of the frame that ASan's redzoned area takes. */
  readonly redzoned: { from: number; to: number } | undefined;
}

function analyse(
  signatures: Signatures,
  type: FuncType,
  body: FuncBody,
  stackPointer: number,
  frame: Frame,
  isShadowSetter: (functionIndex: number) => boolean,
): Analysis {
  const accesses = new Map<number, Access[]>();
  const escapes = new Set<number>();
  let redzoned: { from: number; to: number } | undefined;
  const setCounts = new Map<number, number>();
  for (const { op, x } of body.code) {
    if (op === 0x21 || op === 0x22) setCounts.set(x, (setCounts.get(x) ?? 0) + 1);
  }
  const known = new Map<number, Known>();
  const use = (value: Value): void => {
    if (value?.kind === 'frame') escapes.add(value.offset);
  };
  const all = (values: readonly Value[]): void => values.forEach(use);
  const nothing: readonly Value[] = [];
  simulate<Value>(signatures, type, [...type.params, ...body.locals], body.code, {
    unknown: () => undefined,
    use,
    call(each, _index, args) {
      if (each.op === 0x10 && isShadowSetter(each.x)) {
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
      if (op === 0x41) return [{ kind: 'const', offset: x, producers: [index] }];
      if (op === 0x20) {
        if (x === frame.local && index > frame.setAt) return [{ kind: 'frame', offset: 0, producers: [index] }];
        const value = known.get(x);
        return [value && { ...value, producers: [index] }];
      }
      if (op === 0x21 || op === 0x22) {
        const [value] = args;
        if (index > frame.setAt && value && setCounts.get(x) === 1 && x >= type.params.length) known.set(x, value);
        else if (index !== frame.setAt) use(value);
        return op === 0x22 ? [value && { ...value, producers: undefined }] : nothing;
      }
      if (op === 0x24 && x === stackPointer) return nothing;
      if ((op === 0x6a || op === 0x6b) && args[1]?.kind === 'const' && args[0] && args[0].kind !== 'const') {
        const [base, amount] = args as [Known, Known];
        const delta = op === 0x6a ? amount.offset : -amount.offset;
        const producers = base.producers && amount.producers && [...base.producers, ...amount.producers, index];
        const scale = base.kind === 'shadow' ? 8 : 1;
        return [{ kind: base.kind, offset: base.offset + delta * scale, producers }];
      }
      if (op === 0x76 && args[0]?.kind === 'frame' && args[1]?.kind === 'const' && args[1].offset === 3) {
        return [{ kind: 'shadow', offset: args[0].offset, producers: undefined }];
      }
      if (accessWidth[op] && args[0]?.kind === 'frame') {
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
    if (inRedzoned(offset) || offset >= lowestEscape) continue;
    const shape = accessWidth[list[0].op];
    if (list.some(({ op }) => accessWidth[op].width !== shape.width || accessWidth[op].float !== shape.float)) continue;
    slots.set(offset, shape);
  }
  // Two views of the same bytes at different offsets: neither is promoted.
  const sorted = [...accesses].map(([offset, list]) => ({
    offset,
    end: offset + Math.max(...list.map(({ op }) => accessWidth[op].width)),
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

const localType = ({ width, float }: Slot): number =>
  float ? (width === 4 ? ValueType.f32 : ValueType.f64) : width === 8 ? ValueType.i64 : ValueType.i32;

/** What follows `local.get slot` for each kind of load from a narrower or 64-bit view. */
const afterLoad: Record<number, number[]> = {
  44: [0xc0],
  46: [0xc1],
  48: [0xad, 0xc2],
  49: [0xad],
  50: [0xad, 0xc3],
  51: [0xad],
  52: [0xac],
  53: [0xad],
};

function beforeStore(op: number): Instr[] {
  const wraps = op >= 0x3c ? [instr(0xa7)] : [];
  if (op === 0x3a || op === 0x3c) return [...wraps, instr(0x41, 0xff), instr(0x71)];
  if (op === 0x3b || op === 0x3d) return [...wraps, instr(0x41, 0xffff), instr(0x71)];
  return wraps;
}

function rewrite(
  type: FuncType,
  body: FuncBody,
  slots: Map<number, Slot>,
  analysis: Analysis,
  stackPointer: number,
  keepFrame: boolean,
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
        ? [...beforeStore(access.op), instr(0x21, index)]
        : [instr(0x20, index), ...(afterLoad[access.op] ?? []).map((op) => instr(op))];
      replaced.set(
        access.index,
        code.map((each) => ({ ...each, at })),
      );
    }
  }
  // With nothing left in it the frame itself goes: no write of the stack pointer remains.
  // (A second read of it means a variable-length array or alloca, which needs the pointer kept up.)
  const reads = body.code.filter(({ op, x }) => op === 0x23 && x === stackPointer).length;
  const frameUnused =
    !keepFrame &&
    reads === 1 &&
    slots.size === analysis.accesses.size &&
    analysis.escapes.size === 0 &&
    !analysis.redzoned;
  const code: Instr[] = [];
  body.code.forEach((each, index) => {
    if (deleted.has(index)) return;
    const replacement = replaced.get(index);
    if (replacement) code.push(...replacement);
    else if (frameUnused && each.op === 0x24 && each.x === stackPointer) code.push({ ...each, op: 0x1a, x: 0 });
    else code.push(each);
  });
  return { ...body, locals, code };
}
