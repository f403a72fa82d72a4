import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { expect } from 'vitest';
import { decodeInput } from '../../src/inputs/decode.js';
import type { Exploration } from '../../src/modes/explore.js';
import { coverageByFile, type Ratio, ratioOf } from '../../src/report/coverage.js';
import { savedRuns } from '../../src/report/tests.js';
import { gcovCoverage, type Input } from './gcov.js';
import { nativeGcc } from './native.js';

/**
 * gcov's opinion on the same inputs: every test nearmiss wrote is run natively, and the lines of the file that
 * ran, and those there are, must be the same. Needs a gcc that makes 32-bit programs, and gcov; skipped elsewhere.
 */
export const hasGcov = nativeGcc !== undefined && spawnSync('gcov', ['--version']).status === 0;

/** What gcc sees otherwise, by file: docs/output-formats.md says why. */
const knownLines: Readonly<Record<string, readonly number[]>> = {
  // Conditions that gcc's front end knows to be false: neither they nor what they guard is code.
  'control-infeasible.c': [17, 18, 21, 22],
  // A label right behind a nested switch is lost in gcc's own label for that switch's end.
  'control-switch-nested.c': [23],
};

/**
 * Pointers inside structs are more than the driver can write down; limit-* are about not ending; gcc knows no integers
 * of 128 or 17 bits where pointers have 32.
 */
export const isDriven = (name: string): boolean =>
  !/\/|^(limit-|main-|socket-|input-(depth|mixed)|fuzz-start|data-wide-integers)/.test(name);

const zero = (): { covered: number; total: number } => ({ covered: 0, total: 0 });
const sums = { ours: { lines: zero(), branches: zero() }, gcov: { lines: zero(), branches: zero() } };
function add(sum: { covered: number; total: number }, { covered, total }: Ratio): void {
  sum.covered += covered;
  sum.total += total;
}
const percent = ({ covered, total }: Ratio): number => (100 * covered) / total;

export function compareWithGcov(file: string, exploration: Exploration): void {
  const { plan } = exploration;
  if (plan.kind === 'main') return;
  const name = basename(file);
  const inputs = Array.from(savedRuns(exploration), ({ record }): Input => {
    const { input, layout } = record();
    return decodeInput(plan, input, layout);
  });
  const ours = coverageByFile(exploration.coverage, exploration.coveredByTests).find(
    (each) => basename(each.file) === name,
  );
  if (!ours) throw new Error(`no coverage of ${name}`);
  const entry = plan.kind === 'fuzz' ? 'LLVMFuzzerTestOneInput' : plan.function;
  const functions = new Set(ours.functions.map((each) => each.name));
  const theirs = gcovCoverage(file, entry, inputs, (each) => functions.has(each));
  const isCompared = (line: number): boolean => !knownLines[name]?.includes(line);
  const ourLines = ours.lines.map(({ line, covered }): [number, boolean] => [line, covered]);
  const theirLines = [...theirs.lines].sort(([a], [b]) => a - b);
  expect(ourLines.filter(([line]) => isCompared(line))).toEqual(theirLines.filter(([line]) => isCompared(line)));
  add(sums.ours.lines, ratioOf(ourLines.map(([, covered]) => covered)));
  add(sums.gcov.lines, ratioOf(theirLines.map(([, covered]) => covered)));
  add(sums.ours.branches, ratioOf(ours.branches.flatMap(({ arms }) => arms)));
  add(sums.gcov.branches, ratioOf([...theirs.branches.values()].flat()));
}

/** After all of them, in the process that compared them. */
export function expectAlike(): void {
  if (process.env.NEARMISS_SHOW) console.log(JSON.stringify(sums));
  expect(sums.gcov.lines.total).toBeGreaterThan(200);
  expect(Math.abs(percent(sums.ours.lines) - percent(sums.gcov.lines))).toBeLessThan(1);
  expect(Math.abs(percent(sums.ours.branches) - percent(sums.gcov.branches))).toBeLessThan(1);
  expect(Math.abs(sums.ours.lines.total / sums.gcov.lines.total - 1)).toBeLessThan(0.01);
}
