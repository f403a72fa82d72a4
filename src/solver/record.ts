import { Op } from '../expr/ops.js';
import type { ExprStore } from '../expr/store.js';
import { toHex } from '../platform/bytes.js';
import { openSync, writeSync } from '../platform/files.js';
import { atExit, environment } from '../platform/machine.js';
import { threadId } from '../platform/threads.js';
import type { ExprId } from '../vocabulary/brands.js';
import type { Chain } from './chain.js';
import { conesOf } from './cone.js';

/** First line of a recorded stream. */
export const streamHeader = 'nearmiss-queries 1';

/**
 * A stream of sessions as text, one thing a line:
 *   t <bytes in hex> <expression numbers, comma-separated, 0 = constant, or nothing>   a table
 *   e <op> <width> <a> <b> <c>      an expression; constants: the two halves in a and b
 *   s <base in hex>                 a session begins
 *   a <expression>                  assume
 *   c <expression> <sat|unsat|unknown>   check, and what the chain said
 * Tables and expressions are numbered in order of appearance, tables from 0 and expressions from 1.
 */
export function recordSessions(chain: Chain, store: ExprStore, write: (line: string) => void): Chain {
  const writer = new StreamWriter(store, write);
  write(streamHeader);
  return {
    session(base) {
      const session = chain.session(base);
      write(`s ${toHex(base)}`);
      return {
        assume(constraint) {
          write(`a ${writer.number(constraint)}`);
          session.assume(constraint);
        },
        cannotHold: (constraint) => session.cannotHold?.(constraint) ?? false,
        check(constraint, isFirstTry) {
          const number = writer.number(constraint);
          const answer = session.check(constraint, isFirstTry);
          write(`c ${number} ${answer.kind}`);
          return answer;
        },
      };
    },
    lists: () => chain.lists(),
    stats: () => chain.stats(),
    get cacheHits() {
      return chain.cacheHits;
    },
    workMs: () => chain.workMs(),
    get badModels() {
      return chain.badModels;
    },
    clear() {
      writer.clear();
      chain.clear();
    },
  };
}

/** With NEARMISS_RECORD=<file> in the environment, what a chain is asked goes to <file>.<thread>: for the bench, and for looking at. */
export function recordIfAsked(chain: Chain, store: ExprStore): Chain {
  const file = environment('NEARMISS_RECORD');
  if (file === undefined) return chain;
  const stream = openSync(`${file}.${threadId}`, 'a');
  let lines: string[] = [];
  const flush = (): void => {
    if (lines.length > 0) writeSync(stream, `${lines.join('\n')}\n`);
    lines = [];
  };
  atExit(flush);
  return recordSessions(chain, store, (line) => {
    // Workers are ended without notice: what is whole is written.
    if (line.startsWith('s ')) flush();
    lines.push(line);
  });
}

/** Writes an expression the first time it is mentioned. */
class StreamWriter {
  readonly #numbers = new Map<ExprId, number>();
  readonly #tables = new Map<number, number>();
  #generation = -1;
  #written = 0;
  #tablesWritten = 0;

  constructor(
    readonly store: ExprStore,
    readonly write: (line: string) => void,
  ) {}

  /** The store was cleared: ids mean other things from now on, numbers go on. */
  clear(): void {
    this.#generation = this.store.generation;
    this.#numbers.clear();
    this.#tables.clear();
  }

  number(root: ExprId): number {
    if (this.#generation !== this.store.generation) this.clear();
    const known = this.#numbers.get(root);
    if (known !== undefined) return known;
    for (const id of conesOf(this.store, [root])!) if (!this.#numbers.has(id)) this.#expression(id);
    return this.#numbers.get(root)!;
  }

  #expression(id: ExprId): void {
    const { store } = this;
    const op = store.op[id];
    const child = (operand: ExprId) => this.#numbers.get(operand) ?? 0;
    let fields = [child(store.a[id]), child(store.b[id]), child(store.c[id])];
    if (op === Op.Const) fields = [store.lo[id], store.hi[id], 0];
    else if (op === Op.Var) fields = [store.a[id], 0, 0];
    else if (op === Op.Read) fields = [child(store.a[id]), this.#table(store.b[id]), 0];
    else if (op === Op.Extract) fields = [child(store.a[id]), 0, store.c[id]];
    this.write(`e ${op} ${store.width[id]} ${fields.join(' ')}`);
    this.#numbers.set(id, ++this.#written);
  }

  #table(table: number): number {
    let number = this.#tables.get(table);
    if (number === undefined) {
      const { bytes, ids } = this.store.tables[table];
      const numbers = Array.from(ids, (id) => (id === 0 ? 0 : this.#numbers.get(id)!));
      this.write(`t ${toHex(bytes)} ${numbers.join()}`);
      number = this.#tablesWritten++;
      this.#tables.set(table, number);
    }
    return number;
  }
}
