import { fileURLToPath } from 'node:url';
import { build } from '../src/build/build.js';
import { attention } from '../src/checkers/index.js';
import { flatSize } from '../src/inputs/layout.js';
import type { InputPlan } from '../src/inputs/plan.js';
import { parseSize } from '../src/inputs/size.js';
import { prepare } from '../src/instrument/prepare.js';
import { chooseCheckers } from '../src/modes/choose-checkers.js';
import { choosePlan, entryOf } from '../src/modes/choose-plan.js';
import { openEngine } from '../src/modes/engine.js';
import { defaults } from '../src/modes/explore.js';
import { type Combination, combinations } from '../src/search/expanding/combine.js';
import { Explorer } from '../src/search/exploring/explorer.js';
import { SharedMemory } from '../src/search/workers/threads/shared-memory.js';
import { geomean, median, timed } from './clock.js';

/**
 * None, naive, weak and strong side by side: calls of the solver, checks, and processor time of whole explorations on
 * this thread. The goal is about the last column: all checkers cost at most 1.6 × the time without.
 */
const cases = [
  { file: 'formatter.c', entry: 'format_main', len: 'fmt', size: '4' },
  { file: 'utf7.c', entry: 'to_utf7', len: 's', size: '4' },
  { file: 'calculator.c', entry: 'calculate', len: 's', size: '4' },
  { file: 'sums.c', entry: 'moments', len: 'data', size: '8' },
  { file: 'loan.c', entry: 'loan' },
  { file: 'lexer.c', entry: 'tokens', len: 'text', size: '4' },
  { file: 'packet.c', entry: 'receive', len: 'data', size: '6' },
];
const rounds = Number(process.env.ROUNDS ?? 5);
/** BENCH_ONLY=lexer: that program alone. */
const only = process.env.BENCH_ONLY;

export async function combineBench(): Promise<void> {
  const modes = ['none', ...combinations] as const;
  const ratios = modes.map((): number[] => []);
  console.log('\nCombinations of checks (one thread; processor time, median)');
  console.log('program        combine   paths    runs   calls  checks  solved    ms  to none');
  for (const { file, entry, len, size = '' } of cases.filter(({ file }) => !only || file.startsWith(only))) {
    const source = fileURLToPath(new URL(`./programs/${file}`, import.meta.url));
    const { wasm, kind } = await build({ sources: [source], flags: [], compiler: 'auto', opt: 0, entry });
    const plan = choosePlan(wasm, kind, { entry, len: new Map(len ? [[len, parseSize(size, '--len')]] : []) });
    const explorations = modes.map((how) => explorationOf(wasm, plan, how));
    const times = modes.map((): number[] => []);
    const last: Explored[] = [];
    // In turns, so that what V8 learns and what the machine does meanwhile is the same for all; the first two warm up.
    for (let round = -2; round < rounds; round++) {
      for (const [i, explore] of explorations.entries()) {
        last[i] = await explore();
        if (round >= 0) times[i].push(last[i].ms);
      }
    }
    const none = median(times[0]);
    modes.forEach((how, i) => {
      const ms = median(times[i]);
      ratios[i].push(ms / none);
      const { checks, counts } = last[i].explorer;
      const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
      const cells = [
        last[i].shared.tests,
        last[i].shared.runs,
        counts.queries,
        sum(checks.injected),
        sum(checks.solved),
      ];
      const numbers = cells.map((cell) => String(cell).padStart(7)).join(' ');
      console.log(
        `${file.padEnd(14)} ${how.padEnd(8)} ${numbers} ${ms.toFixed(0).padStart(5)} ${(ms / none).toFixed(2).padStart(8)}`,
      );
    });
  }
  modes.forEach((how, i) => {
    const [mean, worst] = [geomean(ratios[i]), Math.max(...ratios[i])].map((ratio) => ratio.toFixed(2));
    if (how !== 'none') console.log(`${how.padEnd(7)} geomean ${mean}, worst ${worst} (goal ≤ 1.6)`);
  });
}

interface Explored {
  readonly ms: number;
  readonly explorer: Explorer;
  readonly shared: SharedMemory;
}

function explorationOf(wasm: Uint8Array, plan: InputPlan, how: Combination | 'none'): () => Promise<Explored> {
  const checkers = chooseCheckers(how === 'none' ? 'none' : undefined);
  const prepared = prepare(wasm, { entries: [entryOf(plan)], attention: (what) => attention(what, checkers) });
  const { fuel, solverTime } = defaults;
  return async () => {
    const engine = await openEngine({ prepared, plan, checkers, fuel, solverTime, trustsUnchecked: true });
    const shared = SharedMemory.create(prepared.coverage.length, { maxRuns: Infinity, maxTests: Infinity });
    const combine = how === 'none' ? undefined : how;
    const explorer = new Explorer(engine, shared, { search: 'generational', rng: 1, stopOnFirst: false, combine });
    const ms = timed(() => {
      explorer.start(new Uint8Array(flatSize(plan)));
      explorer.step(Number.POSITIVE_INFINITY);
    });
    return { ms, explorer, shared };
  };
}
