import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { explore } from '../../src/index.js';
import { colorsFor } from '../../src/report/colors.js';
import { formatSummary } from '../../src/report/console.js';
import { formatSarif } from '../../src/report/sarif.js';
import type { Summary } from '../../src/report/summary.js';

test('a thousand failing paths that are three bugs are told as three', { timeout: 60_000 }, async () => {
  const source = fileURLToPath(new URL('../programs/checker-thousand-paths.c', import.meta.url));
  const summary = await explore({ sources: [source], entry: 'count' });
  expect(summary.paths).toBe(1024);
  expect(summary.findings.map(({ checker }) => checker)).toEqual(['division-by-zero', 'array-overflow', 'assertion']);
  const failures = summary.findings.reduce((sum, { count }) => sum + count, 0);
  expect(failures).toBeGreaterThanOrEqual(1000);
  const text = formatSummary(summary, { colors: colorsFor({ isTTY: false }, {}), out: undefined });
  expect(text.match(/: error: /g)).toHaveLength(3);
  expect(JSON.parse(formatSarif(summary)).runs[0].results).toHaveLength(3);
  // The fewest flags that do it, each one as low as can be.
  expect(summary.findings.map(({ input }) => input)).toEqual([{ flags: 0 }, { flags: 1 }, { flags: 3 }]);
});

test('the way to a failure ends there, though the run goes on', { timeout: 60_000 }, () => {
  const lines = [
    'int table[4];',
    'int way(unsigned char index, int other) {',
    '  int sum = 0;',
    '  if (index > 3)',
    '    sum = table[index];',
    '  if (other > 7)',
    '    sum++;',
    '  return sum;',
    '}',
  ];
  return exploreLines('way', lines, (_, out) => {
    const log = JSON.parse(readFileSync(join(out, 'findings.sarif'), 'utf8'));
    const [{ codeFlows }] = log.runs[0].results as { codeFlows: { threadFlows: { locations: Step[] }[] }[] }[];
    const way = codeFlows[0].threadFlows[0].locations.map((step) => step.location.physicalLocation.region.startLine);
    expect(way).toEqual([4, 5]);
  });
});

test('what an input meets behind another failure is told after it', { timeout: 60_000 }, () => {
  const lines = [
    '#include <stdlib.h>',
    'static int use(const int *p) { return *p; }',
    'int after(unsigned char n) {',
    '  if (n == 3) return 1 / (n - 3);',
    '  int *p = calloc(1, 4);',
    '  if (n == 7) free(p);',
    '  *p = 1;',
    '  int sum = use(p);',
    '  if (n != 7) free(p);',
    '  return sum;',
    '}',
  ];
  return exploreLines('after', lines, (summary) => {
    const lineOf = (wanted?: string) => summary.findings.find(({ id }) => id === wanted)?.line;
    const told = summary.findings.map(({ line, checker, after }) => [line, checker, lineOf(after)]);
    expect(told).toEqual([
      [2, 'use-after-free', 7],
      [4, 'division-by-zero', undefined],
      [7, 'use-after-free', undefined],
    ]);
    const text = formatSummary(summary, { colors: colorsFor({ isTTY: false }, {}), out: undefined });
    expect(text.match(/after\.c:\d+(?=:\d+: error)/g)).toEqual(['after.c:4', 'after.c:7', 'after.c:2']);
    expect(text).toMatch(/ {2}after: the use-after-free at .*after\.c:7, which happens first on this input\n/);
    expect(text).toMatch(/^3 findings \(1 of them after another failure\); /m);
  });
});

/** Explores the function of a program that is written for it, which is named after it. */
async function exploreLines(
  entry: string,
  lines: readonly string[],
  look: (summary: Summary, out: string) => void,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), `nearmiss-${entry}-`));
  try {
    const source = join(folder, `${entry}.c`);
    const out = join(folder, 'out');
    writeFileSync(source, lines.join('\n'));
    look(await explore({ sources: [source], entry, out }), out);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Step {
  readonly location: { readonly physicalLocation: { readonly region: { readonly startLine: number } } };
}
