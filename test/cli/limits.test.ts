import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../../src/cli/main.js';
import type { Summary } from '../../src/index.js';
import * as library from '../../src/index.js';
import { calculator } from './real-process.js';

/** Each limit on a program with more paths than anybody waits for: it ends, says why, and keeps what there is. */
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-limits-'));
afterAll(() => rmSync(folder, { recursive: true }));

const endless = [calculator, '--entry', 'calc', '--len', 's=14', '--jobs', '1'];

const few = [calculator, '--entry', 'calc', '--len', 's=5', '--jobs', '1'];

async function explore(
  words: readonly string[],
): Promise<Summary & { readonly code: number; readonly files: number; readonly out: string }> {
  const out = mkdtempSync(join(folder, 'out-'));
  let said = '';
  let err = '';
  const code = await main(['explore', ...words, '--quiet', '--json', '--out', out], {
    stdout: { write: (text) => (said += text) },
    stderr: { write: (text) => (err += text) },
  });
  expect(err).toBe('');
  const summary = JSON.parse(said) as Summary;
  const files = [...library.tests(out)].length;
  expect(files).toBe(summary.tests);
  expect(summary.complete).toBe(summary.incomplete.length === 0);
  return { ...summary, code, files, out };
}

beforeAll(() => explore([...endless, '--max-runs', '1']));

test('--time: after so long, and not much longer', async () => {
  const { incomplete, stats, paths } = await explore([...endless, '--time', '1s']);
  expect(incomplete).toContainEqual({ reason: 'time-limit', count: 1 });
  expect(paths).toBeGreaterThan(0);
  // A tenth of the time may be left for what is done with the findings.
  expect(stats.wallMs).toBeGreaterThanOrEqual(900);
  expect(stats.wallMs).toBeLessThan(20_000);
});

test('--time: where a replay takes long, what was found is confirmed within it', async () => {
  const file = join(folder, 'slow.c');
  writeFileSync(
    file,
    `int table[8];
static unsigned grind(unsigned n) { unsigned h = 1; for (unsigned i = 0; i < n; i++) h = h * 31 + i; return h; }
int slow(const char *s) {
  int r = (int)(grind(1000000) & 1);
  for (int i = 0; i < 6; i++) {
    if (s[i] == 'a') r += table[s[i + 1]];
    if (s[i] == 'b') r += 10 / (s[i + 1] - '0');
    if (s[i] == 'c') r += 10 % (s[i + 1] - 'x');
    if (s[i] == 'e') table[s[i + 1] - 'A'] = 3;
    if (s[i] == 'f') r += 1 << s[i + 1];
  }
  return r;
}`,
  );
  const { incomplete, findings, stats } = await explore([file, '--entry', 'slow', '--jobs', '1', '--time', '2s']);
  expect(incomplete).toContainEqual({ reason: 'time-limit', count: 1 });
  expect(findings.length).toBeGreaterThan(0);
  expect(findings.every(({ confirmed }) => confirmed)).toBe(true);
  // Half a minute once: every bug was replayed, and its input made plain, after the time was up.
  expect(stats.wallMs).toBeLessThan(8_000);
});

test('a loop that only counts is not watched for ever', async () => {
  const file = join(folder, 'counts.c');
  // Each turn is a state of its own: no proof, however long somebody looks (28 s for all of this fuel).
  writeFileSync(
    file,
    'int f(int x) { unsigned i = 0, n = 0; if (x == 3) while (i < 2) { i ^= 1; n++; } return (int)n; }',
  );
  const { incomplete, stats, out } = await explore([file, '--entry', 'f', '--jobs', '1', '--fuel', '50000000']);
  expect(incomplete.map(({ reason }) => reason)).toEqual(['hang']);
  // A person can look at one that does not end.
  expect(incomplete[0].input).toEqual({ x: 3 });
  const { test: saved } = incomplete[0];
  let said = '';
  const replay = ['replay', join(out, saved!), '--fuel', '300000'];
  const terminal = { stdout: { write: (text: string) => (said += text) }, stderr: { write: () => true } };
  expect(await main(replay, terminal)).toBe(0);
  expect(said).toContain(`out of fuel at ${file}:1\n`);
  expect(stats.execMs).toBeLessThan(10_000);
});

test('--max-tests: so many and one path more at most', async () => {
  const { incomplete, tests, findings } = await explore([...endless, '--max-tests', '20']);
  expect(incomplete).toContainEqual({ reason: 'run-limit', count: 1 });
  expect(tests).toBeGreaterThanOrEqual(20);
  expect(tests).toBeLessThanOrEqual(20 + findings.length);
});

test('--max-runs: so many, replays apart', async () => {
  const { incomplete, paths } = await explore([...endless, '--max-runs', '30']);
  expect(incomplete).toContainEqual({ reason: 'run-limit', count: 1 });
  expect(paths).toBeLessThanOrEqual(30);
});

test('--stop-on-first: one finding, exit code 1', async () => {
  const { incomplete, findings, code } = await explore([...few, '--stop-on-first']);
  expect(findings.length).toBeGreaterThan(0);
  expect(incomplete.map(({ reason }) => reason)).toEqual(['interrupted']);
  expect(code).toBe(1);
});

test('memory: stops above it, with what there is', async () => {
  // This process has more than that already: it stops as soon as anybody looks, which may be before the first test.
  const { incomplete } = await library.explore({
    sources: [calculator],
    entry: 'calc',
    len: { s: 14 },
    jobs: 1,
    memory: 10 * 2 ** 20,
  });
  expect(incomplete).toContainEqual({ reason: 'memory-limit', count: 1 });
});

test('--fuel: the same loop ends or does not', async () => {
  const source = join(folder, 'turns.c');
  writeFileSync(
    source,
    'int f(unsigned char x) { int n = 0; for (int i = 0; i < x * 100; i++) n += i; return n > 7; }\n',
  );
  const words = [source, '--entry', 'f', '--max-runs', '40', '--checkers', 'none'];
  expect((await explore([...words, '--fuel', '100000'])).incomplete.map(({ reason }) => reason)).not.toContain('hang');
  expect((await explore([...words, '--fuel', '50'])).incomplete.map(({ reason }) => reason)).toContain('hang');
});
