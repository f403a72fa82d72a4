import { simulate } from '../static/simulate.js';
import { isLoad, setsLocal } from '../wasm/instruction-kinds.js';
import { Opcode } from '../wasm/opcodes.js';
import type { Signatures } from '../wasm/signatures.js';
import { type FuncBody, type FuncType, isInteger } from '../wasm/types.js';

/**
 * Which locals can ever hold a symbolic value. A local fed only by constants, the stack pointer and
 * other such locals cannot: loop counters and frame addresses then need no shadow at all.
 */
export function maybeSymbolicLocals(signatures: Signatures, type: FuncType, body: FuncBody): boolean[] {
  const localTypes = [...type.params, ...body.locals];
  const maybe = localTypes.map((each, i) => i < type.params.length && isInteger(each));
  for (let changed = true; changed; ) {
    changed = false;
    simulate<boolean>(signatures, type, localTypes, body.code, {
      unknown: isInteger,
      use: () => {},
      call: () => undefined,
      produce({ op, x }, _index, args, results) {
        if (op === Opcode.LocalGet) return [maybe[x]];
        if (setsLocal(op)) {
          // What a symbolic condition selects may be a float, and those have no shadows.
          if (args[0] && !maybe[x] && isInteger(localTypes[x])) {
            maybe[x] = true;
            changed = true;
          }
          return op === Opcode.LocalTee ? [maybe[x]] : [];
        }
        if (op === Opcode.Select) return [args[0] || args[1] || args[2]];
        if (isLoad(op)) return results.map(isInteger);
        const any = args.some(Boolean);
        return results.map((result) => any && isInteger(result));
      },
    });
  }
  return maybe;
}
