import { once } from 'node:events';
import { checkers as allCheckers, sameKind } from '../checkers/index.js';
import type { Replay } from '../search/confirm.js';
import { siblingModule, startThread } from '../search/thread.js';
import type { CheckerId } from '../vocabulary/finding.js';
import { placeName } from '../vocabulary/place.js';
import type { EngineData } from './engine.js';
import { defaults } from './explore.js';
import { makeProgram } from './make-program.js';
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
  readonly replay: Pick<Replay, 'outcome' | 'exitCode' | 'failures'>;
  /** It did what it did when it was saved. */
  readonly isAsRecorded: boolean;
}

export interface ReplayOptions {
  readonly fuel?: number;
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
    const { plan, prepared } = await makeProgram(fromRecipe(tests[indices[0]].program), options);
    const data: EngineData = {
      prepared,
      plan,
      checkers: new Set(allCheckers.map(({ id }) => id)),
      fuel: options.fuel ?? defaults.fuel,
      solverTime: 0,
    };
    const inputs = indices.map((i) => new Uint8Array(Buffer.from(tests[i].bytes, 'hex')));
    const replays = await replayInWorker(data, inputs);
    indices.forEach((i, k) => {
      replayed[i] = { test: tests[i], replay: replays[k], isAsRecorded: isAsRecorded(tests[i], replays[k]) };
    });
  }
  return replayed;
}

/** In a thread of its own, for its large stack. */
async function replayInWorker(data: EngineData, inputs: readonly Uint8Array[]): Promise<Replayed['replay'][]> {
  const thread = startThread(siblingModule(import.meta.url, './replay-worker'), { data, inputs });
  try {
    const [replays] = (await once(thread, 'message')) as [Replayed['replay'][]];
    return replays;
  } finally {
    await thread.terminate();
  }
}

function isAsRecorded(test: SavedTest, replay: Replayed['replay']): boolean {
  return (
    replay.outcome === test.outcome &&
    replay.exitCode === test.exitCode &&
    test.failures.every((saved) =>
      replay.failures.some(({ checker, place }) => sameKind(checker, saved.checker) && placeName(place) === saved.at),
    )
  );
}
