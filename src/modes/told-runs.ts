import { checkers as allCheckers } from '../checkers/index.js';
import type { InputRegion } from '../inputs/plan.js';
import type { CoveragePoint } from '../instrument/prepare.js';
import { nextMessage, startThread } from '../platform/threads.js';
import type { CheckerId, Failure } from '../vocabulary/finding.js';
import type { Place } from '../vocabulary/place.js';
import { branchLeads, type Lead } from './branch-leads.js';
import type { EngineData } from './engine.js';
import { defaults } from './explore.js';
import { makeProgram } from './make-program.js';
import type { PathTree } from './path-tree.js';
import { fromRecipe, type Recipe } from './recipe.js';
import { inFolderOf } from './recipe-folder.js';

/** A place where the input decided what the program does. */
export interface Decision {
  /** In the user's code; of a library function, where it was called. Undefined: before the program's own code. */
  readonly place?: Place;
  readonly kind: 'branch' | 'switch' | 'call' | 'check';
  /** Which way: 1 and 0 of a branch, the target of a switch. */
  readonly choice: number;
  /** Offsets in the flat input that it depends on. */
  readonly bytes: readonly number[];
  /** What held, as C over the input's names, where that is short. */
  readonly condition?: string;
  /** Where in the source it goes on, and where the other way of a branch leads. */
  readonly leads?: Lead;
  readonly otherwise?: Lead;
  /** It was made in a library's code, called at `place`. */
  readonly inLibrary?: true;
}

/** A saved input run once more with shadows, and what there is to tell of it. */
export interface ToldRun {
  readonly decisions: readonly Decision[];
  /** Decisions there were; more than are listed where a loop made thousands. */
  readonly decided: number;
  readonly failures: readonly Failure[];
  /** For each failure: how many decisions came before it. */
  readonly steps: readonly number[];
  readonly regions: readonly InputRegion[];
  readonly input: Uint8Array;
  readonly outcome: string;
}

export interface ToldRuns {
  readonly coverage: readonly CoveragePoint[];
  readonly told: readonly ToldRun[];
  readonly tree: PathTree;
}

/** What is to be run. */
export interface RunsToTell {
  /** Inputs whose decisions are told one by one. */
  readonly stories: readonly Uint8Array[];
  /** Inputs that the tree is made of, and what became of each: a number of the caller's. */
  readonly paths: readonly Uint8Array[];
  readonly outcomes: readonly number[];
  /** Milliseconds after which the tree has as many of the paths as it has. */
  readonly patience: number;
}

export interface ToldRunsOptions {
  readonly fuel?: number;
  readonly onProgress?: (message: string) => void;
  readonly signal?: AbortSignal;
}

/** Makes a program again from a test's recipe and runs saved inputs in it: reports tell what searches did not record. */
export function tellRuns(
  recipe: Recipe,
  from: string,
  runs: RunsToTell,
  { fuel = defaults.fuel, ...building }: ToldRunsOptions = {},
): Promise<ToldRuns> {
  return inFolderOf(recipe, from, async () => {
    const usual = allCheckers.filter(({ byDefault }) => byDefault).map(({ id }) => id);
    const checkers: ReadonlySet<CheckerId> = new Set(recipe.checkers ?? usual);
    const { built, plan, prepared } = await makeProgram(fromRecipe(recipe), { ...building, checkers });
    const data: EngineData = { prepared, plan, checkers, fuel, solverTime: 0 };
    const thread = startThread('modes/told-runs-worker', { data, runs, leads: branchLeads(built, prepared.sites) });
    try {
      const result = await nextMessage<Omit<ToldRuns, 'coverage'>>(thread);
      return { ...result, coverage: prepared.coverage };
    } finally {
      await thread.terminate();
    }
  });
}
