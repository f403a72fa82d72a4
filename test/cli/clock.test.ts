import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { commandOf } from '../support/modules.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-clock-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** All of a run's JSON but its times, with a clock that goes so many times as fast: as on a machine as much slower. */
function everything(words: readonly string[], speed: number): object {
  const clock = join(folder, 'clock.mjs');
  writeFileSync(clock, `const real = performance.now.bind(performance); performance.now = () => ${speed} * real();`);
  const [node, main] = commandOf('cli/main');
  const { stdout, stderr } = spawnSync(
    node,
    [main, ...words, '--jobs', '1', '--json', '--stats', '--out', join(folder, 'out')],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: `--import ${pathToFileURL(clock).href}` } },
  );
  expect(stderr).not.toContain('internal error');
  return JSON.parse(stdout, (name, value) => (/Ms$|^ms$/.test(name) ? 0 : value));
}

test('a complete run with one worker is the same whatever the clock says, --stats included', () => {
  const wide = fileURLToPath(new URL('../programs/libc-wide.c', import.meta.url));
  const words = ['explore', wide, '--entry', 'characters', '--len', 's=5'];
  const idle = everything(words, 1);
  expect(idle).toMatchObject({ complete: true, stats: { runs: 136, queries: 1209 } });
  // SAT is asked some questions that take 20 ms: on a clock as fast as this a first try of 250 ms would be over.
  expect(everything(words, 15)).toEqual(idle);
  expect(everything(words, 5)).toEqual(idle);
});

test('what is tried beside a search is the same too', () => {
  const lines = fileURLToPath(new URL('../programs/lines-counted.c', import.meta.url));
  const words = ['explore', lines, '--stdin', '12'];
  const idle = everything(words, 1) as { stats: { besideQueries: number } };
  expect(idle).toMatchObject({ complete: true });
  expect(idle.stats.besideQueries).toBeGreaterThan(100);
  expect(everything(words, 15)).toEqual(idle);
});
