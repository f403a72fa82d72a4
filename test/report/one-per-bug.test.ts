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

test('what an input meets behind another failure belongs to it', { timeout: 60_000 }, () => {
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
  return exploreLines('after', lines, (summary, out) => {
    const lineOf = (wanted?: string) => summary.findings.find(({ id }) => id === wanted)?.line;
    const told = summary.findings.map(({ line, checker, after }) => [line, checker, lineOf(after)]);
    expect(told).toEqual([
      [2, 'use-after-free', 7],
      [4, 'division-by-zero', undefined],
      [7, 'use-after-free', undefined],
    ]);
    const text = formatSummary(summary, { colors: colorsFor({ isTTY: false }, {}), out: undefined });
    const said = [...text.matchAll(/after\.c:(\d+):\d+: (\w+): (belongs to it)?/g)].map((match) => match.slice(1));
    expect(said).toEqual([
      ['4', 'error', undefined],
      ['7', 'error', undefined],
      ['2', 'note', 'belongs to it'],
    ]);
    expect(text).toMatch(/^2 findings, and 1 that belongs to them; /m);
    const [, , last] = JSON.parse(readFileSync(join(out, 'findings.sarif'), 'utf8')).runs[0].results;
    expect([last.level, last.relatedLocations[0].physicalLocation.region.startLine]).toEqual(['note', 7]);
  });
});

test('a bug that also happens by itself belongs to no other', { timeout: 60_000 }, () => {
  const lines = [
    'static int cells[4];',
    'int alone(unsigned char i, unsigned char n) {',
    '  if (i < 200) cells[4 + (i & 1)] = 1;',
    '  return 7 / n;',
    '}',
  ];
  return exploreLines('alone', lines, ({ findings }) => {
    expect(findings.map(({ line, after, input }) => [line, after, input])).toEqual([
      [3, undefined, { i: 0, n: expect.anything() }],
      [4, undefined, { i: 200, n: 0 }],
    ]);
  });
});

test('one array that is left is one bug, whatever happens then', { timeout: 120_000 }, async () => {
  const lines = [
    'struct terminal { int params[3]; int count; int row, column; };',
    'static char screen[8][8];',
    'static void parse(struct terminal *t, const char *s) {',
    '  for (; *s; s++) {',
    "    if (*s == ';')",
    '      t->count++;',
    "    else if (*s == '-')",
    '      t->params[t->count] = -1;',
    "    else if (*s == '.')",
    '      t->params[t->count] = 0;',
    '    else',
    "      t->params[t->count] = *s - '0';",
    '  }',
    '}',
    'int sequence(const char *s) {',
    '  struct terminal t = {{0}, 0, 0, 0};',
    '  parse(&t, s);',
    "  screen[t.row][t.column] = 'x';",
    '  return t.params[0];',
    '}',
  ];
  const len = new Map([['s', 5]]);
  await exploreLines(
    'sequence',
    lines,
    ({ findings }) => {
      expect(findings.length).toBeGreaterThanOrEqual(6);
      expect(findings.filter(({ after }) => after === undefined).map(({ message }) => message)).toEqual([
        expect.stringMatching(/^index 3 is outside t->params\[3\]/),
      ]);
    },
    { len },
  );
});

test('what a line reads and what it writes are two, but not of one operator', { timeout: 60_000 }, () => {
  const lines = [
    'static int from[4], to[4];',
    'int copied(unsigned char i, unsigned char j) {',
    '  to[j & 7] = from[i & 7];',
    '  return ++to[i & 7];',
    '}',
  ];
  return exploreLines('copied', lines, ({ findings }) => {
    expect(findings.map(({ line, message }) => [line, /read|write/.exec(message)?.[0]]).sort()).toEqual([
      [3, 'read'],
      [3, 'write'],
      [4, 'read'],
    ]);
    expect(new Set(findings.map(({ id }) => id)).size).toBe(3);
  });
});

/** Explores the function of a program that is written for it, which is named after it. */
async function exploreLines(
  entry: string,
  lines: readonly string[],
  look: (summary: Summary, out: string) => void,
  options: Partial<Parameters<typeof explore>[0]> = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), `nearmiss-${entry}-`));
  try {
    const source = join(folder, `${entry}.c`);
    const out = join(folder, 'out');
    writeFileSync(source, lines.join('\n'));
    look(await explore({ ...options, sources: [source], entry, out }), out);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Step {
  readonly location: { readonly physicalLocation: { readonly region: { readonly startLine: number } } };
}
