import type { EngineName } from '../beside/fuzz-turns.js';
import type { StopOnFirst } from '../confirming/failure-notes.js';
import type { Engine } from '../contracts/engine.js';
import type { SharedState } from '../contracts/shared-state.js';
import type { Combination } from '../expanding/combine.js';
import type { Remainder } from '../journal/journal-entry.js';
import type { SearchName } from '../ordering/strategy.js';
import type { ExploreDriver } from './explore-driver.js';
import { Explorer } from './explorer.js';
import { RandomInputs } from './random-inputs.js';

/** What a worker needs to take part in an exploration. */
interface ExploreSetup {
  readonly search: SearchName;
  readonly rng: number;
  readonly stopOnFirst: StopOnFirst;
  readonly combine?: Combination;
  /** Default: both. */
  readonly engine?: EngineName;
  /** Fingerprints of bugs that `stopOnFirst` does not wait for. */
  readonly accepted?: ReadonlySet<string>;
  readonly wantsFigures?: boolean;
  /** Bugs are confirmed as they are seen. */
  readonly isLive?: boolean;
  /** First inputs; only one worker has any. */
  readonly roots: readonly Uint8Array[];
  /** It takes first inputs from the engine's source; only one worker does. */
  readonly takesFirstInputs: boolean;
  /** The worker's number in the journal; none without a journal. */
  readonly owner?: number;
  /** What an earlier search left to do, instead of first inputs. */
  readonly remainder?: Remainder;
}

/** The driver of one worker of an exploration. Runs end in the middle when the search stops. */
export function openExplore(setup: ExploreSetup, engine: Engine, shared: SharedState): ExploreDriver {
  if (engine.stopSign) engine.stopSign.isUp = () => shared.stopped;
  if (setup.search === 'random') return new RandomInputs(engine, shared, setup.rng, setup.roots);
  const explorer = new Explorer(engine, shared, { ...setup, search: setup.search });
  const { remainder, roots } = setup;
  if (remainder) explorer.restore(remainder);
  if (roots.length > 0) explorer.startAll(roots, remainder?.survey);
  return explorer;
}
