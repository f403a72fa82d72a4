import { checkers as table } from '../checkers/index.js';
import type { CheckerId } from '../vocabulary/finding.js';

/** One row of `nearmiss checkers`. */
export interface CheckerRow {
  readonly id: CheckerId;
  readonly title: string;
  readonly help: string;
  readonly cwe: number;
  readonly severity: 'error' | 'warning';
  /** On by default. */
  readonly default: boolean;
  /** The smallest program that has the bug. */
  readonly example: string;
}

/** The table of checkers. */
export function checkers(): CheckerRow[] {
  return table.map(({ id, title, help, cwe, severity, byDefault, example }) => ({
    id,
    title,
    help,
    cwe,
    severity,
    default: byDefault,
    example,
  }));
}
