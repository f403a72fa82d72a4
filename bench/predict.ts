import { fileURLToPath } from 'node:url';
import { build } from '../src/build/build.js';
import { attention } from '../src/checkers/index.js';
import { prepare } from '../src/instrument/prepare.js';
import { chooseCheckers } from '../src/modes/choose-checkers.js';
import { openEngine } from '../src/modes/engine.js';
import { EntryPlanner } from '../src/modes/entry-planner.js';
import { Predictor } from '../src/search/predicting/predictor.js';
import { SharedMemory } from '../src/search/workers/threads/shared-memory.js';
import { decode } from '../src/wasm/decode.js';
import { readNames } from '../src/wasm/names.js';
import { importedFunctions } from '../src/wasm/types.js';
import { median, timed } from './clock.js';
import { openPlain } from './plain-program.js';

const source = fileURLToPath(new URL('./programs/long-run.c', import.meta.url));
/** Enough that the kernel's account of a thread's time, kept in ticks, is exact to a tenth. */
const rounds = 800;
const turns = rounds * 4096;

/**
 * One long test predicted, shadows, checks and questions together, against the plain run of the same module: 4 KB are
 * symbolic, few checks touch them. A near miss costs two runs more, one of them the oracle's.
 */
export async function predictBench(): Promise<void> {
  console.log('\nPredict on a long run: 4 KB symbolic, few checks touch them (processor time, median of 5)');
  tell(await longRun([], 0), 'every input on its path passes', ' (goal ≤ 8)');
  tell(await longRun(['-DNEVER=200'], 1), 'a near miss, run and replayed', '');
}

interface LongRun {
  /** Millions, at least. */
  readonly instructions: number;
  /** Milliseconds of the module without shadows, of a run with them, and of run and questions. */
  readonly plain: number;
  readonly shadows: number;
  readonly whole: number;
}

function tell({ instructions, plain, shadows, whole }: LongRun, what: string, goal: string): void {
  console.log(
    `  ${what}: at least ${instructions.toFixed(0)} M instructions, plain ${plain.toFixed(1)} ms, with shadows ${shadows.toFixed(1)} ms, all in all ${whole.toFixed(1)} ms = ${(whole / plain).toFixed(2)} × plain${goal}`,
  );
}

export async function longRun(flags: string[], misses: number): Promise<LongRun> {
  const built = (entry: string) => build({ sources: [source], flags, compiler: 'auto', opt: 0, entry });
  const { wasm } = await built('predicted');
  const plan = new EntryPlanner(wasm).plan('predicted', { len: new Map([['input', { min: 4096, max: 4096 }]]) });
  const checkers = chooseCheckers();
  const prepared = prepare(wasm, { entries: ['predicted'], attention: (what) => attention(what, checkers) });
  const engine = await openEngine({
    prepared,
    plan,
    checkers,
    fuel: 0x7fffffff,
    solverTime: 5000,
    trustsUnchecked: true,
  });
  const limits = { maxRuns: Infinity, maxTests: Infinity };
  const plain = openPlain((await built('run')).wasm, true);
  const predictor = new Predictor(engine, SharedMemory.create(prepared.coverage.length, limits));
  const input = new Uint8Array(4096);
  const whole = () => {
    predictor.begin();
    const prediction = predictor.predict(0, input);
    if (prediction?.misses.length !== misses) throw new Error(`${misses} near misses expected`);
  };
  for (let i = 0; i < 4; i++) {
    plain.run(rounds);
    whole();
  }
  const times = { plain: [] as number[], run: [] as number[], whole: [] as number[] };
  for (let i = 0; i < 5; i++) {
    times.plain.push(timed(() => plain.run(rounds)));
    times.run.push(timed(() => engine.program.run(input)));
    times.whole.push(timed(whole));
  }
  const instructions = (turns * (loopSize(wasm, 'mix') + loopSize(wasm, 'sum'))) / 1e6;
  return { instructions, plain: median(times.plain), shadows: median(times.run), whole: median(times.whole) };
}

/** Instructions of one turn of a function's only loop, as built. */
function loopSize(wasm: Uint8Array, name: string): number {
  const module = decode(wasm);
  const index = [...readNames(module).functions].find(([, each]) => each === name)![0];
  const { code } = module.bodies[index - importedFunctions(module).length];
  const start = code.findIndex(({ op }) => op === 0x03);
  let depth = 0;
  for (let i = start; i < code.length; i++) {
    if (code[i].op >= 0x02 && code[i].op <= 0x04) depth++;
    if (code[i].op === 0x0b && --depth === 0) return i - start;
  }
  return 0;
}
