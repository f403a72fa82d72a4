import { decodeInput } from '../../inputs/decode.js';
import { compareInputs } from '../../inputs/order.js';
import type { InputPlan } from '../../inputs/plan.js';
import type { CoveragePoint } from '../../instrument/prepare.js';
import { fromHex } from '../../platform/bytes.js';
import type { SourceText } from '../../vocabulary/source-text.js';
import { formatInput } from '../console.js';
import { coverageByFile, type FileCoverage, ratioOf } from '../coverage.js';
import type { FileRow, SourcePiece } from './page-data.js';
import type { KnownTest, ProgramTests } from './saved-results.js';

export interface ShownSource {
  readonly row: Omit<FileRow, 'data' | 'findings'>;
  readonly piece: SourcePiece;
}

/** Longer texts are no source that anybody reads. */
const longestText = 2_000_000;
const longestInput = 200;

/** Every file that has code, with what all tests cover of it and what only failing ones do. */
export function coveredSources(
  points: readonly CoveragePoint[],
  { pack, number, tests }: ProgramTests,
  source: SourceText,
): ShownSource[] {
  const passing = new Uint8Array(points.length);
  const all = new Uint8Array(points.length);
  const best = plainestByPoint(points.length, pack.passed, tests, passing, all);
  const whole = coverageByFile(points, all);
  const good = new Map(coverageByFile(points, passing).map((file) => [file.file, file]));
  const byLine = plainestByLine(points, best);
  const { plan } = pack.programs[number];
  return whole.map((file) => shownSource(file, good.get(file.file), byLine.get(file.file), plan, source));
}

/** A file that has no code of its own here: it is shown all the same. */
export const plainSource = (file: string, source: SourceText): ShownSource => ({
  row: { file, lines: ratioOf([]), branches: ratioOf([]), onlyFailing: 0 },
  piece: { file, text: textOf(file, source), lines: [], branches: [], tests: [] },
});

const textOf = (file: string, source: SourceText): string => source(file).join('\n').slice(0, longestText);

/** The test a person would rather see, of all that pass a point; marks what passing tests, and all, come by. */
function plainestByPoint(
  count: number,
  sets: ReadonlyMap<string, string>,
  tests: readonly KnownTest[],
  passing: Uint8Array,
  all: Uint8Array,
): (KnownTest | undefined)[] {
  const plainest = new Map<string, KnownTest>();
  const isGood = new Set<string>();
  const order = (test: KnownTest) => ({ input: test.bytes, layout: test.layout });
  for (const test of tests) {
    const before = plainest.get(test.passed);
    if (!before || compareInputs(order(test), order(before)) < 0) plainest.set(test.passed, test);
    if (test.failures.length === 0) isGood.add(test.passed);
  }
  const best = new Array<KnownTest | undefined>(count);
  const sorted = [...plainest.values()].sort((a, b) => compareInputs(order(a), order(b)));
  for (const test of sorted) {
    const bits = fromHex(sets.get(test.passed) ?? '');
    for (let point = 0; point < count; point++) {
      if (((bits[point >> 3] ?? 0) & (1 << (point & 7))) === 0) continue;
      all[point] = 1;
      if (isGood.has(test.passed)) passing[point] = 1;
      best[point] ??= test;
    }
  }
  return best;
}

function plainestByLine(
  points: readonly CoveragePoint[],
  best: readonly (KnownTest | undefined)[],
): Map<string, Map<number, KnownTest>> {
  const files = new Map<string, Map<number, KnownTest>>();
  points.forEach((point, i) => {
    const test = best[i];
    if (point.kind !== 'lines' || !test) return;
    for (const { file, line } of point.places) {
      let lines = files.get(file);
      if (!lines) files.set(file, (lines = new Map()));
      const before = lines.get(line);
      const isPlainer =
        !before ||
        compareInputs({ input: test.bytes, layout: test.layout }, { input: before.bytes, layout: before.layout }) < 0;
      if (isPlainer) lines.set(line, test);
    }
  });
  return files;
}

function shownSource(
  { file, lines, branches }: FileCoverage,
  good: FileCoverage | undefined,
  tests: ReadonlyMap<number, KnownTest> | undefined,
  plan: InputPlan,
  source: SourceText,
): ShownSource {
  const state = (covered: boolean, isGood: boolean | undefined): 0 | 1 | 2 => (covered ? (isGood ? 1 : 2) : 0);
  const goodLines = new Map(good?.lines.map(({ line, covered }) => [line, covered]));
  const numbers = new Map<string, number>();
  const shown: SourcePiece['tests'][number][] = [];
  const numberOf = (test: KnownTest | undefined): number => {
    if (!test) return -1;
    let number = numbers.get(test.id);
    if (number === undefined) {
      const input = shortened(formatInput(decodeInput(plan, test.bytes, test.layout)));
      numbers.set(test.id, (number = shown.push({ id: test.id, input, outcome: outcomeOf(test) }) - 1));
    }
    return number;
  };
  const rows = lines.map(
    ({ line, covered }) =>
      [line, state(covered, goodLines.get(line)), covered ? numberOf(tests?.get(line)) : -1] as const,
  );
  const arms = branches.map(({ line, column, arms: taken }, i) => ({
    line,
    column,
    arms: taken.map((isTaken, arm) => state(isTaken, good?.branches[i]?.arms[arm])),
  }));
  return {
    row: {
      file,
      lines: ratioOf(rows.map(([, covered]) => covered > 0)),
      branches: ratioOf(arms.flatMap((branch) => branch.arms.map((arm) => arm > 0))),
      onlyFailing: rows.filter(([, covered]) => covered === 2).length,
    },
    piece: { file, text: textOf(file, source), lines: rows, branches: arms, tests: shown },
  };
}

export const shortened = (text: string, most = longestInput): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

/** `fails array-overflow`, `exited with 3`. */
export const outcomeOf = ({
  failures,
  outcome,
  exitCode,
}: Pick<KnownTest, 'failures' | 'outcome' | 'exitCode'>): string =>
  failures.length > 0 ? `fails ${failures[0].checker}` : outcome === 'exited' ? `exited with ${exitCode}` : outcome;
