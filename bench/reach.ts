import { type ReachLimits, reachIn, wantedPlaces } from '../src/modes/reach.js';
import { openReachProgram } from '../src/modes/reach-program.js';
import { geomean } from './clock.js';

/** Programs with loops that lie off the way to the target: the line is the one to reach. */
const cases = [
  { name: 'rounds', line: 12, len: {}, verdict: 'reached' },
  { name: 'commands', line: 26, len: { text: 8 }, verdict: 'reached' },
  { name: 'report', line: 27, len: { header: 6 }, verdict: 'reached' },
  { name: 'never', line: 15, len: { text: 6 }, verdict: 'infeasible' },
];

/** More than any of these takes with the graph by far. */
const mostRuns = 3_000;

const ways: readonly (readonly [name: string, limits: ReachLimits])[] = [
  ['dfs + CFG', { search: 'dfs' }],
  ['dfs', { search: 'dfs', isGuided: false }],
  ['directed', { search: 'directed' }],
  ['generational', { search: 'generational', isGuided: false }],
];

/** Runs until the verdict is clear, with and without the control-flow graph. Counts, not times. */
export async function guidance(): Promise<{
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly ratios: readonly number[];
}> {
  const ratios: number[] = [];
  const rows: string[][] = [];
  for (const { name, line, len, verdict } of cases) {
    const goal = { to: { place: `bench/programs/reach/${name}.c:${line}` } };
    const sizes = new Map(Object.entries(len).map(([param, size]) => [param, { min: size, max: size }]));
    const program = await openReachProgram(
      { sources: [`bench/programs/reach/${name}.c`], entry: name, len: sizes },
      wantedPlaces(goal),
    );
    const runs: number[] = [];
    const verdicts = new Set<string>();
    for (const [, limits] of ways) {
      const result = await reachIn(program, goal, { ...limits, maxRuns: mostRuns });
      runs.push(result.search.stats.searchRuns ?? 0);
      verdicts.add(result.verdict);
    }
    const ratio = runs[1] / runs[0];
    ratios.push(ratio);
    const told = `${[...verdicts].join('/')}${verdicts.has(verdict) ? '' : ` (expected ${verdict})`}`;
    const counts = runs.map((count) => `${count === mostRuns ? '≥ ' : ''}${count.toLocaleString('en')}`);
    rows.push([name, told, ...counts, `${ratio.toFixed(1)} ×`]);
  }
  return { head: ['program', 'verdict', ...ways.map(([name]) => name), 'dfs ÷ dfs + CFG'], rows, ratios };
}

export async function reachBench(): Promise<void> {
  console.log(
    '\nReach: runs until the verdict is clear (goal: the graph saves ≥ 5 × against the same search without it)',
  );
  const { head, rows, ratios } = await guidance();
  const widths = [10, 20, 13, 13, 13, 13, 17];
  for (const cells of [head, ...rows]) {
    console.log(cells.map((cell, i) => (i < 2 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(''));
  }
  console.log(`geometric mean ${geomean(ratios).toFixed(1)} ×`);
}
