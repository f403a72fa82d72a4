import { expect, test } from 'vitest';
import type { TaintRun } from '../../src/modes/taint.js';
import { colorsFor } from '../../src/report/colors.js';
import { formatTaint, formatTaintSarif, summarizeTaint } from '../../src/report/taint-report.js';
import type { Flow, Source } from '../../src/static/taint/flows.js';
import type { SinkKind } from '../../src/static/taint/models.js';
import { foldByFile, rankFlows } from '../../src/static/taint/ranking.js';

const place = (file: string, line: number, owner = `${file}:f`) => ({ function: owner, file, line, column: 3 });
const sourceAt = (line: number): Source => ({ name: 'fread', at: place('read.c', line), inputs: [], bytes: 0 });

function flow(kind: SinkKind, file: string, line: number, more: Partial<Flow> = {}): Flow {
  const source = more.source ?? sourceAt(1);
  const first = { at: source.at, text: 'comes from fread', before: undefined, length: 1 };
  const at = more.at ?? place(file, line);
  const last = { at, text: 'used here', before: first, length: 2 };
  return { kind, sink: 'malloc', source, at, last, comparisons: [], isGuarded: false, ...more };
}

const told = (flows: readonly Flow[]) => flows.map(({ kind, at }) => `${kind} ${at.file}:${at.line}`);

test('formats and commands come first, then sizes and divisors, indices last; guarded after unguarded', () => {
  const flows = [
    flow('array-index', 'a.c', 1),
    flow('allocation-size', 'a.c', 2, { isGuarded: true }),
    flow('divisor', 'a.c', 3),
    flow('command', 'b.c', 4, { isGuarded: true }),
    flow('copy-length', 'a.c', 5),
    flow('format', 'a.c', 6),
    flow('allocation-size', 'a.c', 7),
  ];
  expect(told(rankFlows(flows))).toEqual([
    'format a.c:6',
    'command b.c:4',
    'divisor a.c:3',
    'copy-length a.c:5',
    'allocation-size a.c:7',
    'allocation-size a.c:2',
    'array-index a.c:1',
  ]);
  expect(told(rankFlows(flows.toReversed()))).toEqual(told(rankFlows(flows)));
});

test('one line and kind is one flow, with its other sources; the unguarded way is the one that is told', () => {
  const [only, ...rest] = rankFlows([
    flow('divisor', 'a.c', 3, { isGuarded: true }),
    flow('divisor', 'a.c', 3, { source: sourceAt(2) }),
    flow('divisor', 'a.c', 3, { source: sourceAt(9) }),
  ]);
  expect(rest).toEqual([]);
  expect([only!.source.at.line, only!.isGuarded, only!.otherSources.map(({ at }) => at.line)]).toEqual([
    2,
    false,
    [9, 1],
  ]);
});

test('allocations through one function stay apart by what they lead to', () => {
  const to = (line: number) => flow('allocation-size', 'a.c', 3, { inner: place('x.c', line) });
  expect(rankFlows([to(1), to(2)]).map(({ inner }) => inner?.line)).toEqual([1, 2]);
});

test('one source in one file is told once, with every line; the report for verify keeps sizes by line', () => {
  const flows = rankFlows([
    flow('allocation-size', 'a.c', 3),
    flow('allocation-size', 'a.c', 8),
    flow('allocation-size', 'b.c', 1),
    flow('allocation-size', 'a.c', 9, { isGuarded: true }),
    ...[4, 5, 6].map((line) => flow('array-index', 'a.c', line)),
    flow('array-index', 'a.c', 20, { at: place('a.c', 20, 'another') }),
  ]);
  expect(told(flows)).toEqual([
    'allocation-size a.c:3',
    'allocation-size a.c:8',
    'allocation-size b.c:1',
    'allocation-size a.c:9',
    'array-index a.c:4',
    'array-index a.c:20',
  ]);
  const folded = foldByFile(flows).map(({ at, otherPlaces }) => [at.line, ...otherPlaces.map(({ line }) => line)]);
  expect(folded).toEqual([[3, 8], [1], [9], [4, 5, 6, 20]]);
});

test('thousands of flows are a list that a person reads, and a small report', () => {
  const found = Array.from({ length: 6890 }, (_, i) =>
    flow('array-index', `f${i % 50}.c`, 10 + i, {
      source: sourceAt(i % 3),
      at: place(`f${i % 50}.c`, i, `g${i % 400}`),
    }),
  );
  found.push(flow('allocation-size', 'style.c', 636), flow('allocation-size', 'summary.c', 544));
  const run: TaintRun = {
    flows: rankFlows(found),
    found: found.length,
    ...{ functions: 400, sources: 3, isSettled: true, program: 'command', compileMs: 0, wallMs: 0 },
  };
  const summary = summarizeTaint(run);
  expect(summary.flows.slice(0, 2).map(({ file, line }) => `${file}:${line}`)).toEqual([
    'style.c:636',
    'summary.c:544',
  ]);
  const text = formatTaint(summary, colorsFor({}));
  expect(text.split('\n').length).toBeLessThan(130);
  expect(text).toMatch(/152 flows, which stand for 6892/);
  expect(text).toMatch(/^… and 112 more; --kinds/m);
  const sarif = formatTaintSarif(run);
  expect(sarif.length).toBeLessThan(2_000_000);
  const { results } = JSON.parse(sarif).runs[0];
  expect(results[0].rank).toBe(100);
  const lines = results.flatMap((one: { locations: unknown[]; relatedLocations?: unknown[] }) => [
    ...one.locations,
    ...(one.relatedLocations ?? []),
  ]);
  expect(lines.length).toBe(found.length);
});
