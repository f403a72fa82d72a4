import { beginsArm, closes, setsLocal } from '../wasm/instruction-kinds.js';
import { Opcode } from '../wasm/opcodes.js';
import type { FuncBody, Instr } from '../wasm/types.js';

/** Where code begins that more than what stands before it leads to. */
const joins = (op: number): boolean => op === Opcode.Loop || beginsArm(op) || closes(op);

/**
 * The same function with fewer locals: those that are only read behind a set in the same stretch of code, with no way
 * in between, share places. `clang -O0` has a local for every value it ever computes; of ten thousand, V8 clears each
 * on every call, and to optimise the function it asks at every join which of them came from where (gigabytes).
 */
export function shareLocals(
  body: FuncBody,
  params: number,
  /** Only locals of the same kind share; a kind has one type. */
  kindOf: (local: number) => number,
): { readonly body: FuncBody; readonly kinds: readonly number[] } {
  const { code } = body;
  const isShared = readBehindSets(code, params, body.locals.length);
  const isLast = lastReads(code, params, isShared);
  const locals: (typeof body.locals)[number][] = [];
  const kinds = Array.from({ length: params }, (_, param) => kindOf(param));
  const places = new Map<number, number>();
  const free = new Map<number, number[]>();
  const place = (local: number): number => {
    locals.push(body.locals[local - params]);
    return kinds.push(kindOf(local)) - 1;
  };
  const giveBack = (local: number): void => {
    const kind = kindOf(local);
    const list = free.get(kind);
    const used = places.get(local) as number;
    if (list) list.push(used);
    else free.set(kind, [used]);
    places.delete(local);
  };
  const result = code.map((each, index): Instr => {
    const { op, x } = each;
    if ((op !== Opcode.LocalGet && !setsLocal(each.op)) || x < params) return each;
    if (!isShared[x - params]) {
      let own = places.get(x);
      if (own === undefined) {
        own = place(x);
        places.set(x, own);
      }
      return { ...each, x: own };
    }
    if (op !== Opcode.LocalGet && !places.has(x)) places.set(x, free.get(kindOf(x))?.pop() ?? place(x));
    const now = places.get(x) as number;
    if (isLast[index]) giveBack(x);
    return { ...each, x: now };
  });
  return { body: { ...body, locals, code: result }, kinds };
}

/** By local: whether each read of it stands behind a set in the same stretch. */
function readBehindSets(code: readonly Instr[], params: number, count: number): Uint8Array {
  const isShared = new Uint8Array(count).fill(1);
  const setIn = new Int32Array(count).fill(-1);
  let stretch = 0;
  for (const each of code) {
    const local = each.x - params;
    if (joins(each.op)) stretch++;
    else if (setsLocal(each.op) && local >= 0) setIn[local] = stretch;
    else if (each.op === Opcode.LocalGet && local >= 0 && setIn[local] !== stretch) isShared[local] = 0;
  }
  return isShared;
}

/** By instruction: nothing reads what its local holds any more, before it is set again. */
function lastReads(code: readonly Instr[], params: number, isShared: Uint8Array): Uint8Array {
  const isLast = new Uint8Array(code.length);
  const isRead = new Uint8Array(isShared.length);
  for (let index = code.length - 1; index >= 0; index--) {
    const each = code[index];
    const local = each.x - params;
    if ((each.op !== Opcode.LocalGet && !setsLocal(each.op)) || local < 0 || isShared[local] === 0) continue;
    if (isRead[local] === 0) isLast[index] = 1;
    isRead[local] = each.op === Opcode.LocalGet ? 1 : 0;
  }
  return isLast;
}
