import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { dropLock, takeLock } from '../../src/report/run-lock.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const module = fileURLToPath(new URL('../../src/report/run-lock.ts', import.meta.url));

/** Of a process that ended long ago. */
const stale = '999999999 1\n';

/**
 * Takes a lock again and again, by a fresh module each turn as a process does not take a lock from itself. While it has it, nobody else may: a second file that must be new each time tells.
 */
const contender = `
  import { closeSync, openSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
  const [lock, witness] = process.argv.slice(-2);
  let taken = 0;
  for (let i = 0; i < 40; i++) {
    let holder;
    try { holder = (await import(${JSON.stringify(pathToFileURL(module).href)} + '?' + i)).takeLock(lock); } catch (error) { console.log('error', error.code); continue; }
    if (holder !== undefined) continue;
    taken++;
    try { closeSync(openSync(witness, 'wx')); } catch { console.log('both'); process.exit(3); }
    const until = Date.now() + 3;
    while (Date.now() < until);
    unlinkSync(witness);
    // Not dropped but left as a dead process leaves it: the next one has to take it over.
    writeFileSync(witness + process.pid, ${JSON.stringify(stale)});
    renameSync(witness + process.pid, lock);
  }
  console.log('taken', taken);
`;

test('a stale lock that several processes see at once goes to one of them', async () => {
  const lock = join(folder, 'lock');
  writeFileSync(lock, stale);
  const script = join(folder, 'contender.mts');
  writeFileSync(script, contender);
  const run = () =>
    new Promise<{ code: number | null; said: string }>((resolve) => {
      const child = spawn(process.execPath, ['--import', tsx, script, lock, join(folder, 'witness')]);
      let said = '';
      child.stdout.on('data', (text) => (said += text));
      child.stderr.on('data', (text) => (said += text));
      child.on('close', (code) => resolve({ code, said }));
    });
  const ends = await Promise.all([run(), run(), run()]);
  for (const { code, said } of ends)
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringMatching(/^taken \d+\n$/) });
  expect(ends.reduce((sum, { said }) => sum + Number(said.split(' ')[1]), 0)).toBeGreaterThan(3);
  expect(readdirSync(folder).filter((name) => name.includes('claim'))).toEqual([]);
}, 60_000);

test('claims left by the dead are in nobody’s way', () => {
  const path = join(folder, 'dead', 'lock');
  mkdirSync(join(folder, 'dead'));
  writeFileSync(`${path}.claim-999999999-00`, stale);
  writeFileSync(`${path}.claim-999999998-00`, '');
  expect(takeLock(path)).toBeUndefined();
  expect(takeLock(path)).toBe(process.pid);
  expect(readdirSync(join(folder, 'dead'))).toEqual(['lock']);
  dropLock(path);
  expect(readdirSync(join(folder, 'dead'))).toEqual([]);
});
