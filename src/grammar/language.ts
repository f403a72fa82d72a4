/** What strings can a token have: how many, how long, exactly one? */

import type { Automaton } from './automaton.js';

/** Which lengths a token's strings have: bit n of a deterministic walk over the one letter α. */
interface Lengths {
  /** `has[n]` for n below `has.length`; from `loop` on the rest repeats. */
  readonly has: readonly boolean[];
  /** Where the repetition begins; `has.length` when the language is finite. */
  readonly loop: number;
}

/** What a token's automaton says of its language. Decided on the automaton's cycles, never on the pattern's text. */
export interface Language {
  readonly automaton: Automaton;
  readonly isFinite: boolean;
  /** The only string there is, if there is only one. */
  readonly only: Uint8Array | undefined;
  readonly lengths: Lengths;
}

/** `automaton` has no dead states (languageOf). */
export function describeLanguage(automaton: Automaton): Language {
  const isEndless = hasCycle(automaton);
  const only = isEndless ? undefined : onlyString(automaton);
  return { automaton, isFinite: !isEndless, only, lengths: lengthsOf(automaton) };
}

export function hasLength({ has, loop }: Lengths, length: number): boolean {
  if (length < has.length) return has[length];
  return loop < has.length && has[loop + ((length - loop) % (has.length - loop))];
}

export function shortest({ has }: Lengths): number {
  return has.indexOf(true);
}

/** Infinity for an infinite language. */
export function longest({ has, loop }: Lengths): number {
  return has.lastIndexOf(true) >= loop ? Infinity : has.lastIndexOf(true);
}

function targetsOf({ next, classes }: Automaton, state: number): Set<number> {
  const targets = new Set<number>();
  for (let one = 0; one < classes; one++) {
    const target = next[state * classes + one];
    if (target >= 0) targets.add(target);
  }
  return targets;
}

function hasCycle(automaton: Automaton): boolean {
  const count = automaton.accept.length;
  const incoming = new Int32Array(count);
  for (let state = 0; state < count; state++) for (const target of targetsOf(automaton, state)) incoming[target]++;
  const free: number[] = [];
  for (let state = 0; state < count; state++) if (incoming[state] === 0) free.push(state);
  let removed = 0;
  while (free.length > 0) {
    removed++;
    for (const target of targetsOf(automaton, free.pop()!)) if (--incoming[target] === 0) free.push(target);
  }
  return removed < count;
}

function onlyString(automaton: Automaton): Uint8Array | undefined {
  const { next, classes, classOf, accept } = automaton;
  if (accept.length === 0) return undefined;
  const bytes: number[] = [];
  for (let state = 0; ; ) {
    const [target, ...others] = targetsOf(automaton, state);
    if (target === undefined) return Uint8Array.from(bytes);
    if (accept[state] >= 0 || others.length > 0) return undefined;
    const leading: number[] = [];
    for (let byte = 0; byte < 256; byte++) if (next[state * classes + classOf[byte]] === target) leading.push(byte);
    if (leading.length > 1) return undefined;
    bytes.push(leading[0]);
    state = target;
  }
}

/** Sets of states reached after n steps, until one comes back. Long loops are cut: lengths above are then unknown, so none. */
function lengthsOf(automaton: Automaton): Lengths {
  const longestWalk = 4096;
  const has: boolean[] = [];
  const seen = new Map<string, number>();
  let states: readonly number[] = automaton.accept.length > 0 ? [0] : [];
  while (states.length > 0 && has.length < longestWalk) {
    const key = states.join();
    const before = seen.get(key);
    if (before !== undefined) return { has, loop: before };
    seen.set(key, has.length);
    has.push(states.some((state) => automaton.accept[state] >= 0));
    const reached = new Set<number>();
    for (const state of states) for (const target of targetsOf(automaton, state)) reached.add(target);
    states = [...reached].sort((a, b) => a - b);
  }
  return { has, loop: has.length };
}
