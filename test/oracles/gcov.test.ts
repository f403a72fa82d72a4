import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { decodeInput } from '../../src/inputs/decode.js';
import { coverageByFile, type Ratio, ratioOf } from '../../src/report/coverage.js';
import { testsOf } from '../../src/report/tests.js';
import { parseExpectations } from '../support/expectations.js';
import { gcovCoverage, type Input } from '../support/gcov.js';
import { nativeGcc } from '../support/native.js';
import { exploreHere, openOptions, openProgram } from '../support/opened.js';

/**
 * gcov's opinion on the same inputs: every test nearmiss wrote is run natively, and the lines of the file that
 * ran, and those there are, must be the same. Needs a gcc that makes 32-bit programs, and gcov; skipped elsewhere.
 */
const hasGcov = nativeGcc !== undefined && spawnSync('gcov', ['--version']).status === 0;
const folder = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

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
const isDriven = (name: string): boolean =>
  name.endsWith('.c') && !/^(limit-|main-|socket-|input-(depth|mixed)|fuzz-start|data-wide-integers)/.test(name);

const programs = [
  ...readdirSync(folder('../programs/'))
    .filter(isDriven)
    .map((name) => folder(`../programs/${name}`)),
  folder('../../examples/dates.c'),
].sort();

function commandOf(file: string, source: string): readonly string[] {
  const shown = /nearmiss explore \S+ ?(.*)/.exec(source);
  if (file.includes('/examples/') && shown) return shown[1].split(' ').filter(Boolean);
  return parseExpectations(file, source)[0].command.slice(1);
}

const sums = { ours: { lines: zero(), branches: zero() }, gcov: { lines: zero(), branches: zero() } };
function zero(): { covered: number; total: number } {
  return { covered: 0, total: 0 };
}
function add(sum: { covered: number; total: number }, { covered, total }: Ratio): void {
  sum.covered += covered;
  sum.total += total;
}
const percent = ({ covered, total }: Ratio): number => (100 * covered) / total;

describe.skipIf(!hasGcov)('coverage is what gcov says on the same inputs', () => {
  test.each(programs.map((file) => [basename(file), file]))('%s', async (name, file) => {
    const opened = await openProgram(file, openOptions(commandOf(file, readFileSync(file, 'utf8'))));
    const exploration = exploreHere(opened);
    const { plan } = exploration;
    if (plan.kind === 'main') return;
    const inputs = testsOf(exploration).map(({ record }): Input => {
      const { input, layout } = record();
      return decodeInput(plan, input, layout);
    });
    const ours = coverageByFile(exploration.coverage, exploration.covered).find((each) => basename(each.file) === name);
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
  });

  test('over all of them, lines and branches are within 1 %', () => {
    expect(sums.gcov.lines.total).toBeGreaterThan(400);
    expect(Math.abs(percent(sums.ours.lines) - percent(sums.gcov.lines))).toBeLessThan(1);
    expect(Math.abs(percent(sums.ours.branches) - percent(sums.gcov.branches))).toBeLessThan(1);
    expect(Math.abs(sums.ours.lines.total / sums.gcov.lines.total - 1)).toBeLessThan(0.01);
  });

  afterAll(() => {
    if (process.env.NEARMISS_SHOW) console.log(JSON.stringify(sums));
  });
});
