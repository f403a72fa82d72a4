import type { Effects } from '../runtime/effects.js';
import type { Replay } from '../search/confirming/confirm.js';
import type { CheckerId } from '../vocabulary/finding.js';
import type { Recipe } from './recipe.js';

/** A test as it was saved. */
export interface SavedTest {
  readonly id: string;
  readonly program: Recipe;
  readonly bytes: string;
  readonly outcome: Replay['outcome'];
  readonly exitCode: number;
  readonly effects?: Effects;
  readonly failures: readonly {
    readonly checker: CheckerId;
    readonly at: string;
    readonly message: string;
    readonly stack?: readonly string[];
  }[];
}

/** A test, and the folder of the file it was read from: where its program is looked for. */
export interface LocatedTest {
  readonly test: SavedTest;
  readonly folder?: string;
}

/** What a test did when it was run again. */
export type ReplayedRun = Pick<Replay, 'outcome' | 'exitCode' | 'failures' | 'endedAt'> & {
  readonly effects?: Effects;
};
