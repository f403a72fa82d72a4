import { Capability, Provenance } from '../abi/exact-layout.js';
import type { ExactObjects } from './exact-objects.js';
import type { StringCall, StringCalls } from './string-calls.js';

/** What a model can't know: where an array inside a structure ends that a string function is given a pointer into. */
export class ExactStringCalls {
  #inMembers = new Map<number, StringCall>();

  constructor(readonly table: () => ExactObjects) {}

  reset(): void {
    if (this.#inMembers.size > 0) this.#inMembers = new Map();
  }

  called(call: number, model: number, addresses: readonly number[], ids: readonly number[]): void {
    this.#inMembers.set(call, { model, rooms: ids.map((id, i) => this.#room(addresses[i], id)) });
  }

  all(count: number): StringCalls {
    return { count, inMembers: this.#inMembers };
  }

  #room(address: number, id: number): number | undefined {
    const table = this.table();
    if (id === Provenance.None || id === Provenance.Unknown || !table.isMember(id)) return undefined;
    const size = table.field(id, Capability.size);
    const offset = address - table.field(id, Capability.start);
    return offset < 0 || offset >= size || table.isGuess(id) ? -1 : size - offset;
  }
}
