import { UserError } from '../vocabulary/errors.js';
import { nearest } from '../vocabulary/nearest.js';
import { bytesBetween } from './automaton.js';
import { ByteSet } from './byte-set.js';
import type { Grammar, Terminal } from './grammar.js';
import { hasLength, longest } from './language.js';

/** The letter α of a symbolic string; below it stand bytes. */
export const alpha = 256;

/** How a token is written in symbolic strings. */
export interface SymbolicToken {
  readonly name: string;
  readonly terminal: Terminal;
  /** `text`: its only string. `listed`: each of its strings by itself. `symbolic`: symbolic constants. */
  readonly kind: 'text' | 'listed' | 'symbolic';
  /** Per state, the letters (bytes or α, ascending) that may come and the state behind them. State 0 is the start. */
  readonly edges: readonly (readonly Edge[])[];
  readonly accept: readonly boolean[];
  /** Letters still to come from a state, at least. */
  readonly toGo: readonly number[];
  /** Which tokens may not stand right behind it: a row of `gaps`. */
  readonly row: number;
}

export interface Edge {
  readonly letter: number;
  readonly to: number;
}

/** What has to stand between a token of a row and the next token. */
export const Gap = { Nothing: 0, Separator: 1, Forbidden: 2 } as const;
export type Gap = (typeof Gap)[keyof typeof Gap];

/** A grammar some of whose tokens are symbolic constants. */
export interface SymbolicGrammar {
  readonly grammar: Grammar;
  readonly tokens: readonly SymbolicToken[];
  /** By row and token. Row 0: nothing stands before. */
  readonly gaps: readonly Uint8Array[];
  readonly separator: Uint8Array;
}

export interface SymbolicOptions {
  /** Tokens listed string by string. */
  readonly keep?: readonly string[];
  /** Tokens made symbolic though they have one string. */
  readonly abstract?: readonly string[];
  /** All tokens listed string by string. */
  readonly concrete?: boolean;
  /** Longest string of a token with endlessly many. */
  readonly maxToken?: number;
}

export function symbolicGrammar(grammar: Grammar, options: SymbolicOptions = {}): SymbolicGrammar {
  const { keep = [], abstract = [], concrete = false, maxToken = Infinity } = options;
  refuseUnknown(grammar, '--keep', keep);
  refuseUnknown(grammar, '--abstract', abstract);
  const rows = new Rows(grammar);
  const isNamed = (names: readonly string[], { name }: Terminal) => names.includes(name) || names.includes(bare(name));
  const tokens = grammar.terminals.map((terminal): SymbolicToken => {
    const { only } = terminal.language;
    const row = rows.of(terminal);
    const isAbstract = isNamed(abstract, terminal) || (!only && !concrete && !isNamed(keep, terminal));
    const walk = isAbstract ? lengthWalk(terminal, maxToken) : byteWalk(terminal, maxToken);
    const kind = isAbstract ? 'symbolic' : only ? 'text' : 'listed';
    return { name: terminal.name, terminal, kind, row, ...walk, toGo: toGoOf(walk) };
  });
  return { grammar, tokens, gaps: rows.gaps(), separator: grammar.separator ?? new Uint8Array(0) };
}

/** A token as it is written on the command line: `'+'` or `+`. */
const bare = (name: string): string => name.replace(/^(['"])(.*)\1$/s, '$2');

function refuseUnknown({ terminals, file }: Grammar, flag: string, names: readonly string[]): void {
  const known = terminals.flatMap(({ name }) => [name, bare(name)]);
  for (const name of names) {
    if (known.includes(name)) continue;
    const meant = nearest(name, known);
    throw new UserError(`${flag}: ${file} has no token ${name}${meant ? `; did you mean ${meant}?` : '.'}`);
  }
}

type Walk = Pick<SymbolicToken, 'edges' | 'accept'>;

/** One α a byte. */
function lengthWalk({ language: { lengths } }: Terminal, maxToken: number): Walk {
  const most = Math.min(longest(lengths), maxToken);
  if (most === Infinity) {
    const { has, loop } = lengths;
    return { edges: has.map((_, n) => [{ letter: alpha, to: n + 1 < has.length ? n + 1 : loop }]), accept: has };
  }
  const states = Array.from({ length: most + 1 }, (_, n) => n);
  return {
    edges: states.map((n) => (n < most ? [{ letter: alpha, to: n + 1 }] : [])),
    accept: states.map((n) => hasLength(lengths, n)),
  };
}

/** Every byte by itself; states of an endless language count the bytes too, as far as `maxToken`. */
function byteWalk({ language }: Terminal, maxToken: number): Walk {
  const { automaton } = language;
  const states: { state: number; length: number }[] = [{ state: 0, length: 0 }];
  const numbers = new Map<string, number>([['0', 0]]);
  const isCounted = !language.isFinite && maxToken !== Infinity;
  const edges: Edge[][] = [];
  for (let i = 0; i < states.length; i++) {
    const { state, length } = states[i];
    const list: Edge[] = [];
    const targets = new Set<number>();
    for (let one = 0; one < automaton.classes; one++) targets.add(automaton.next[state * automaton.classes + one]);
    for (const target of targets) {
      if (target < 0 || (isCounted && length >= maxToken)) continue;
      const key = isCounted ? `${target} ${length + 1}` : `${target}`;
      let to = numbers.get(key);
      if (to === undefined) numbers.set(key, (to = states.push({ state: target, length: length + 1 }) - 1));
      for (const letter of bytesBetween(automaton, state, target)) list.push({ letter, to });
    }
    edges.push(list.sort((a, b) => a.letter - b.letter));
  }
  return { edges, accept: states.map(({ state }) => automaton.accept[state] >= 0) };
}

function toGoOf({ edges, accept }: Walk): number[] {
  const toGo = accept.map((is) => (is ? 0 : Infinity));
  const into: number[][] = accept.map(() => []);
  edges.forEach((list, from) => {
    for (const to of new Set(list.map((edge) => edge.to))) into[to].push(from);
  });
  const pending = [...accept.keys()].filter((state) => accept[state]);
  for (let i = 0; i < pending.length; i++) {
    for (const from of into[pending[i]]) {
      if (toGo[from] !== Infinity) continue;
      toGo[from] = toGo[pending[i]] + 1;
      pending.push(from);
    }
  }
  // A token is never empty: who may be is written as an alternative of the grammar.
  if (accept[0]) toGo[0] = Math.min(...edges[0].map(({ to }) => toGo[to] + 1));
  return toGo;
}

/** Groups tokens by what may not stand right behind them. */
class Rows {
  readonly #rows: { readonly follow: ByteSet; readonly isText: boolean }[] = [{ follow: new ByteSet(), isText: true }];
  readonly #numbers = new Map<string, number>([['', 0]]);

  constructor(readonly grammar: Grammar) {}

  of({ follow, language }: Terminal): number {
    const isText = language.only !== undefined;
    const key = follow.size === 0 ? '' : `${follow.key} ${isText && !this.grammar.separator}`;
    let row = this.#numbers.get(key);
    if (row === undefined) this.#numbers.set(key, (row = this.#rows.push({ follow, isText }) - 1));
    return row;
  }

  gaps(): Uint8Array[] {
    const { terminals, separator } = this.grammar;
    const firsts = terminals.map(firstBytes);
    return this.#rows.map(({ follow, isText }) =>
      Uint8Array.from(terminals, ({ language }, t) => {
        const collides = firsts[t].some((byte) => follow.has(byte));
        if (!collides) return Gap.Nothing;
        if (separator) return Gap.Separator;
        // Without anything to put between, two fixed texts that read as something longer can't be neighbours.
        return isText && language.only ? Gap.Forbidden : Gap.Nothing;
      }),
    );
  }
}

function firstBytes({ language: { automaton } }: Terminal): number[] {
  const bytes: number[] = [];
  if (automaton.accept.length === 0) return bytes;
  for (let byte = 0; byte < 256; byte++) if (automaton.next[automaton.classOf[byte]] >= 0) bytes.push(byte);
  return bytes;
}
