import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tests } from '../../src/index.js';
import { calculator, sleep, startNearmiss } from './real-process.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-interrupt-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** More paths than anybody waits for, with two bugs among the first. */
const endless = ['explore', calculator, '--entry', 'calc', '--len', 's=14', '--quiet'];

/** A search is under way once there is something to go on from. */
async function underWay(out: string): Promise<void> {
  const journal = join(out, '.nearmiss', 'explore.journal');
  for (let waited = 0; waited < 60_000; waited += 50) {
    if ((statSync(journal, { throwIfNoEntry: false })?.size ?? 0) > 100_000) return;
    await sleep(50);
  }
  throw new Error('the search never began');
}

beforeAll(async () => {
  const { code } = await startNearmiss([...endless, '--max-runs', '10', '--out', join(folder, 'compiled')]).ended;
  expect(code).toBeLessThan(2);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s: what was found is written and told, exit code by findings',
  async (signal) => {
    const out = join(folder, signal);
    const { process, ended } = startNearmiss([...endless, '--json', '--out', out]);
    await underWay(out);
    process.kill(signal);
    const { code, out: said, err } = await ended;
    expect(err).toBe('');
    const summary = JSON.parse(said);
    expect(summary.incomplete).toContainEqual({ reason: 'interrupted', count: 1 });
    expect(summary.complete).toBe(false);
    expect(code).toBe(summary.findings.length > 0 ? 1 : 0);
    expect(JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'))).toEqual(summary);
    expect(summary.tests).toBeGreaterThan(100);
    expect([...tests(out)]).toHaveLength(summary.tests);
  },
);

test('a second Ctrl-C ends at once, and says how to go on', async () => {
  const out = join(folder, 'twice');
  const { process, ended } = startNearmiss([...endless, '--out', out]);
  await underWay(out);
  process.kill('SIGINT');
  // Until it hears the second: on a busy machine it may be about to end by itself.
  const again = setInterval(() => process.kill('SIGINT'), 1);
  const result = await ended;
  clearInterval(again);
  expect(result).toMatchObject({
    code: 130,
    out: '',
    err: 'nearmiss: stopped before the results were written; the same command with --resume goes on from here and writes them.\n',
  });
});

test('Ctrl-C before anything ran is a sentence', async () => {
  const { process, ended } = startNearmiss([...endless, '--out', join(folder, 'early')]);
  await sleep(900);
  process.kill('SIGINT');
  const { code, err } = await ended;
  // Where the machine was quick it had begun: then there is a summary.
  if (code === 2) expect(err).toBe('nearmiss: interrupted before anything was explored.\n');
  else expect(err).toBe('');
});
