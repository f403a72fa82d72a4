import type { MainOptions } from '../inputs/main-plan.js';
import type { Size } from '../inputs/plan.js';
import type { SavedInput } from '../inputs/saved/index.js';
import type { PlanOptions } from './choose-plan.js';
import { type Exploration, type ExploreOptions, exploreSources } from './explore.js';
import type { Shape } from './plan-tests.js';

/** Tests that supply the same things in different sizes: one exploration goes on from all of them. */
export interface Family {
  /** As large as the largest of them, as small as the smallest. */
  readonly options: PlanOptions;
  readonly tests: readonly SavedInput[];
}

/** `--explore`: goes on from the tests, family by family; the time that is left is shared evenly. */
export async function exploreFrom(families: readonly Family[], options: ExploreOptions): Promise<Exploration[]> {
  const started = performance.now();
  const explorations: Exploration[] = [];
  for (const [i, family] of families.entries()) {
    const left = options.time === undefined ? undefined : options.time - (performance.now() - started);
    const time = left === undefined ? undefined : Math.max(1, left / (families.length - i));
    explorations.push(await exploreSources({ ...options, ...family.options, time, inputs: family.tests }));
    if (options.signal?.aborted) break;
  }
  return explorations;
}

export function familiesOf(shapes: readonly Shape[], tests: readonly SavedInput[]): Family[] {
  const families = new Map<string, { options: PlanOptions; tests: SavedInput[] }>();
  for (const { options, tests: own } of shapes) {
    const key = keyOf(options);
    const known = families.get(key);
    const saved = own.map(({ number }) => tests[number]);
    if (known) {
      known.options = widened(known.options, options);
      known.tests.push(...saved);
    } else families.set(key, { options, tests: saved });
  }
  return [...families.values()];
}

function keyOf({ entry, args, env, files, recv, len, depth, nullable }: PlanOptions): string {
  const names = (sizes: ReadonlyMap<string, Size> | undefined) => [...(sizes?.keys() ?? [])].sort();
  return JSON.stringify([
    entry,
    args?.length,
    names(env),
    names(files),
    recv !== undefined,
    names(len),
    depth,
    nullable,
  ]);
}

function widened(a: PlanOptions, b: PlanOptions): PlanOptions {
  const both = (one: Size | undefined, other: Size | undefined): Size | undefined =>
    one && other ? { min: Math.min(one.min, other.min), max: Math.max(one.max, other.max) } : (one ?? other);
  const named = (one: MainOptions['env'], other: MainOptions['env']) =>
    one && new Map([...one].map(([name, size]) => [name, both(size, other?.get(name))!]));
  return {
    ...a,
    size: both(a.size, b.size),
    stdin: both(a.stdin, b.stdin),
    args: a.args?.map((size, i) => both(size, b.args?.[i])!),
    env: named(a.env, b.env),
    files: named(a.files, b.files),
    recv: both(a.recv, b.recv),
    len: named(a.len, b.len),
  };
}
