import { Op } from '../expr/ops.js';
import type { ExprStore } from '../expr/store.js';

const State = { Unknown: 0, Given: 1, Seen: 2 } as const;

/**
 * Which bytes of a template's strings a run has looked at, in that order: two runs that agree on those are the same
 * run, whatever the rest of their inputs is. A byte counts as looked at when the program loads it, not when it is
 * copied by `memory.copy` or `read`; one that was given in a way not followed here counts as looked at.
 *
 * Beside a byte that is no symbol memory holds a *mark*, a negative id: who asks for the byte's id is told that it
 * has none.
 */
export class Looks {
  /** Offsets in the flat input. */
  order: Int32Array = new Int32Array(64);
  length = 0;
  #state = new Uint8Array(0);
  /** By variable, the offset it stands at. */
  #offsetOf = new Int32Array(0);

  constructor(readonly store: ExprStore) {}

  begin(size: number): void {
    this.length = 0;
    if (this.#state.length < size) {
      this.#state = new Uint8Array(size);
      this.#offsetOf = new Int32Array(size);
    }
    this.#state.fill(State.Unknown);
    this.#offsetOf.fill(-1);
  }

  stands(variable: number, offset: number): void {
    this.#offsetOf[variable] = offset;
  }

  /** The program got this byte, with a variable or a mark beside it. */
  given(offset: number): void {
    if (this.#state[offset] === State.Unknown) this.#state[offset] = State.Given;
  }

  static markOf(offset: number): number {
    return -1 - offset;
  }

  /** Somebody asks for what stands beside a byte: the id it has, 0 in the place of a mark. */
  idOf(beside: number): number {
    if (beside < 0) {
      this.#see(-1 - beside);
      return 0;
    }
    if (this.store.op[beside] === Op.Var) {
      const offset = this.#offsetOf[this.store.a[beside]];
      if (offset >= 0) this.#see(offset);
    }
    return beside;
  }

  /** At the end: what nobody followed counts as seen. */
  end(from: number, length: number): void {
    for (let offset = from; offset < from + length; offset++) {
      if (this.#state[offset] === State.Unknown) this.#see(offset);
    }
  }

  #see(offset: number): void {
    if (this.#state[offset] === State.Seen) return;
    this.#state[offset] = State.Seen;
    if (this.length === this.order.length) {
      const bigger = new Int32Array(this.length * 2);
      bigger.set(this.order);
      this.order = bigger;
    }
    this.order[this.length++] = offset;
  }
}
