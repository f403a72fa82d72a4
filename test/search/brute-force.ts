import { Builder } from '../../src/expr/build.js';
import { ExprStore } from '../../src/expr/store.js';
import { choiceAt, isPathEntry, RollingHash } from '../../src/search/expanding/path-hash.js';
import { Explorer, type ExplorerOptions } from '../../src/search/exploring/explorer.js';
import { Buckets, bucketKey } from '../../src/search/results/buckets.js';
import { Tally } from '../../src/search/results/tally.js';
import { TestTable } from '../../src/search/results/test-table.js';
import { SharedMemory } from '../../src/search/workers/threads/shared-memory.js';
import { openEngine, runToy, type ToySetup, toySites } from './toy.js';

export function pathName(low: number, high: number): string {
  return `${low},${high}`;
}

/** Every input, one after the other: what a complete search must have seen. */
export function bruteForce(setup: ToySetup): { paths: Set<string>; bugs: Set<string> } {
  const paths = new Set<string>();
  const bugs = new Set<string>();
  const builder = new Builder(new ExprStore());
  const input = new Uint8Array(setup.bytes);
  for (;;) {
    const { trace, outcome, failures } = runToy(setup, builder, input);
    if (outcome !== 'assume') {
      const path = new RollingHash();
      path.reset();
      for (let i = 0; i < trace.length; i++) {
        if (isPathEntry(trace.kind[i])) path.fold(trace.site[i], choiceAt(trace, i, toySites));
      }
      paths.add(pathName(path.low, path.high));
    }
    for (const failure of failures) bugs.add(bucketKey(failure));
    let i = 0;
    while (i < input.length && ++input[i] === setup.domain) input[i++] = 0;
    if (i === input.length) return { paths, bugs };
  }
}

/** One worker's search on this thread, to its end. */
export function exploreHere(setup: ToySetup, options: Partial<ExplorerOptions> = {}, roots?: readonly Uint8Array[]) {
  const shared = SharedMemory.create(toySites.length * 2, { maxRuns: Infinity, maxTests: Infinity });
  const engine = openEngine(setup);
  const explorer = new Explorer(engine, shared, { search: 'generational', rng: 1, stopOnFirst: false, ...options });
  explorer.startAll(roots ?? [new Uint8Array(setup.bytes)]);
  while (explorer.step(Infinity) !== 'idle');
  const harvest = explorer.harvest();
  const tests = new TestTable();
  tests.merge(harvest.records);
  const buckets = new Buckets();
  buckets.merge(harvest.buckets);
  const tally = new Tally();
  tally.merge(harvest.tally);
  const paths = new Set<string>();
  for (let i = 0; i < tests.size; i++) paths.add(pathName(tests.at(i).pathLow, tests.at(i).pathHigh));
  return { tests, paths, buckets, tally, runs: shared.runs, counts: explorer.counts };
}
