import type { SymbolicGrammar, SymbolicToken } from './symbolic.js';

/** A string as the grammar reads it: a rule with its parts, or a token with its text. */
export interface ParseTree {
  readonly name: string;
  /** Where it stands in the string. */
  readonly from: number;
  readonly to: number;
  /** None for a token. */
  readonly parts?: readonly ParseTree[];
}

/** Longer strings are nothing that anybody looks at as a tree. */
const longest = 512;

interface Item {
  readonly production: number;
  readonly dot: number;
  readonly from: number;
  /** What the symbols before the dot became. */
  readonly parts: readonly ParseTree[];
}

/**
 * One way to read a string (Earley's algorithm, with tokens of any length as terminals); undefined if there is none. The
 * tokens have to be listed (`concrete`), as a symbolic one stands for any bytes.
 */
export function parseTree({ grammar, tokens, separator }: SymbolicGrammar, text: Uint8Array): ParseTree | undefined {
  if (text.length > longest) return undefined;
  const { productions, nonterminals, start } = grammar;
  const columns = Array.from({ length: text.length + 1 }, () => new Column());
  const predict = (symbol: number, at: number): void => {
    productions.forEach(({ left }, production) => {
      if (left === symbol) columns[at].add({ production, dot: 0, from: at, parts: [] });
    });
  };
  predict(start, 0);
  for (let at = 0; at <= text.length; at++) {
    const { items } = columns[at];
    // Items are added while they are walked through.
    for (let i = 0; i < items.length; i++) {
      const item = items[i];
      const { left, right } = productions[item.production];
      const symbol = right[item.dot];
      if (symbol === undefined) {
        const done: ParseTree = { name: nonterminals[left], from: item.from, to: at, parts: item.parts };
        for (const waiting of columns[item.from].waitingFor(left, productions))
          columns[at].add(advanced(waiting, done));
        columns[at].empty(left, item.from === at ? done : undefined);
      } else if (symbol < 0) {
        const begin = skipped(text, at, separator);
        for (const to of endsOf(tokens[~symbol], text, begin)) {
          columns[to].add(advanced(item, { name: tokens[~symbol].name, from: begin, to }));
        }
      } else {
        predict(symbol, at);
        const nothing = columns[at].emptyOf(symbol);
        if (nothing) columns[at].add(advanced(item, nothing));
      }
    }
  }
  for (let at = text.length; at >= 0; at--) {
    if (at < text.length && skipped(text, at, separator) < text.length) break;
    const whole = columns[at].items.find(
      ({ production, dot, from }) =>
        from === 0 && productions[production].left === start && dot === productions[production].right.length,
    );
    if (whole) return { name: nonterminals[start], from: 0, to: at, parts: whole.parts };
  }
  return undefined;
}

const advanced = (item: Item, part: ParseTree): Item => ({ ...item, dot: item.dot + 1, parts: [...item.parts, part] });

class Column {
  readonly items: Item[] = [];
  readonly #known = new Set<string>();
  readonly #empty = new Map<number, ParseTree>();

  add(item: Item): void {
    const key = `${item.production} ${item.dot} ${item.from}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.items.push(item);
  }

  waitingFor(symbol: number, productions: readonly { readonly right: readonly number[] }[]): Item[] {
    return this.items.filter(({ production, dot }) => productions[production].right[dot] === symbol);
  }

  /** A rule that read nothing: who asks for it later in the same place has it already. */
  empty(symbol: number, tree: ParseTree | undefined): void {
    if (tree && !this.#empty.has(symbol)) this.#empty.set(symbol, tree);
  }

  emptyOf(symbol: number): ParseTree | undefined {
    return this.#empty.get(symbol);
  }
}

/** Behind what may stand between two tokens. */
function skipped(text: Uint8Array, at: number, separator: Uint8Array | undefined): number {
  if (!separator || separator.length === 0) return at;
  for (;;) {
    for (let i = 0; i < separator.length; i++) if (text[at + i] !== separator[i]) return at;
    at += separator.length;
  }
}

/** Where a token that begins there may end. */
function endsOf({ edges, accept }: SymbolicToken, text: Uint8Array, begin: number): number[] {
  const ends: number[] = [];
  let states = new Set([0]);
  for (let at = begin; ; at++) {
    if ([...states].some((state) => accept[state])) ends.push(at);
    if (at === text.length || states.size === 0) return ends.reverse();
    const next = new Set<number>();
    for (const state of states) for (const { letter, to } of edges[state]) if (letter === text[at]) next.add(to);
    states = next;
  }
}
