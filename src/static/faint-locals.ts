import type { Signatures } from '../wasm/signatures.js';
import type { FuncBody, FuncType } from '../wasm/types.js';
import { simulate } from './simulate.js';

/** The locals a value on the operand stack was computed from. */
type Sources = ReadonlySet<number>;
const nothing: Sources = new Set();

/** Instructions without effect but their result: what they take is only as important as what they give. */
const isPure = (op: number): boolean =>
  (op >= 0x41 && op <= 0xc4 && !traps(op)) || (op >= 0xfc00 && op <= 0xfc07) || op === 0x23;

/** Divisions and conversions from floats. */
const traps = (op: number): boolean =>
  (op >= 0x6d && op <= 0x70) || (op >= 0x7f && op <= 0x82) || (op >= 0xa8 && op <= 0xab) || (op >= 0xae && op <= 0xb1);

/**
 * Locals whose values reach nothing but such locals: a counter that nobody looks at. Whatever they are, the function
 * does the same.
 */
export function faintLocals(
  signatures: Signatures,
  type: FuncType,
  body: FuncBody,
  /** Functions that only look on. */
  isBystander: (index: number) => boolean,
): ReadonlySet<number> {
  const types = [...type.params, ...body.locals];
  const feeds = types.map(() => new Set<number>());
  const important = new Set<number>();
  const use = (value: Sources): void => {
    for (const local of value) important.add(local);
  };
  simulate<Sources>(signatures, type, types, body.code, {
    unknown: () => nothing,
    use,
    call({ op, x }, _, args) {
      if (op !== 0x10 || !isBystander(x)) args.forEach(use);
      return undefined;
    },
    produce({ op, x }, _, args, results) {
      if (op === 0x20) return [new Set([x])];
      if (op === 0x21 || op === 0x22) {
        for (const local of args[0]) feeds[x].add(local);
        return op === 0x22 ? [new Set([x])] : [];
      }
      if (op === 0x1b) return [nothing];
      if (isPure(op)) return results.map(() => new Set(args.flatMap((each) => [...each])));
      args.forEach(use);
      return results.map(() => nothing);
    },
  });
  const pending = [...important];
  for (let local = pending.pop(); local !== undefined; local = pending.pop()) {
    for (const source of feeds[local]) {
      if (important.has(source)) continue;
      important.add(source);
      pending.push(source);
    }
  }
  return new Set(types.flatMap((_, local) => (important.has(local) ? [] : [local])));
}
