import { Op } from '../expr/ops.js';
import type { ExprStore } from '../expr/store.js';

const State = { Unknown: 0, Given: 1, Accessed: 2 } as const;

/**
 * Which bytes of a template's strings did a run access, and in which order? Two runs that agree on those bytes are the
 * same run, whatever the rest of their inputs is. Loading a byte is an access; copying it with `memory.copy` or `read`
 * is not. A byte that reached the program in a way not followed here counts as accessed.
 *
 * The shadow of a concrete byte is a *mark*, a negative id that names the byte's offset. Whoever asks for the byte's
 * expression gets 0, and the access is recorded.
 */
export class AccessRecord {
  /** Offsets in the flat input. */
  order: Int32Array = new Int32Array(64);
  length = 0;
  #state = new Uint8Array(0);
  /** By variable: its offset in the flat input. */
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

  place(variable: number, offset: number): void {
    this.#offsetOf[variable] = offset;
  }

  /** The program was given this byte, with a variable or a mark as its shadow. */
  given(offset: number): void {
    if (this.#state[offset] === State.Unknown) this.#state[offset] = State.Given;
  }

  static markOf(offset: number): number {
    return -1 - offset;
  }

  /** The program accesses a byte with this shadow. Returns the shadow's expression id, 0 for a mark. */
  idOf(shadow: number): number {
    if (shadow < 0) {
      this.#record(-1 - shadow);
      return 0;
    }
    if (this.store.op[shadow] === Op.Var) {
      const offset = this.#offsetOf[this.store.a[shadow]];
      if (offset >= 0) this.#record(offset);
    }
    return shadow;
  }

  /** At the end of the run: bytes that were never followed count as accessed. */
  end(from: number, length: number): void {
    for (let offset = from; offset < from + length; offset++) {
      if (this.#state[offset] === State.Unknown) this.#record(offset);
    }
  }

  #record(offset: number): void {
    if (this.#state[offset] === State.Accessed) return;
    this.#state[offset] = State.Accessed;
    if (this.length === this.order.length) {
      const bigger = new Int32Array(this.length * 2);
      bigger.set(this.order);
      this.order = bigger;
    }
    this.order[this.length++] = offset;
  }
}
