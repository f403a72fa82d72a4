import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { decodeInput } from '../../src/inputs/decode.js';
import { chooseCheckers } from '../../src/modes/choose-checkers.js';
import { type ExploreEvent, exploreSources } from '../../src/modes/explore.js';
import { predictTests } from '../../src/modes/predict.js';
import { reachSources } from '../../src/modes/reach.js';
import { replayTests } from '../../src/modes/replay.js';
import type { SavedTest } from '../../src/modes/saved-test.js';
import { taintSources } from '../../src/modes/taint.js';
import { verifyReport } from '../../src/modes/verify.js';
import { savedTest } from '../../src/report/saved-test.js';
import { savedRuns } from '../../src/report/tests.js';
import { parseReport } from '../../src/warnings/read-report.js';

/** Fails for 'k' alone, on its last line but one. */
const program = `#include <stdio.h>
int main(void) {
  int c = getchar();
  if (c < 'a') return 0;
  return 10 / (c - 'k');
}
`;
const failingLine = 5;

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-modes-'));
const home = process.cwd();
const checkers = chooseCheckers();
const options = { sources: ['divides.c'], checkers, jobs: 1 };

beforeAll(() => {
  process.chdir(folder);
  writeFileSync('divides.c', program);
  writeFileSync('test-b', 'b');
});

afterAll(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true });
});

afterEach(() => {
  // A mode gives its results to whoever asked for them; writing them is somebody else's decision.
  expect(readdirSync('.').sort()).toEqual(['divides.c', 'test-b']);
});

test('explore: every path, the bug with its input, and how to make the program again', async () => {
  const events: ExploreEvent['kind'][] = [];
  const found = await exploreSources({ ...options, onEvent: ({ kind }) => events.push(kind) });
  expect(found.tally.isEmpty).toBe(true);
  // What main returns makes no path: the input that fails takes the path of those that don't.
  const outcomes = Array.from({ length: found.tests.size }, (_, i) => found.tests.at(i).outcome);
  expect(outcomes).not.toContain('failed');
  const [bug, ...others] = found.bugs;
  expect(others).toEqual([]);
  expect(bug!.failure).toMatchObject({ checker: 'division-by-zero', place: { file: 'divides.c', line: failingLine } });
  expect(decodeInput(found.plan, bug!.record.input, bug!.record.layout)).toEqual({ stdin: 'k' });
  expect(found.recipe).toMatchObject({ sources: ['divides.c'] });
  expect(events).toContain('built');
});

test('explore: two chains of calls to one bug are one bug with both stacks, each of them replayed', async () => {
  const source = `#include <stdio.h>
static int share(int all, int parts) { return all / parts; }
static int half(int c) { return share(100, c - 'h'); }
static int deep(int c, int n) { return n > 0 ? deep(c, n - 1) : share(9, c - 'd'); }
int main(void) {
  int c = getchar(), d = getchar();
  if (c == 'x') return half(d) > 3;
  return deep(d, c & 3) > 3;
}
`;
  writeFileSync('divides.c', source);
  try {
    const { bugs } = await exploreSources({ ...options, stdin: { min: 2, max: 2 } });
    const calls = bugs.map(({ failure, stacks }) => [failure.stack, ...stacks].map((stack) => stack[1]).sort());
    expect(calls).toEqual([['deep divides.c:4', 'half divides.c:3']]);
  } finally {
    writeFileSync('divides.c', program);
  }
});

test('predict: what a test is worth, and the bug next to it', async () => {
  const { tests, bugs } = await predictTests({ ...options, tests: ['test-b'] });
  expect(tests).toMatchObject([{ name: 'test-b', verdict: 'near-miss' }]);
  expect(bugs).toMatchObject([{ failure: { place: { line: failingLine } }, passive: false, count: 1 }]);
  expect(tests[0]!.bugs).toEqual([bugs[0]!.key]);
});

test('reach: an input, or that there is none', async () => {
  const to = (when?: string) => ({ ...options, goal: { to: { place: `divides.c:${failingLine}`, when } } });
  const { program: built, result } = await reachSources(to());
  expect(result.verdict).toBe('reached');
  const { record } = result.reached!;
  const { stdin } = decodeInput(built.plan, record.input, record.layout);
  expect(String(stdin) >= 'a').toBe(true);
  expect((await reachSources(to('c < 97'))).result).toMatchObject({ verdict: 'infeasible', reached: undefined });
});

test('verify: a verdict for each warning, in their order', async () => {
  const warning = (line: number, file: string) => ({
    ruleId: 'some-rule',
    message: { text: 'a divisor may be zero' },
    locations: [{ physicalLocation: { artifactLocation: { uri: file }, region: { startLine: line } } }],
    properties: { tags: ['external/cwe/cwe-369'] },
  });
  const results = [warning(failingLine, 'divides.c'), warning(4, 'divides.c'), warning(5, 'elsewhere.c')];
  const log = { version: '2.1.0', runs: [{ tool: { driver: { name: 'analyser', rules: [] } }, results }] };
  const report = parseReport(JSON.stringify(log), 'report.sarif');
  const { warnings } = await verifyReport({ ...options, report });
  expect(warnings.map(({ verdict }) => verdict)).toEqual(['confirmed', 'infeasible', 'unknown']);
  expect(warnings[0]!.failing!.failure.place.line).toBe(failingLine);
  expect(warnings[2]!.reason).toMatch(/^elsewhere\.c is not a file of the program/);
});

test('taint: where data from outside may go', async () => {
  const { flows, isSettled } = await taintSources({ sources: options.sources });
  expect(isSettled).toBe(true);
  expect(flows.map(({ kind, at }) => [kind, at.line])).toEqual([['divisor', failingLine]]);
});

test('replay: did a test do again what it did', async () => {
  const exploration = await exploreSources(options);
  const saved = [...savedRuns(exploration)].map((run) => savedTest(run) as SavedTest);
  expect(saved.filter(({ failures }) => failures.length > 0).length).toBe(1);
  const replayed = await replayTests(saved.map((each) => ({ test: each })));
  expect(replayed.map(({ isAsRecorded }) => isAsRecorded)).not.toContain(false);
  const [lie] = await replayTests([{ test: { ...saved[0]!, exitCode: 77 } }]);
  expect(lie!.isAsRecorded).toBe(false);
});
