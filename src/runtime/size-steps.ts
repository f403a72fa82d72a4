/** Which operations of the source computed this expression? */

import type { SymbolicArithmetic } from '../checkers/types.js';
import type { Builder } from '../expr/build.js';
import { OperationMemo } from '../expr/memo.js';
import { Op } from '../expr/ops.js';
import type { Arithmetic } from '../vocabulary/arithmetic.js';
import type { ExprId } from '../vocabulary/brands.js';

/** Steps looked at, so that a long computation stays cheap. */
const mostSteps = 16;

/** Numbers a step takes in the log: which operation, each operand's expression (0: none) and value, their high halves. */
const stride = 7;

const extensions: ReadonlySet<number> = new Set([Op.ZExt, Op.SExt]);

const stepOps: Readonly<Record<string, Op>> = { add: Op.Add, sub: Op.Sub, mul: Op.Mul };

/**
 * The operations of the source that produced an expression. The expression itself no longer shows them: `n * 4` is
 * kept as a row of bytes. Cleared with every run.
 *
 * Hot: every symbolic sum of a run is noted, few runs ask. So a note is seven numbers in a row; what a step came to is
 * worked out only once somebody asks, and remembered from run to run.
 */
export class SizeSteps {
  #log = new Int32Array(stride * 256);
  #length = 0;
  /** So much of the log is in the table. */
  #known = 0;
  /** Where in the log the last step is that came to an expression. */
  readonly #steps = new Map<ExprId, number>();
  readonly #operations: Arithmetic[] = [];
  readonly #memo: OperationMemo;

  constructor(readonly builder: Builder) {
    this.#memo = new OperationMemo(builder.store);
  }

  /** A number to note an operation by. */
  kind(what: Arithmetic): number {
    return this.#operations.push(what) - 1;
  }

  reset(): void {
    this.#length = 0;
    this.#known = 0;
    if (this.#steps.size > 0) this.#steps.clear();
  }

  note(kind: number, leftId: ExprId, left: number, rightId: ExprId, right: number, leftHigh = 0, rightHigh = 0): void {
    const at = this.#length;
    if (at === this.#log.length) {
      const larger = new Int32Array(2 * at);
      larger.set(this.#log);
      this.#log = larger;
    }
    const log = this.#log;
    log[at] = kind;
    log[at + 1] = leftId;
    log[at + 2] = left;
    log[at + 3] = rightId;
    log[at + 4] = right;
    log[at + 5] = leftHigh;
    log[at + 6] = rightHigh;
    this.#length = at + stride;
  }

  #left(at: number): ExprId {
    const log = this.#log;
    const { width } = this.#operations[log[at]].type;
    return log[at + 1] || this.builder.store.constant(width, log[at + 2], log[at + 5]);
  }

  #right(at: number): ExprId {
    const log = this.#log;
    const { width } = this.#operations[log[at]].type;
    return log[at + 3] || this.builder.store.constant(width, log[at + 4], log[at + 6]);
  }

  /** What the step at a place of the log came to. */
  #result(at: number): ExprId {
    const log = this.#log;
    // A constant of 64 bits is not known by its low half: such a step is not remembered.
    const isFar = (log[at + 1] === 0 && log[at + 5] !== 0) || (log[at + 3] === 0 && log[at + 6] !== 0);
    const key = (log[at] + 1) | (log[at + 1] === 0 ? 0x10000 : 0) | (log[at + 3] === 0 ? 0x20000 : 0);
    const [x, y] = [log[at + 1] || log[at + 2], log[at + 3] || log[at + 4]];
    const found = isFar ? -1 : this.#memo.find(key, x, y);
    if (found >= 0) return found;
    const { slot } = this.#memo;
    const what = this.#operations[log[at]];
    const op = stepOps[what.operation];
    const left = this.#left(at);
    const result = op ? this.builder.binary(op, left, this.#right(at)) : this.#converted(left, what);
    const known = this.builder.store.isConst(result) ? 0 : result;
    return isFar ? known : this.#memo.keep(slot, key, x, y, known);
  }

  #converted(value: ExprId, { type, to }: Arithmetic): ExprId {
    if (to?.width !== 64) return this.builder.extract(value, 0, 32);
    if (type.width === 64) return value;
    return type.signed ? this.builder.sext(value, 64) : this.builder.zext(value, 64);
  }

  /** A product with a power of two is a shift in Wasm: of what was a product before, that is another expression. */
  #shifted(at: number): ExprId {
    const log = this.#log;
    if (this.#operations[log[at]].operation !== 'mul' || log[at + 1] === 0 || log[at + 3] !== 0) return 0;
    const factor = log[at + 4] >>> 0;
    if (log[at + 6] !== 0) return 0;
    if (factor < 2 || (factor & (factor - 1)) !== 0) return 0;
    const { width } = this.#operations[log[at]].type;
    const amount = this.builder.store.constant(width, 31 - Math.clz32(factor));
    const result = this.builder.binary(Op.Shl, log[at + 1], amount);
    return this.builder.store.isConst(result) ? 0 : result;
  }

  /** The operations behind a value, the last first. */
  behind(value: ExprId): SymbolicArithmetic[] {
    for (; this.#known < this.#length; this.#known += stride) {
      const result = this.#result(this.#known);
      if (result === 0) continue;
      this.#steps.set(result, this.#known);
      const shifted = this.#shifted(this.#known);
      if (shifted !== 0) this.#steps.set(shifted, this.#known);
    }
    const { store } = this.builder;
    const found: SymbolicArithmetic[] = [];
    const seen = new Set<ExprId>();
    const waiting = [value];
    while (waiting.length > 0 && found.length < mostSteps) {
      const id = waiting.shift() as ExprId;
      const at = this.#steps.get(id);
      if (seen.has(id)) continue;
      seen.add(id);
      if (at === undefined) {
        // An int that became a size of 64 bits.
        if (store.width[id] === 64 && extensions.has(store.op[id])) waiting.push(store.a[id]);
        continue;
      }
      const what = this.#operations[this.#log[at]];
      const left = this.#left(at);
      const right = what.operation === 'convert' ? left : this.#right(at);
      found.push({ ...what, left, right });
      if (what.operation !== 'convert') waiting.push(left, right);
      // A conversion of 32 bits has the expression of what it converts.
      else if (left !== id) waiting.push(left);
    }
    return found;
  }
}
