import { isControl, setsLocal } from '../wasm/instruction-kinds.js';
import { Opcode } from '../wasm/opcodes.js';
import type { FuncBody, Instr } from '../wasm/types.js';

/**
 * Locals that only carry a constant: set once, from a constant, and read only in the straight line of code
 * that follows. clang's fast instruction selection makes many.
 */
export function constantLocals(code: readonly Instr[], params: number): Map<number, Instr> {
  const candidates = new Map<number, { value: Instr; region: number }>();
  const rejected = new Set<number>();
  let region = 0;
  code.forEach(({ op, x }, i) => {
    if (isControl(op)) region++;
    if (setsLocal(op)) {
      const value = code[i - 1];
      const isConstant = op === Opcode.LocalSet && (value?.op === Opcode.I32Const || value?.op === Opcode.I64Const);
      if (!isConstant || x < params || candidates.has(x)) rejected.add(x);
      else candidates.set(x, { value, region });
    } else if (op === Opcode.LocalGet) {
      const candidate = candidates.get(x);
      if (!candidate || candidate.region !== region) rejected.add(x);
    }
  });
  const found = new Map<number, Instr>();
  for (const [local, { value }] of candidates) if (!rejected.has(local)) found.set(local, value);
  return found;
}

/** What an instruction pushes, if that is a number of 32 bits that is known: a constant, or one of those locals. */
export function knownConstant(instr: Instr | undefined, constants: ReadonlyMap<number, Instr>): number | undefined {
  const value = instr?.op === Opcode.LocalGet ? constants.get(instr.x) : instr;
  if (value?.op === Opcode.I64Const) return BigInt.asIntN(32, value.big) === value.big ? Number(value.big) : undefined;
  return value?.op === Opcode.I32Const ? value.x : undefined;
}

/** The same function with those locals replaced by their constants. */
export function propagateConstants(body: FuncBody, params: number): FuncBody {
  const constants = constantLocals(body.code, params);
  if (constants.size === 0) return body;
  const code: Instr[] = [];
  for (const instr of body.code) {
    const value = constants.get(instr.x);
    if (value && instr.op === Opcode.LocalGet) code.push({ ...value, at: instr.at });
    else if (value && instr.op === Opcode.LocalSet) code.pop();
    else code.push(instr);
  }
  return { ...body, code };
}
