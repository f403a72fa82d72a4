import { coverageBase, coverageReserve } from '../abi/layout.js';
import { faintLocals } from '../static/faint-locals.js';
import { simulate } from '../static/simulate.js';
import { Opcode } from '../wasm/opcodes.js';
import type { Signatures } from '../wasm/signatures.js';
import { type FuncBody, type FuncType, type Global, importedFunctions, isInteger, ValueType } from '../wasm/types.js';
import type { Code } from './code.js';
import { isMarker } from './markers.js';
import { counter } from './module-parts.js';

/** Where a probe finds the locals of the function that called it: replays have no coverage. */
export const spilledLocals = coverageBase;

const storeOf: Readonly<Record<ValueType, { op: number; size: number }>> = {
  [ValueType.i32]: { op: Opcode.I32Store, size: 4 },
  [ValueType.i64]: { op: Opcode.I64Store, size: 8 },
  [ValueType.f32]: { op: Opcode.F32Store, size: 4 },
  [ValueType.f64]: { op: Opcode.F64Store, size: 8 },
};

/**
 * Writes probes at the heads of loops: each hands over which loop of which activation of a
 * function it is, and all locals of that activation that anything depends on. A loop with values below it on the operand stack, or in a
 * function that throws a caught exception again, has none: a probe can't see those, so nothing is proved.
 *
 * An activation has a number of its own, larger than those of all that began before it. Frames that wait
 * for a call to return can't change, so two probes of one activation have the same frames around them.
 */
export class LoopProbes {
  readonly #activations: number;
  readonly #isBlind: boolean;
  /** Of imported functions: a mark of a check, which changes nothing. */
  readonly #isMark: readonly boolean[];
  #loops = 0;

  constructor(
    readonly signatures: Signatures,
    /** Index of the global that numbers activations. */
    activations: number,
    readonly probe: number,
  ) {
    this.#activations = activations;
    const { globals } = signatures.module;
    this.#isMark = importedFunctions(signatures.module).map(isMarker);
    // Tables and segments can't change: decode.ts takes no instruction that would.
    this.#isBlind = globals.some(({ type, mutable }) => mutable && !isInteger(type));
  }

  readonly globals: readonly Global[] = [counter()];

  /** Numbers the activation on entry; gives what writes the probe of a loop, by the loop's instruction. */
  enter(
    code: Code,
    type: FuncType,
    body: FuncBody,
    activationLocal: () => number,
  ): ((index: number) => void) | undefined {
    const types = [...type.params, ...body.locals];
    const loops = this.#probed(type, types, body);
    if (loops.size === 0) return undefined;
    const faint = faintLocals(this.signatures, type, body, (index) => this.#isMark[index]);
    const activation = activationLocal();
    code.globalGet(this.#activations);
    code.i32(1);
    code.op(Opcode.I32Add);
    code.tee(activation);
    code.globalSet(this.#activations);
    return (index) => {
      if (!loops.has(index)) return;
      let bytes = 0;
      types.forEach((each, local) => {
        if (faint.has(local)) return;
        const { op, size } = storeOf[each];
        code.i32(spilledLocals);
        code.get(local);
        code.memory(op, bytes);
        bytes += size;
      });
      code.i32(this.#loops++);
      code.get(activation);
      code.i32(bytes);
      code.call(this.probe);
    };
  }

  #probed(type: FuncType, types: readonly ValueType[], body: FuncBody): ReadonlySet<number> {
    const loops = new Set<number>();
    const isSeen = types.every((each) => storeOf[each]) && types.length * 8 <= coverageReserve;
    if (this.#isBlind || !isSeen || body.code.some(({ op }) => op === Opcode.Rethrow)) return loops;
    if (!body.code.some(({ op }) => op === Opcode.Loop)) return loops;
    simulate<undefined>(this.signatures, type, types, body.code, {
      unknown: () => undefined,
      produce: ({ op }, _, __, results) => (op === Opcode.Select ? [undefined] : results.map(() => undefined)),
      call: () => undefined,
      use: () => {},
      loop: (index, height) => {
        if (height === 0) loops.add(index);
      },
    });
    return loops;
  }
}
