import { isDivision, isTrappingConversion, setsLocal } from '../wasm/instruction-kinds.js';
import { Opcode } from '../wasm/opcodes.js';
import type { Signatures } from '../wasm/signatures.js';
import type { FuncBody, FuncType } from '../wasm/types.js';
import { simulate } from './simulate.js';

/** The locals a value on the operand stack was computed from. */
type Sources = ReadonlySet<number>;
const nothing: Sources = new Set();

/** Instructions without effect but their result: what they take is only as important as what they give. */
const isPure = (op: number): boolean =>
  (op >= Opcode.I32Const && op <= Opcode.I64Extend32S && !isDivision(op) && !isTrappingConversion(op)) ||
  (op >= Opcode.I32TruncSatF32S && op <= Opcode.I64TruncSatF64U) ||
  op === Opcode.GlobalGet;

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
      if (op !== Opcode.Call || !isBystander(x)) args.forEach(use);
      return undefined;
    },
    produce({ op, x }, _, args, results) {
      if (op === Opcode.LocalGet) return [new Set([x])];
      if (setsLocal(op)) {
        for (const local of args[0]) feeds[x].add(local);
        return op === Opcode.LocalTee ? [new Set([x])] : [];
      }
      if (op === Opcode.Select) return [nothing];
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
