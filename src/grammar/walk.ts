/** The strings of a grammar in order, one after the other, within bounds. */

import { type Measures, measure } from './measures.js';
import { alpha, Gap, type SymbolicGrammar } from './symbolic.js';

/** What a string may have at most. */
interface Bounds {
  readonly length: number;
  readonly constants: number;
  /** Applications of productions. */
  readonly height: number;
}

/** Where a token ended: the tokens that may follow depend on which it was. */
interface Node {
  readonly id: number;
  readonly column: Column;
  readonly row: number;
  readonly items: Map<number, Item>;
  /** Who waits for a symbol to end that begins here. */
  readonly waiting: Map<number, Item[]>;
  readonly budgets: Map<number, Budget>;
}

/** A production with a dot, begun at `origin`, read as far as `node`. */
interface Item {
  readonly production: number;
  readonly dot: number;
  readonly origin: Node;
  readonly node: Node;
  /** Applications within it so far, at least. */
  height: number;
}

/** How far a symbol that begins at a node may go: byte position, constants in front, applications of its own. */
interface Budget {
  end: number;
  constants: number;
  height: number;
}

/** A token being read. `gap`: bytes of the separator still to come. */
interface Reading {
  readonly token: number;
  readonly from: Node;
  readonly state: number;
  readonly gap: number;
}

interface Column {
  readonly position: number;
  readonly constants: number;
  readonly nodes: Node[];
  readings: Reading[];
  /** The string so far is one of the language. */
  isComplete: boolean;
}

/**
 * Earley's algorithm run as a generator: a column per letter, holding all derivations of all strings that begin
 * with the letters so far. Walking the letters column by column meets every string once, however many derivations
 * it has; and because each symbol knows how far it may go, a prefix is only entered if (by each bound for itself)
 * some string within the bounds begins with it. Memory is that of one path through the letters.
 */
export class Walk {
  readonly columns: Column[] = [];
  /** Something was left out for having too many symbolic constants. */
  isCutByConstants = false;
  readonly #measures: Measures;
  readonly #pending: Item[] = [];
  #nextNode = 0;

  constructor(
    readonly symbolic: SymbolicGrammar,
    readonly bounds: Bounds,
    measures?: Measures,
  ) {
    this.#measures = measures ?? measure(symbolic);
    const column: Column = { position: 0, constants: 0, nodes: [], readings: [], isComplete: false };
    this.columns.push(column);
    const root = this.#node(column, 0);
    const { start } = symbolic.grammar;
    this.#demand(root, start, bounds.length, bounds.constants, bounds.height);
    this.#close(column);
    const empty = this.#measures.emptyHeight[start];
    if (empty < Infinity && empty <= bounds.height) column.isComplete = true;
  }

  get top(): Column {
    return this.columns[this.columns.length - 1];
  }

  /** Which letters may come next, ascending. */
  letters(): number[] {
    const letters = new Set<number>();
    for (const reading of this.top.readings) {
      if (reading.gap > 0) letters.add(this.#separatorByte(reading.gap));
      else for (const { letter } of this.symbolic.tokens[reading.token].edges[reading.state]) letters.add(letter);
    }
    return [...letters].sort((a, b) => a - b);
  }

  /** The letters that may come next, those together that lead to the same: only where no α is left. */
  letterSets(): number[][] {
    const behaviours = new Map<number, string[]>();
    this.top.readings.forEach((reading, i) => {
      const add = (letter: number, to: number) => {
        const list = behaviours.get(letter);
        if (list) list.push(`${i}:${to}`);
        else behaviours.set(letter, [`${i}:${to}`]);
      };
      if (reading.gap > 0) add(this.#separatorByte(reading.gap), -1);
      else for (const { letter, to } of this.symbolic.tokens[reading.token].edges[reading.state]) add(letter, to);
    });
    const sets = new Map<string, number[]>();
    for (const [letter, list] of behaviours) {
      const key = list.join();
      const set = sets.get(key);
      if (set) set.push(letter);
      else sets.set(key, [letter]);
    }
    return [...sets.values()];
  }

  #separatorByte(gap: number): number {
    const { separator } = this.symbolic;
    return separator[separator.length - gap];
  }

  /** Reads one of `letters()`. False, and nothing changes, if no string goes on so. */
  push(letter: number): boolean {
    const { top } = this;
    const { tokens } = this.symbolic;
    const column: Column = {
      position: top.position + 1,
      constants: top.constants + Number(letter === alpha),
      nodes: [],
      readings: [],
      isComplete: false,
    };
    const before = this.#nextNode;
    const ended: Reading[] = [];
    for (const reading of top.readings) {
      if (reading.gap > 0) {
        if (letter === this.#separatorByte(reading.gap)) column.readings.push({ ...reading, gap: reading.gap - 1 });
        continue;
      }
      const token = tokens[reading.token];
      const edge = findEdge(token.edges[reading.state], letter);
      if (edge < 0) continue;
      if (token.accept[edge]) ended.push(reading);
      const { end, constants } = reading.from.budgets.get(~reading.token)!;
      const toGo = token.accept[edge] ? (token.edges[edge].length > 0 ? 1 : Infinity) : token.toGo[edge];
      const isConstant = token.kind === 'symbolic';
      if (column.position + toGo > end) continue;
      if (column.constants + (isConstant ? toGo : 0) > constants) {
        if (toGo < Infinity) this.isCutByConstants = true;
        continue;
      }
      column.readings.push({ token: reading.token, from: reading.from, state: edge, gap: 0 });
    }
    this.columns.push(column);
    for (const { token, from } of ended) {
      const node = this.#node(column, tokens[token].row);
      for (const item of from.waiting.get(~token)!) this.#advance(item, node, item.height);
    }
    this.#close(column);
    if (column.isComplete || column.readings.length > 0) return true;
    this.columns.pop();
    this.#nextNode = before;
    return false;
  }

  pop(): void {
    const column = this.columns.pop()!;
    if (column.nodes.length > 0) this.#nextNode = column.nodes[0].id;
  }

  #node(column: Column, row: number): Node {
    for (const node of column.nodes) if (node.row === row) return node;
    const node: Node = {
      id: this.#nextNode++,
      column,
      row,
      items: new Map(),
      waiting: new Map(),
      budgets: new Map(),
    };
    column.nodes.push(node);
    return node;
  }

  /** A symbol may begin at a node and go that far; items of its productions are made if they can. */
  #demand(node: Node, symbol: number, end: number, constants: number, height: number): void {
    const budget = node.budgets.get(symbol);
    if (!budget) node.budgets.set(symbol, { end, constants, height });
    else {
      if (end <= budget.end && constants <= budget.constants && height <= budget.height) return;
      if (end > budget.end) budget.end = end;
      if (constants > budget.constants) budget.constants = constants;
      if (height > budget.height) budget.height = height;
    }
    if (symbol < 0) return;
    for (const production of this.#measures.byLeft[symbol]) this.#item(production, 0, node, node, 0);
  }

  #advance(item: Item, node: Node, height: number): void {
    this.#item(item.production, item.dot + 1, item.origin, node, height);
  }

  #item(production: number, dot: number, origin: Node, node: Node, applications: number): void {
    // Where nobody asks, no cheaper way is worth a second look.
    const height = this.bounds.height === Infinity ? 0 : applications;
    const { dots, restLength, restConstants, restHeight, rows } = this.#measures;
    const at = dots[production] + dot;
    const { left } = this.symbolic.grammar.productions[production];
    const budget = origin.budgets.get(left)!;
    const { position, constants } = node.column;
    if (position + restLength[at * rows + (rows === 1 ? 0 : node.row)] > budget.end) return;
    if (constants + restConstants[at] > budget.constants) {
      this.isCutByConstants = true;
      return;
    }
    if (height + restHeight[at] + 1 > budget.height) return;
    const key = origin.id * dots[dots.length - 1] + at;
    let item = node.items.get(key);
    if (!item) {
      item = { production, dot, origin, node, height };
      node.items.set(key, item);
      const symbol = this.symbolic.grammar.productions[production].right[dot];
      if (symbol !== undefined) {
        const waiting = node.waiting.get(symbol);
        if (waiting) waiting.push(item);
        else node.waiting.set(symbol, [item]);
      }
    } else {
      // Met again: only a cheaper way to it, or a larger budget of what begins here, is news.
      if (height >= item.height && origin !== node) return;
      if (height < item.height) item.height = height;
    }
    this.#pending.push(item);
  }

  #close(column: Column): void {
    const { productions, start } = this.symbolic.grammar;
    const { dots, restLength, restConstants, restHeight, emptyHeight, rows } = this.#measures;
    while (this.#pending.length > 0) {
      const item = this.#pending.pop()!;
      const { left, right } = productions[item.production];
      if (item.dot === right.length) {
        // What derived nothing was stepped over where it stood.
        if (item.origin === item.node) continue;
        if (left === start && item.origin.id === 0) column.isComplete = true;
        for (const waiting of item.origin.waiting.get(left) ?? []) {
          this.#advance(waiting, item.node, waiting.height + item.height + 1);
        }
        continue;
      }
      const symbol = right[item.dot];
      const budget = item.origin.budgets.get(left)!;
      const rest = dots[item.production] + item.dot + 1;
      let restBytes = Infinity;
      for (let row = 0; row < rows; row++) restBytes = Math.min(restBytes, restLength[rest * rows + row]);
      this.#demand(
        item.node,
        symbol,
        budget.end - restBytes,
        budget.constants - restConstants[rest],
        budget.height - 1 - item.height - restHeight[rest],
      );
      if (symbol >= 0 && emptyHeight[symbol] < Infinity)
        this.#advance(item, item.node, item.height + emptyHeight[symbol]);
    }
    for (const node of column.nodes) {
      for (const symbol of node.waiting.keys()) if (symbol < 0) this.#begin(column, node, ~symbol);
    }
  }

  #begin(column: Column, node: Node, token: number): void {
    const { tokens, gaps, separator } = this.symbolic;
    const gap = gaps[node.row][token];
    if (gap === Gap.Forbidden) return;
    const size = gap === Gap.Separator ? separator.length : 0;
    const { toGo, kind } = tokens[token];
    const { end, constants } = node.budgets.get(~token)!;
    if (column.position + size + toGo[0] > end) return;
    if (column.constants + (kind === 'symbolic' ? toGo[0] : 0) > constants) {
      this.isCutByConstants = true;
      return;
    }
    column.readings.push({ token, from: node, state: 0, gap: size });
  }
}

function findEdge(edges: readonly { letter: number; to: number }[], letter: number): number {
  let low = 0;
  let high = edges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = edges[middle].letter;
    if (found === letter) return edges[middle].to;
    if (found < letter) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
