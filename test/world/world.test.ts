import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { main } from '../../src/cli/main.js';
import { findNativeCompiler } from '../../src/native/compiler.js';
import { nightly } from '../support/cases.js';
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
const asked = nightly(
  files,
  files.filter((_, i) => i % 7 === 0),
);

test.each(asked)('%s', async (name) => {
  for (const program of casesOf(name)) {
    expect(differences(program, await exploreByCommand(program)), program.name).toEqual([]);
  }
});

test('there are sixty', () => expect(files.length).toBeGreaterThanOrEqual(60));

/** Those with something to find, and a flag that finds it. */
const failing = files.filter((name) => casesOf(name).some(({ findings }) => findings.length > 0));
/** Why a native run can't show it; each was shown by hand, with a function of its own in the place of the machine's. */
const notNatively: Readonly<Record<string, string>> = {
  'network-client.c': 'nobody is at the other end',
  'network-server.c': 'nobody is at the other end',
  'socket-fails.c': 'programs with a network are not run natively',
  'random-device.c': "the device is the machine's own",
  'file-folder.c': "the file is not in a folder of the test's own",
  'time-far.c': 'the time of 32-bit programs ends before',
};
/** One of each way to fail; the nightly run asks all. */
const someFailing = ['malloc-third.c', 'write-short.c', 'read-interrupted.c', 'fclose-fails.c', 'time-clock.c'];
const shownNatively = nightly(
  failing.filter((name) => !(name in notNatively)),
  someFailing,
);

test.skipIf(!findNativeCompiler()).each(shownNatively)('%s fails natively too', async (name) => {
  const out = mkdtempSync(join(tmpdir(), 'nearmiss-world-'));
  try {
    const found = casesOf(name).find(({ findings }) => findings.length > 0)!;
    await typed('explore', ...found.command.slice(1), `${folder}${name}`, '--quiet', '--out', out);
    const { out: told } = await typed('replay', '--native', out);
    expect(told).toMatch(/ reproduced natively: /);
    expect(told).not.toContain('not reproduced natively');
  } finally {
    rmSync(out, { recursive: true });
  }
});

/** Six allocations, two of them unchecked. */
test('--faults malloc finds both, and nothing else; natively the same', async () => {
  const source = fileURLToPath(new URL('./faults/ledger.c', import.meta.url));
  const lines = readFileSync(source, 'utf8').split('\n');
  const marked = lines.flatMap((text, i) => (text.includes('/* BUG:') ? [i + 1] : []));
  const out = mkdtempSync(join(tmpdir(), 'nearmiss-world-'));
  try {
    const flags = ['--stdin', '0..4', '--faults', 'malloc', '--json', '--quiet', '--out', out];
    const summary = JSON.parse((await typed('explore', source, ...flags)).out);
    expect(summary.complete).toBe(true);
    const found: { line: number; message: string }[] = summary.findings;
    expect(found.map(({ line }) => line)).toEqual(marked);
    expect(found.map(({ message }) => message)).toEqual([
      expect.stringContaining('when the 1st strdup fails'),
      expect.stringContaining('when the 3rd malloc fails'),
    ]);
    if (!findNativeCompiler()) return;
    const { out: told } = await typed('replay', '--native', out);
    expect(told.match(/ reproduced natively: /g)?.length).toBeGreaterThanOrEqual(2);
    expect(told).not.toMatch(/not reproduced natively|differs natively/);
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
