import type { Trace } from '../runtime/trace.js';
import type { Site } from '../runtime/types.js';

/** Positions in one call of a library function that are told apart. */
const farthest = 255;

/**
 * How far a run came at each of its branches, as a number that stands for the branch and the distance. A branch of the
 * library is known by the user's call it belongs to and its position there, so that a comparison that matches one byte
 * more is something new; a branch of the user's by how often the run has met it, coarser as it gets more.
 */
export class Progress {
  keys = new Int32Array(1024);
  readonly #isLibrary: Uint8Array;
  readonly #met: Uint32Array;
  #call = -1;
  #depth = 0;

  constructor(sites: readonly Site[]) {
    this.#isLibrary = Uint8Array.from(sites, ({ place }) => (place === undefined ? 1 : 0));
    this.#met = new Uint32Array(sites.length);
  }

  start({ length }: Trace): void {
    this.#call = -1;
    if (this.keys.length < length) this.keys = new Int32Array(2 * length);
  }

  /** Entry `i` is a branch or a switch. */
  at({ site, call }: Trace, i: number): number {
    const here = site[i];
    let distance: number;
    let context = 0;
    if (this.#isLibrary[here] === 1) {
      context = call?.[i] ?? 0;
      this.#depth = context === this.#call ? this.#depth + 1 : 0;
      this.#call = context;
      distance = Math.min(this.#depth, farthest);
    } else {
      this.#call = -1;
      distance = coarse(++this.#met[here]);
    }
    return (this.keys[i] =
      Math.imul(Math.imul(here, 0x9e3779b1) ^ context, 0x85ebca6b) ^ Math.imul(distance, 0xc2b2ae35));
  }

  /** The entries have been looked at. */
  end({ site, length }: Trace): void {
    for (let i = 0; i < length; i++) this.#met[site[i]] = 0;
  }
}

/** 1, 2, 3, 4, and then only how many bits it takes. */
const coarse = (count: number): number => (count <= 4 ? count : 37 - Math.clz32(count - 1));
