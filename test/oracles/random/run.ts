import { type Block, type Condition, type Expr, type Statement, table } from './language.js';
import type { Lines } from './print.js';

/** What one run did: the outcomes of its branches in order, its failures, and whether one of them ended it. */
export interface Ran {
  readonly path: string;
  readonly failures: readonly string[];
  readonly trapped: boolean;
}

class Stop extends Error {}

/** Runs a program as C would: the second opinion on paths and failures, which knows nothing of Wasm. */
export function runProgram(program: Block, lines: Lines, a: number, b: number): Ran {
  const run = new Run(lines, a, b);
  let trapped = false;
  try {
    run.block(program);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    trapped = true;
  }
  return { path: run.path, failures: run.failures, trapped };
}

class Run {
  path = '';
  readonly failures: string[] = [];
  readonly #variables = [0, 1, 2];
  readonly #bytes = [1, 2, 3, 4, 5, 6, 7, 8];
  readonly #cells = new DataView(new ArrayBuffer(16));

  constructor(
    readonly lines: Lines,
    readonly a: number,
    readonly b: number,
  ) {}

  block(block: Block): void {
    for (const statement of block) this.#statement(statement);
  }

  #fail(checker: string, statement: Statement): void {
    const failure = `${checker} at line ${this.lines.get(statement)}`;
    if (!this.failures.includes(failure)) this.failures.push(failure);
  }

  #stop(checker: string, statement: Statement): never {
    this.#fail(checker, statement);
    throw new Stop();
  }

  #decide(outcome: boolean | number): void {
    this.path += typeof outcome === 'number' ? `${outcome}.` : outcome ? 't' : 'f';
  }

  #statement(statement: Statement): void {
    switch (statement.kind) {
      case 'assign':
        this.#variables[statement.index] = this.#value(statement.value);
        return;
      case 'store': {
        // C leaves the order of the two sides open; clang computes the right side first.
        const value = this.#value(statement.value);
        this.#bytes[this.#value(statement.index) & 7] = value & 255;
        return;
      }
      case 'store-float': {
        const index = this.#value(statement.index);
        if (statement.isDouble) this.#cells.setFloat64((index & 1) * 8, statement.value, true);
        else this.#cells.setFloat32((index & 3) * 4, statement.value, true);
        return;
      }
      case 'divide': {
        const left = this.#value(statement.left);
        const right = this.#value(statement.right);
        if (right === 0) this.#stop('division-by-zero', statement);
        this.#variables[statement.index] = statement.op === '/' ? Math.floor(left / right) : left % right;
        return;
      }
      case 'risky-read':
        if ((this.#value(statement.index) & statement.mask) > 7) this.#fail('array-overflow', statement);
        return;
      case 'risky-write': {
        const value = this.#value(statement.value);
        const index = this.#value(statement.index) & statement.mask;
        if (index > 7) this.#fail('array-overflow', statement);
        else this.#bytes[index] = value & 255;
        return;
      }
      case 'assert':
        if (!this.#condition(statement.condition)) this.#stop('assertion', statement);
        return;
      case 'abort':
        if (this.#condition(statement.condition)) this.#stop('abort', statement);
        return;
      case 'if':
        this.block(this.#condition(statement.condition) ? statement.yes : statement.no);
        return;
      case 'repeat': {
        const times = this.#value(statement.times) & 3;
        for (let i = 0; i < times; i++) {
          this.#decide(true);
          this.block(statement.body);
        }
        this.#decide(false);
        return;
      }
      case 'switch': {
        const which = this.#value(statement.on) & 7;
        this.#decide(Math.min(which, statement.cases.length));
        if (which < statement.cases.length) this.block(statement.cases[which]!);
      }
    }
  }

  /** Each operand of && and || is a branch of its own. */
  #condition(condition: Condition): boolean {
    if (condition.kind !== 'compare') {
      const left = this.#condition(condition.left);
      if (left === (condition.kind === 'or')) return left;
      return this.#condition(condition.right);
    }
    const { op, signed } = condition;
    let left = this.#value(condition.left);
    let right = this.#value(condition.right);
    if (signed) [left, right] = [left | 0, right | 0];
    const outcome =
      op === '<' ? left < right : op === '<=' ? left <= right : op === '==' ? left === right : left !== right;
    this.#decide(outcome);
    return outcome;
  }

  #value(expr: Expr): number {
    switch (expr.kind) {
      case 'number':
        return expr.value;
      case 'input':
        return expr.which === 'a' ? this.a : this.b;
      case 'variable':
        return this.#variables[expr.index]!;
      case 'shift': {
        const left = this.#value(expr.left);
        return (expr.op === '<<' ? left << expr.by : left >>> expr.by) >>> 0;
      }
      case 'byte':
        return this.#bytes[this.#value(expr.index) & 7]!;
      case 'bits':
        return this.#cells.getUint32((this.#value(expr.index) & 3) * 4, true);
      case 'table':
        return table[this.#value(expr.index) & 15]!;
      case 'choice':
        return this.#condition(expr.condition) ? this.#value(expr.yes) : this.#value(expr.no);
      case 'binary':
        return binary(expr.op, this.#value(expr.left), this.#value(expr.right)) >>> 0;
    }
  }
}

function binary(op: string, left: number, right: number): number {
  switch (op) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return Math.imul(left, right);
    case '&':
      return left & right;
    case '|':
      return left | right;
    default:
      return left ^ right;
  }
}
