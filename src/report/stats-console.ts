import type { StatsDetail } from './stats-detail.js';
import type { Summary } from './summary.js';

/** Rows of tests that people are shown: those that took most instructions. */
const mostTests = 10;

const percent = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${((100 * part) / whole).toFixed(part === whole ? 0 : 1)}%`;

type Basics = Pick<
  Summary['stats'],
  'runs' | 'fuzzRuns' | 'queries' | 'sat' | 'unsat' | 'unknown' | 'cacheHits' | 'execMs' | 'wallMs'
>;

/** For `--stats`: where the time went, which solver layer answered what, and the tables of the paper. */
export function formatStats(given: Basics & Partial<StatsDetail>): string {
  if (given.layers === undefined) return '';
  const stats = given as Basics & StatsDetail;
  return `${[
    `runs ${stats.runs}${stats.fuzzRuns > 0 ? ` and ${stats.fuzzRuns} of the fuzzer` : ''}, running ${stats.execMs} ms, wall ${stats.wallMs} ms`,
    ...queryLines(stats),
    ...checkLines(stats),
    ...testLines(stats),
    ...bucketLines(stats),
  ].join('\n')}\n`;
}

function queryLines(stats: Basics & StatsDetail): string[] {
  const { queries, sat, unsat, unknown, besideQueries, postponed, constraints, cacheHits } = stats;
  const beside = besideQueries > 0 ? `; ${besideQueries} beside the search` : '';
  const again = postponed > 0 ? `; ${postponed} first tries given up` : '';
  const sum = (of: 'answered' | 'ms') => stats.layers.reduce((total, layer) => total + layer[of], 0);
  const rows = [...stats.layers, { layer: 'all', answered: sum('answered'), ms: sum('ms') }];
  return [
    `queries ${queries}: ${sat} sat, ${unsat} unsat, ${unknown} unknown${beside}${again}`,
    ...table([
      ['layer', 'answered', 'ms'],
      ...rows.map(({ layer, answered, ms }) => [layer, `${answered}`, ms.toFixed(1)]),
    ]),
    `constraints of a query: ${constraints.onPath} on the path, ${constraints.kept} after unrelated ones are dropped (mean of ${constraints.queries}), at most ${constraints.largest}`,
    `query cache: ${percent(cacheHits, queries)} of ${queries} queries`,
  ];
}

function checkLines({ checkers, disjunctions, checks }: StatsDetail): string[] {
  const hasFailed = checkers.some(({ failed }) => failed !== undefined);
  const rows = checkers.map(({ checker, injected, byBounds, solved, failed = 0 }) => [
    ...[checker, `${injected}`, `${byBounds}`, `${solved}`],
    ...(hasFailed ? [`${failed}`, percent(failed, solved)] : []),
  ]);
  const head = ['checker', 'injected', 'by bounds', 'solved', ...(hasFailed ? ['failed', 'yield'] : [])];
  const { count, least, mean, most } = disjunctions;
  return [
    ...(rows.length > 0 ? table([head, ...rows]) : ['no checks injected']),
    ...(count > 0 ? [`disjunctions ${count} (${least}/${mean}/${most} checks: least, mean, most)`] : []),
    `local cache: ${percent(checks.known, checks.made)} of ${checks.made} checks, ${percent(checks.impossible, checks.made)} can't fail on any path`,
  ];
}

function testLines({ tests = [], instructions = 0 }: StatsDetail): string[] {
  if (tests.length === 0) return [];
  const rows = [...tests].sort((a, b) => b.instructions - a.instructions).slice(0, mostTests);
  const left = tests.length - rows.length;
  return [
    `instructions ${instructions} in ${tests.length} test${tests.length === 1 ? '' : 's'}${left > 0 ? `; the ${rows.length} longest:` : ''}`,
    ...table([
      ['test', 'instructions', 'input size', 'constraints', 'injected', 'solved', 'inputs'],
      ...rows.map((row) => [
        row.test ?? '-',
        ...[row.instructions, row.inputSize, row.constraints, row.injected, row.solved, row.inputs].map(String),
      ]),
    ]),
  ];
}

function bucketLines({ buckets = [] }: StatsDetail): string[] {
  if (buckets.length === 0) return [];
  return table([
    ['bucket', 'kind', 'place', 'found by'],
    ...buckets.map(({ bucket, kind, at, by }) => [bucket, kind, at, by]),
  ]);
}

/** Columns of equal width: the first to the left, numbers to the right. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const isNumber = rows[0].map(
    (_, column) => column > 0 && rows.slice(1).every((row) => /^[\d.%-]+$/.test(row[column])),
  );
  return rows.map((row) =>
    `  ${row.map((cell, i) => (isNumber[i] ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join('  ')}`.trimEnd(),
  );
}
