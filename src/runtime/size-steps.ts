import type { SymbolicArithmetic } from '../checkers/types.js';
import type { ExprStore } from '../expr/store.js';
import type { ExprId } from '../vocabulary/brands.js';

/** Steps looked at, so that a long computation stays cheap. */
const mostSteps = 16;

/**
 * Which operations of the source made an expression: what the expression itself no longer shows, as `n * 4` is
 * kept as a row of bytes. Forgotten with every run.
 */
export class SizeSteps {
  readonly #steps = new Map<ExprId, SymbolicArithmetic>();

  constructor(readonly store: ExprStore) {}

  reset(): void {
    if (this.#steps.size > 0) this.#steps.clear();
  }

  note(result: ExprId, step: SymbolicArithmetic): void {
    if (!this.store.isConst(result)) this.#steps.set(result, step);
  }

  /** The operations behind a value, the last first. */
  behind(value: ExprId): SymbolicArithmetic[] {
    const found: SymbolicArithmetic[] = [];
    const seen = new Set<ExprId>();
    const waiting = [value];
    while (waiting.length > 0 && found.length < mostSteps) {
      const id = waiting.shift() as ExprId;
      const step = this.#steps.get(id);
      if (!step || seen.has(id)) continue;
      seen.add(id);
      found.push(step);
      // A conversion has the expression of what it converts.
      if (step.operation === 'sign') continue;
      waiting.push(step.left, step.right);
    }
    return found;
  }
}
