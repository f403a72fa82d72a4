/** Which bytes can be where in the strings of one length that an automaton accepts? */

import type { Automaton } from './automaton.js';

/** The words of one length of an automaton without dead states. */
export interface Words {
  /** Per position, the bytes some word has there. */
  readonly sets: readonly (readonly number[])[];
  /** Every combination of those is a word: the sets say all there is to say. */
  readonly isProduct: boolean;
  /** Per position, the moves some word makes: [from, to, bytes]. */
  readonly moves: readonly (readonly (readonly [number, number, readonly number[]])[])[];
}

export function wordsOf(automaton: Automaton, length: number): Words | undefined {
  const { next, classes, classOf, accept } = automaton;
  if (accept.length === 0) return undefined;
  // Which states are reached after i bytes, and which of them can end after the rest.
  const reached: Set<number>[] = [new Set([0])];
  for (let i = 0; i < length; i++) {
    const set = new Set<number>();
    for (const state of reached[i]) {
      for (let one = 0; one < classes; one++) {
        const target = next[state * classes + one];
        if (target >= 0) set.add(target);
      }
    }
    reached.push(set);
  }
  let alive = new Set([...reached[length]].filter((state) => accept[state] >= 0));
  if (alive.size === 0) return undefined;
  const sets: number[][] = [];
  const moves: [number, number, number[]][][] = [];
  // How many words end in the rest, by state.
  let counts = new Map([...alive].map((state) => [state, 1n]));
  for (let i = length - 1; i >= 0; i--) {
    const bytes = new Set<number>();
    const list: [number, number, number[]][] = [];
    const before = new Set<number>();
    const sums = new Map<number, bigint>();
    for (const state of reached[i]) {
      const byTarget = new Map<number, number[]>();
      for (let byte = 0; byte < 256; byte++) {
        const target = next[state * classes + classOf[byte]];
        if (!alive.has(target)) continue;
        bytes.add(byte);
        const known = byTarget.get(target);
        if (known) known.push(byte);
        else byTarget.set(target, [byte]);
      }
      let sum = 0n;
      for (const [target, some] of byTarget) {
        list.push([state, target, some]);
        sum += BigInt(some.length) * counts.get(target)!;
      }
      if (byTarget.size === 0) continue;
      before.add(state);
      sums.set(state, sum);
    }
    sets.unshift([...bytes].sort((a, b) => a - b));
    moves.unshift(list);
    alive = before;
    counts = sums;
  }
  const combinations = sets.reduce((product, set) => product * BigInt(set.length), 1n);
  return { sets, isProduct: counts.get(0) === combinations, moves };
}

/** Bytes people read easily come first: the first word of a token should look like one. */
const preferred = (byte: number): number => {
  if (byte >= 0x61 && byte <= 0x7a) return byte - 0x61;
  if (byte >= 0x30 && byte <= 0x39) return 32 + byte;
  if (byte >= 0x41 && byte <= 0x5a) return 128 + byte;
  return byte > 0x20 && byte < 0x7f ? 256 + byte : 512 + byte;
};

export function firstWord({ moves }: Words): Uint8Array {
  const bytes = new Uint8Array(moves.length);
  let state = 0;
  moves.forEach((list, i) => {
    let best: { byte: number; to: number } | undefined;
    for (const [from, to, some] of list) {
      if (from !== state) continue;
      for (const byte of some) if (!best || preferred(byte) < preferred(best.byte)) best = { byte, to };
    }
    bytes[i] = best!.byte;
    state = best!.to;
  });
  return bytes;
}
