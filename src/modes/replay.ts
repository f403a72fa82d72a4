import { checkers as allCheckers, sameKind } from '../checkers/index.js';
import type { NativeVerdict, ReplayInSandbox } from '../native/judge.js';
import { fromHex } from '../platform/bytes.js';
import { nextMessage, startThread } from '../platform/threads.js';
import type { Replay } from '../search/confirming/confirm.js';
import { type CheckerId, hugeSizes } from '../vocabulary/finding.js';
import { placeName } from '../vocabulary/place.js';
import type { EngineData } from './engine.js';
import { defaults } from './explore.js';
import { makeProgram } from './make-program.js';
import { replayNatively } from './native-replay.js';
import { fromRecipe, type Recipe } from './recipe.js';

/** A test as it was saved. */
export interface SavedTest {
  readonly id: string;
  readonly program: Recipe;
  readonly bytes: string;
  readonly outcome: Replay['outcome'];
  readonly exitCode: number;
  readonly failures: readonly { readonly checker: CheckerId; readonly at: string; readonly message: string }[];
}

export interface Replayed {
  readonly test: SavedTest;
  readonly replay: Pick<Replay, 'outcome' | 'exitCode' | 'failures' | 'endedAt'>;
  /** It did what it did when it was saved. */
  readonly isAsRecorded: boolean;
  /** With `native`: what it did outside the sandbox. */
  readonly native?: NativeVerdict;
}

export interface ReplayOptions {
  readonly fuel?: number;
  /**
   * Also build the program with this machine's compiler and sanitizers, and run it outside the sandbox: it can do
   * there whatever you can.
   */
  readonly native?: boolean;
  readonly onProgress?: (message: string) => void;
  readonly signal?: AbortSignal;
}

/** Runs saved tests again in the sandbox, without shadows. Tests of one program build it once. */
export async function replayTests(tests: readonly SavedTest[], options: ReplayOptions = {}): Promise<Replayed[]> {
  const groups = new Map<string, number[]>();
  tests.forEach(({ program }, i) => {
    const key = JSON.stringify(program);
    groups.set(key, [...(groups.get(key) ?? []), i]);
  });
  const replayed: Replayed[] = [];
  for (const indices of groups.values()) {
    const program = fromRecipe(tests[indices[0]].program);
    const made = await makeProgram(program, options);
    const { plan, prepared } = made;
    const data: EngineData = {
      prepared,
      plan,
      checkers: checkersFor(indices.map((i) => tests[i])),
      fuel: options.fuel ?? defaults.fuel,
      solverTime: 0,
    };
    const inputs = indices.map((i) => fromHex(tests[i].bytes));
    const replays = await replayInWorker(data, inputs);
    const verdicts = options.native ? await replayNatively(program, made, replays, options.onProgress) : [];
    indices.forEach((i, k) => {
      const { outcome, exitCode, failures, endedAt } = replays[k];
      const replay = { outcome, exitCode, failures, ...(endedAt && { endedAt }) };
      replayed[i] = { test: tests[i], replay, isAsRecorded: isAsRecorded(tests[i], replay), native: verdicts[k] };
    });
  }
  return replayed;
}

/** What a program does with one input, in the sandbox. */
export async function replayOnce(
  recipe: Recipe,
  input: Uint8Array,
  options: ReplayOptions = {},
): Promise<Replayed['replay']> {
  const { plan, prepared } = await makeProgram(fromRecipe(recipe), options);
  const checkers = new Set(allCheckers.map(({ id }) => id));
  const data: EngineData = { prepared, plan, checkers, fuel: options.fuel ?? defaults.fuel, solverTime: 0 };
  const [replay] = await replayInWorker(data, [input]);
  return replay;
}

/** What is on by default, and what these tests failed. */
function checkersFor(tests: readonly SavedTest[]): Set<CheckerId> {
  const failed = new Set(tests.flatMap(({ failures }) => failures.map(({ checker }) => checker)));
  const chosen = allCheckers.filter(({ id, byDefault }) => byDefault || failed.has(id)).map(({ id }) => id);
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

function isAsRecorded(test: SavedTest, replay: Replayed['replay']): boolean {
  // Stopped for what its shadows took: nobody knows what it does without them.
  const isEnd = replay.outcome === test.outcome && replay.exitCode === test.exitCode;
  return (
    (isEnd || test.outcome === 'stopped') &&
    test.failures.every((saved) =>
      replay.failures.some(({ checker, place }) => sameKind(checker, saved.checker) && placeName(place) === saved.at),
    )
  );
}
