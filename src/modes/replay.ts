import { checkers as allCheckers } from '../checkers/index.js';
import type { NativeVerdict, ReplayInSandbox } from '../native/judge.js';
import { fromHex } from '../platform/bytes.js';
import { nextMessage, startThread } from '../platform/threads.js';
import type { Effects } from '../runtime/effects.js';
import { type CheckerId, hugeSizes } from '../vocabulary/finding.js';
import type { EngineData } from './engine.js';
import { defaults } from './explore.js';
import { makeProgram } from './make-program.js';
import { replayNatively } from './native-replay.js';
import { fromRecipe, type Recipe } from './recipe.js';
import { inFolderOf } from './recipe-folder.js';
import { type Difference, differencesOf } from './replay-differences.js';
import type { LocatedTest, ReplayedRun, SavedTest } from './saved-test.js';

export interface Replayed {
  readonly test: SavedTest;
  readonly replay: ReplayedRun;
  /** It did all that it did when it was saved; with `native`, there too. */
  readonly isAsRecorded: boolean;
  readonly differences: readonly Difference[];
  /** With `native`: what it did outside the sandbox. */
  readonly native?: NativeVerdict;
}

export interface ReplayOptions {
  readonly fuel?: number;
  /** Sources, folders or a .wasm to run the tests on, instead of those they were made for. */
  readonly sources?: readonly string[];
  /** C flags of these sources. Without `sources`: further ones for the tests' own. */
  readonly flags?: readonly string[];
  /**
   * Also build the program with this machine's compiler and sanitizers, and run it outside the sandbox: it can do
   * there whatever you can.
   */
  readonly native?: boolean;
  readonly onProgress?: (message: string) => void;
  readonly signal?: AbortSignal;
}

/** Runs saved tests again in the sandbox, without shadows. Tests of one program build it once. */
export async function replayTests(located: readonly LocatedTest[], options: ReplayOptions = {}): Promise<Replayed[]> {
  const groups = new Map<string, number[]>();
  located.forEach(({ test, folder }, i) => {
    const key = JSON.stringify([test.program, folder]);
    const known = groups.get(key);
    if (known) known.push(i);
    else groups.set(key, [i]);
  });
  const replayed: Replayed[] = [];
  for (const indices of groups.values()) {
    const tests = indices.map((i) => located[i].test);
    const recipe = withSources(tests[0].program, options);
    const run = () => replayGroup(recipe, tests, options);
    const all = await (options.sources ? run() : inFolderOf(recipe, located[indices[0]].folder, run));
    indices.forEach((i, k) => {
      replayed[i] = all[k];
    });
  }
  return replayed;
}

/** The tests' own program, or the one they are to be run on. */
function withSources(recipe: Recipe, { sources, flags = [] }: ReplayOptions): Recipe {
  if (!sources) return flags.length > 0 ? { ...recipe, flags: [...(recipe.flags ?? []), ...flags] } : recipe;
  return { ...recipe, sources, flags };
}

async function replayGroup(recipe: Recipe, tests: readonly SavedTest[], options: ReplayOptions): Promise<Replayed[]> {
  const program = fromRecipe(recipe);
  const checkers = checkersFor(tests, recipe);
  const made = await makeProgram(program, { ...options, checkers });
  const data: EngineData = {
    prepared: made.prepared,
    plan: made.plan,
    checkers,
    fuel: options.fuel ?? defaults.fuel,
    solverTime: 0,
  };
  const replays = await replayInWorker(
    data,
    tests.map(({ bytes }) => fromHex(bytes)),
  );
  const verdicts = options.native ? await replayNatively(program, made, replays, options.onProgress) : [];
  return tests.map((test, k) => {
    const { outcome, exitCode, failures, endedAt, effects } = replays[k];
    const replay = {
      outcome,
      exitCode,
      failures,
      ...(endedAt && { endedAt }),
      ...(effects !== undefined && { effects: JSON.parse(effects) as Effects }),
    };
    const differences = differencesOf(test, replay, options.sources !== undefined);
    const isAsRecorded = differences.length === 0 && verdicts[k]?.verdict !== 'differs';
    return { test, replay, isAsRecorded, differences, native: verdicts[k] };
  });
}

/** What a program does with one input, in the sandbox. */
export async function replayOnce(
  recipe: Recipe,
  input: Uint8Array,
  options: ReplayOptions = {},
): Promise<Omit<ReplayedRun, 'effects'>> {
  const { plan, prepared } = await makeProgram(fromRecipe(recipe), options);
  const checkers = new Set(allCheckers.map(({ id }) => id));
  const data: EngineData = { prepared, plan, checkers, fuel: options.fuel ?? defaults.fuel, solverTime: 0 };
  const [replay] = await replayInWorker(data, [input]);
  return replay;
}

/** What is on by default, what the tests were made with, and what they failed: a failure may be told as another's. */
function checkersFor(tests: readonly SavedTest[], { checkers }: Recipe): Set<CheckerId> {
  const failed = new Set(tests.flatMap(({ failures }) => failures.map(({ checker }) => checker)));
  const isOn = ({ id, byDefault }: (typeof allCheckers)[number]) => byDefault || checkers?.includes(id);
  const chosen = allCheckers.filter((each) => isOn(each) || failed.has(each.id)).map(({ id }) => id);
  // The size may have been a huge one that `verify` asked for.
  return new Set(failed.has('alloc-underflow') ? [...chosen, hugeSizes] : chosen);
}

/** In a thread of its own, for its large stack. */
async function replayInWorker(data: EngineData, inputs: readonly Uint8Array[]): Promise<ReplayInSandbox[]> {
  const thread = startThread('modes/replay-worker', { data, inputs });
  try {
    return await nextMessage<ReplayInSandbox[]>(thread);
  } finally {
    await thread.terminate();
  }
}
