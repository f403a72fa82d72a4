import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { main } from '../../src/cli/main.js';
import { findNativeCompiler } from '../../src/native/compiler.js';
import { differences } from '../support/compare.js';
import { exploreByCommand } from '../support/engine.js';
import { parseExpectations } from '../support/expectations.js';

const folder = fileURLToPath(new URL('../programs/world/', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.c'));
const casesOf = (name: string) => parseExpectations(folder + name, readFileSync(folder + name, 'utf8'));

/** Typed on a command line: what is said when a search ends is no business of the search. */
async function typed(...words: string[]): Promise<{ code: number; out: string }> {
  let out = '';
  const code = await main(words, { stdout: { write: (text: string) => (out += text) }, stderr: { write: () => {} } });
  return { code, out };
}

/**
 * Each of these programs asks the world one thing and fails for one answer only: by default nothing is found, nothing is
 * claimed, and the flag is named that finds it.
 */
test.each(files)('%s', async (name) => {
  for (const program of casesOf(name)) {
    expect(differences(program, await exploreByCommand(program)), program.name).toEqual([]);
  }
});

test('there are sixty', () => expect(files.length).toBeGreaterThanOrEqual(60));

/** One of each way to fail; all of them were run so when they were written. */
const shownNatively = ['malloc-third', 'write-short', 'read-interrupted', 'fclose-fails', 'time-clock', 'pid-name'];

test.skipIf(!findNativeCompiler()).each(shownNatively)('%s fails natively too', async (name) => {
  const out = mkdtempSync(join(tmpdir(), 'nearmiss-world-'));
  try {
    const [, explored] = casesOf(`${name}.c`);
    await typed('explore', ...explored.command.slice(1), `${folder}${name}.c`, '--quiet', '--out', out);
    const { out: told } = await typed('replay', '--native', out);
    expect(told).toMatch(/ reproduced natively: /);
    expect(told).not.toContain('not reproduced natively');
  } finally {
    rmSync(out, { recursive: true });
  }
});

test('reach: unless malloc fails', async () => {
  const source = `${folder}malloc-abort.c`;
  const line =
    readFileSync(source, 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('BUG:bug')) + 1;
  const { out } = await typed('reach', source, '--to', `malloc-abort.c:${line}`, '--json', '--quiet');
  const { verdict, incomplete } = JSON.parse(out);
  expect(verdict).toBe('unknown');
  expect(incomplete[0].what).toMatch(/^unless malloc fails \(.*malloc-abort\.c:\d+ calls malloc\): --faults malloc$/);
});

test('nearmiss world: one line a fact, or JSON', async () => {
  const { out } = await typed('world');
  expect(out).toMatch(/^argv +input +argv is empty +--arg 8$/m);
  const rows: { fact: string; explore?: string }[] = JSON.parse((await typed('world', '--json')).out);
  expect(rows.find(({ fact }) => fact === 'malloc')?.explore).toBe('--faults malloc');
});

test('flags that name no fact', async () => {
  for (const words of [
    ['--faults', 'maloc'],
    ['--world', 'weather'],
    ['--fault-budget', '2'],
  ]) {
    expect((await typed('explore', `${folder}argv-count.c`, ...words)).code).toBe(2);
  }
});
