/** Is a run that is out of fuel in an endless loop? Looks for a state that occurs twice. */

import { tagBase } from '../abi/layout.js';
import type { HostState } from '../host/wasi.js';
import { spilledLocals } from '../instrument/loop-probes.js';
import { equalBytes } from '../platform/bytes.js';
import type { Heap } from './heap.js';
import type { Jumps } from './jumps.js';
import type { Space } from './space.js';

/** All that can influence what a replay does next, the frames of the program apart. */
interface Surroundings {
  readonly space: Space;
  readonly heap: Heap;
  readonly jumps: Jumps;
  readonly globals: readonly WebAssembly.Global[];
  host(): HostState;
  /** Bytes of input taken so far. */
  inputUsed(): number;
  /** No part of the state: what ends our patience, not the program. */
  fuelLeft(): number;
}

/** The state of a run at the head of a loop. */
interface Snapshot {
  loop: number;
  locals: Uint8Array;
  globals: (number | bigint)[];
  hostVersion: number;
  inputUsed: number;
  fuelLeft: number;
  heap: Int32Array;
  jumps: string;
  bytes: Uint8Array;
  tags: Uint8Array;
}

/** One activation of a function that is under way. */
interface Level {
  activation: number;
  /** Probes of this activation since its snapshot. */
  steps: number;
  /** Probes of all activations, at the snapshot (or when the level began). */
  since: number;
  /** So many probes later the next snapshot is taken: doubles each time (Brent). */
  distance: number;
  /** Farther apart no snapshot is worth it. */
  readonly longest: number;
  snapshot: Snapshot | undefined;
  /** Known once the state came back: probes of a round, and the outermost loop in it. */
  round: { readonly steps: number; seen: number; outermost: number } | undefined;
}

/** Probes before the first snapshot. */
const firstDistance = 16;
/** So far apart no further snapshot is worth it: a state that is new after half a million turns has a counter in it. */
export const longestDistance = 1 << 18;
const chunk = 1 << 16;
/** Places where states differed lately: a counter differs there again, long before all of memory was compared. */
const hintsKept = 32;
/** Comparisons of all of memory; a program that needs more is not proved to hang. */
const wholeComparisons = 4000;

/**
 * Looks for a state that comes back. The state at the head of a loop is everything the future depends on: memory
 * with its tags, globals, the heap's books, the host, and the locals of the frame; frames further out are the
 * same because the frame has not returned in between. Programs are deterministic, so a state that comes back
 * comes back forever. Each activation has its own search: those that come and go in every round of a loop
 * further out would never meet themselves.
 */
export class Repetition {
  readonly #levels: Level[] = [];
  readonly #hints: number[] = [];
  readonly #spare: Snapshot[] = [];
  /** Fuel that a round takes, and fuel left when the first one began; once one is found. */
  period = 0;
  fuelBefore = 0;
  /** Nothing will be proved any more: a turn that is watched takes twenty times as long as one that is not. */
  isGivenUp = false;
  #probes = 0;
  #compared = 0;

  constructor(
    readonly around: Surroundings,
    /** Snapshots are not taken farther apart than this; then nothing is proved. */
    readonly longest: number,
  ) {}

  /** True when the loop that calls this is the outermost of a round that goes on forever. */
  probe(loop: number, activation: number, localBytes: number): boolean {
    this.#probes++;
    const level = this.#levelOf(activation);
    level.steps++;
    const { round, snapshot } = level;
    if (round) {
      round.outermost = Math.min(round.outermost, loop);
      return ++round.seen > round.steps && loop === round.outermost;
    }
    if (snapshot && this.#isSame(snapshot, loop, localBytes)) {
      this.fuelBefore = snapshot.fuelLeft;
      this.period = snapshot.fuelLeft - this.around.fuelLeft();
      level.round = { steps: level.steps, seen: 0, outermost: loop };
      return false;
    }
    if (this.#probes - level.since >= level.distance) {
      level.snapshot = this.#take(loop, localBytes, snapshot ?? this.#spare.pop());
      level.since = this.#probes;
      level.distance *= 2;
      level.steps = 0;
      this.isGivenUp ||= level.distance > level.longest;
    }
    return false;
  }

  /** Activations are numbered as they begin, so all later ones have ended when an earlier one runs. */
  #levelOf(activation: number): Level {
    const levels = this.#levels;
    let top = levels[levels.length - 1];
    while (top !== undefined && top.activation > activation) {
      if (top.snapshot) this.#spare.push(top.snapshot);
      levels.pop();
      top = levels[levels.length - 1];
    }
    if (top?.activation === activation) return top;
    // Snapshots are dear: an activation has to last before it gets one, the longer the later it began.
    const distance = Math.max(firstDistance, this.#probes >> 4);
    const level: Level = {
      activation,
      steps: 0,
      since: this.#probes,
      distance,
      longest: Math.max(this.longest, distance * 8),
      snapshot: undefined,
      round: undefined,
    };
    levels.push(level);
    return level;
  }

  #take(loop: number, localBytes: number, old: Snapshot | undefined): Snapshot {
    const { space, heap, jumps, globals, host, inputUsed } = this.around;
    const copy = (from: number, size: number, to: Uint8Array | undefined): Uint8Array => {
      const target = to?.length === size ? to : new Uint8Array(size);
      target.set(space.bytes.subarray(from, from + size));
      return target;
    };
    return {
      loop,
      locals: copy(spilledLocals, localBytes, old?.locals),
      globals: globals.map(({ value }) => value),
      hostVersion: host().version,
      inputUsed: inputUsed(),
      fuelLeft: this.around.fuelLeft(),
      heap: heap.state(),
      jumps: jumps.state(),
      bytes: copy(0, space.top, old?.bytes),
      tags: copy(tagBase, space.top, old?.tags),
    };
  }

  /** Cheapest first: this is asked at every turn of every loop. */
  #isSame(snapshot: Snapshot, loop: number, localBytes: number): boolean {
    if (snapshot.loop !== loop) return false;
    const { space, heap, jumps, globals, host, inputUsed } = this.around;
    const { bytes } = space;
    const end = snapshot.bytes.length;
    for (const hint of this.#hints) if (hint < end && bytes[hint] !== snapshot.bytes[hint]) return false;
    for (let i = 0; i < localBytes; i++) if (bytes[spilledLocals + i] !== snapshot.locals[i]) return false;
    if (
      host().isUnsettled ||
      host().version !== snapshot.hostVersion ||
      inputUsed() !== snapshot.inputUsed ||
      space.top !== end
    )
      return false;
    if (globals.some(({ value }, i) => !Object.is(value, snapshot.globals[i]))) return false;
    if (this.#compared++ >= wholeComparisons) return false;
    return (
      this.#equal(0, snapshot.bytes, true) &&
      this.#equal(tagBase, snapshot.tags, false) &&
      equalBytes(asBytes(heap.state()), asBytes(snapshot.heap)) &&
      jumps.state() === snapshot.jumps
    );
  }

  #equal(from: number, saved: Uint8Array, keepHint: boolean): boolean {
    const { bytes } = this.around.space;
    // From above: what changes at every turn of a loop lies near the top of the stack, or behind it.
    for (let to = saved.length; to > 0; to -= chunk) {
      const start = Math.max(0, to - chunk);
      const now = bytes.subarray(from + start, from + to);
      const then = saved.subarray(start, to);
      if (equalBytes(now, then)) continue;
      if (keepHint) {
        this.#hints.unshift(start + now.findIndex((byte, i) => byte !== then[i]));
        if (this.#hints.length > hintsKept) this.#hints.pop();
      }
      return false;
    }
    return true;
  }
}

const asBytes = (numbers: Int32Array): Uint8Array => new Uint8Array(numbers.buffer, 0, numbers.byteLength);
