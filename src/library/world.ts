import { type FactKind, worldFacts } from '../host/world.js';

/** One row of `nearmiss world`. */
export interface WorldRow {
  readonly fact: string;
  readonly kind: FactKind;
  /** What the sandbox says unless told otherwise. */
  readonly default: string;
  /** The flag that explores other answers, if one does. */
  readonly explore?: string;
}

/** Everything a program can ask of the world. */
export function world(): WorldRow[] {
  return worldFacts.map(({ id, kind, held, explore }) => ({ fact: id, kind, default: held, explore }));
}
