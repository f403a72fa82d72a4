import type { ByteSet } from './byte-set.js';
import type { Regex } from './regex.js';

/**
 * A deterministic automaton over bytes. State 0 is the start; bytes no pattern tells apart share a class.
 * `accept` holds a label (the number of the pattern that matches) or -1.
 */
export interface Automaton {
  readonly classOf: Uint8Array;
  readonly classes: number;
  /** Per state and class the next state, or -1. */
  readonly next: Int32Array;
  readonly accept: Int32Array;
}

/** Above this a pattern is refused: somebody repeated a large class thousands of times. */
const mostStates = 60_000;

export class TooLarge extends Error {}

/** One automaton for all patterns at once; where several match, the first counts, as in lex. */
export function buildAutomaton(patterns: readonly Regex[]): Automaton {
  const nfa = new Nfa();
  const starts = patterns.map((pattern, label) => {
    const end = nfa.state();
    nfa.accept.set(end, label);
    return nfa.add(pattern, end);
  });
  return determinise(nfa, starts);
}

/** Thompson's construction, backwards: an expression is added in front of the state it leads to. */
class Nfa {
  readonly accept = new Map<number, number>();
  readonly silent: number[][] = [];
  readonly moves: ({ readonly set: ByteSet; readonly to: number } | undefined)[] = [];

  state(): number {
    if (this.silent.length >= 4 * mostStates) throw new TooLarge();
    this.moves.push(undefined);
    return this.silent.push([]) - 1;
  }

  add(regex: Regex, to: number): number {
    switch (regex.kind) {
      case 'set': {
        const from = this.state();
        this.moves[from] = { set: regex.set, to };
        return from;
      }
      case 'sequence':
        return regex.items.reduceRight((next, item) => this.add(item, next), to);
      case 'choice': {
        const from = this.state();
        for (const item of regex.items) this.silent[from].push(this.add(item, to));
        return from;
      }
      case 'repeat': {
        let next = to;
        if (regex.max === Infinity) {
          next = this.state();
          this.silent[next].push(to, this.add(regex.item, next));
        } else {
          for (let i = regex.min; i < regex.max; i++) {
            const from = this.state();
            this.silent[from].push(to, this.add(regex.item, next));
            next = from;
          }
        }
        for (let i = 0; i < regex.min; i++) next = this.add(regex.item, next);
        return next;
      }
    }
  }
}

function determinise(nfa: Nfa, starts: readonly number[]): Automaton {
  const classOf = byteClasses(nfa.moves.flatMap((move) => (move ? [move.set] : [])));
  const classes = Math.max(...classOf) + 1;
  const representatives = Array.from({ length: classes }, (_, one) => classOf.indexOf(one));
  const numbers = new Map<string, number>();
  const sets: Int32Array[] = [];
  const next: number[] = [];
  const accept: number[] = [];
  const marks = new Int32Array(nfa.silent.length);
  let mark = 0;
  const close = (seeds: Iterable<number>): number => {
    mark++;
    const members: number[] = [];
    const pending: number[] = [];
    for (const seed of seeds) {
      if (marks[seed] === mark) continue;
      marks[seed] = mark;
      pending.push(seed);
    }
    while (pending.length > 0) {
      const state = pending.pop()!;
      if (nfa.moves[state] || nfa.accept.has(state)) members.push(state);
      for (const other of nfa.silent[state]) {
        if (marks[other] === mark) continue;
        marks[other] = mark;
        pending.push(other);
      }
    }
    if (members.length === 0) return -1;
    const set = Int32Array.from(members).sort();
    const key = set.join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    if (sets.length >= mostStates) throw new TooLarge();
    numbers.set(key, sets.length);
    let label = -1;
    for (const state of set) {
      const one = nfa.accept.get(state);
      if (one !== undefined && (label < 0 || one < label)) label = one;
    }
    accept.push(label);
    return sets.push(set) - 1;
  };
  close(starts);
  for (let i = 0; i < sets.length; i++) {
    const set = sets[i];
    for (let one = 0; one < classes; one++) {
      const byte = representatives[one];
      const targets: number[] = [];
      for (const state of set) {
        const move = nfa.moves[state];
        if (move?.set.has(byte)) targets.push(move.to);
      }
      next.push(targets.length === 0 ? -1 : close(targets));
    }
  }
  return { classOf, classes, next: Int32Array.from(next), accept: Int32Array.from(accept) };
}

/** Numbers the bytes such that two of one number are in the same of these sets. */
function byteClasses(sets: readonly ByteSet[]): Uint8Array {
  let classOf = new Uint8Array(256);
  const seen = new Set<string>();
  for (const set of sets) {
    if (seen.has(set.key)) continue;
    seen.add(set.key);
    const numbers = new Map<number, number>();
    const finer = new Uint8Array(256);
    for (let byte = 0; byte < 256; byte++) {
      const key = classOf[byte] * 2 + Number(set.has(byte));
      let number = numbers.get(key);
      if (number === undefined) numbers.set(key, (number = numbers.size));
      finer[byte] = number;
    }
    classOf = finer;
  }
  return classOf;
}

/** The language of some labels alone, without states that lead nowhere. An automaton without states matches nothing. */
export function languageOf(automaton: Automaton, labels: ReadonlySet<number>): Automaton {
  const { classes, next, accept, classOf } = automaton;
  const count = accept.length;
  const into: number[][] = Array.from({ length: count }, () => []);
  for (let state = 0; state < count; state++) {
    for (let one = 0; one < classes; one++) {
      const target = next[state * classes + one];
      if (target >= 0) into[target].push(state);
    }
  }
  const isAlive = new Uint8Array(count);
  const pending: number[] = [];
  for (let state = 0; state < count; state++) {
    if (!labels.has(accept[state])) continue;
    isAlive[state] = 1;
    pending.push(state);
  }
  while (pending.length > 0) {
    for (const state of into[pending.pop()!]) {
      if (isAlive[state]) continue;
      isAlive[state] = 1;
      pending.push(state);
    }
  }
  const numbers = new Map<number, number>();
  const order: number[] = [];
  const number = (state: number): number => {
    if (state < 0 || !isAlive[state]) return -1;
    let one = numbers.get(state);
    if (one === undefined) numbers.set(state, (one = order.push(state) - 1));
    return one;
  };
  number(0);
  const moves: number[] = [];
  const accepts: number[] = [];
  for (let i = 0; i < order.length; i++) {
    accepts.push(labels.has(accept[order[i]]) ? 0 : -1);
    for (let one = 0; one < classes; one++) moves.push(number(next[order[i] * classes + one]));
  }
  return minimised({ classOf, classes, next: Int32Array.from(moves), accept: Int32Array.from(accepts) });
}

/** Automata above this are left as they are: telling their states apart would take longer than it saves. */
const mostMinimised = 4000;

/** States that lead to the same become one: bytes that mean the same to a token are then seen to. */
function minimised(automaton: Automaton): Automaton {
  const { classOf, classes, next, accept } = automaton;
  const count = accept.length;
  if (count === 0 || count > mostMinimised) return automaton;
  let groups: readonly number[] = [...accept].map((label) => Number(label >= 0));
  for (let size = new Set(groups).size; ; ) {
    const numbers = new Map<string, number>();
    const finer = groups.map((group, state) => {
      let key = `${group}`;
      for (let one = 0; one < classes; one++) {
        const target = next[state * classes + one];
        key += `,${target < 0 ? -1 : groups[target]}`;
      }
      let number = numbers.get(key);
      if (number === undefined) numbers.set(key, (number = numbers.size));
      return number;
    });
    groups = finer;
    if (numbers.size === size) break;
    size = numbers.size;
  }
  // Numbered as they are met, so that the start stays 0.
  const size = Math.max(...groups) + 1;
  const moves = new Int32Array(size * classes);
  const accepts = new Int32Array(size);
  groups.forEach((group, state) => {
    accepts[group] = accept[state];
    for (let one = 0; one < classes; one++) {
      const target = next[state * classes + one];
      moves[group * classes + one] = target < 0 ? -1 : groups[target];
    }
  });
  return { classOf, classes, next: moves, accept: accepts };
}

export function step({ next, classes, classOf }: Automaton, state: number, byte: number): number {
  return next[state * classes + classOf[byte]];
}

/** All bytes that lead from one state to another. */
export function bytesBetween({ next, classes, classOf }: Automaton, from: number, to: number): number[] {
  const bytes: number[] = [];
  for (let byte = 0; byte < 256; byte++) if (next[from * classes + classOf[byte]] === to) bytes.push(byte);
  return bytes;
}
