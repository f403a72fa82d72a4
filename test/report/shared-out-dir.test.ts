import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { OutDir } from '../../src/report/out-dir.js';
import type { Output } from '../../src/report/output.js';
import { replaceResults } from '../../src/report/replace-results.js';
import { writeOutput } from '../../src/report/write-output.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-shared-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** All that stands in a folder, but for what is for us alone. */
function listed(out: string): string[] {
  return readdirSync(out, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(out.length + 1))
    .filter((path) => !path.startsWith('.nearmiss'))
    .sort();
}

const textOf = (out: string, path: string): string => readFileSync(join(out, path), 'utf8');

/** A command that leaves these files, each with the command's name in it. */
const leave = (out: string, command: string, paths: readonly string[]): Promise<void> =>
  replaceResults(out, command, async (fresh) => {
    for (const path of paths) {
      mkdirSync(join(fresh, path, '..'), { recursive: true });
      writeFileSync(join(fresh, path), command);
    }
  });

test('commands that share a folder keep each other’s results, in whatever order they come', async () => {
  const out = join(folder, 'shared');
  await leave(out, 'explore', ['tests/a.json', 'tests/b.json', 'findings.sarif', 'summary.json']);
  await leave(out, 'taint', ['taint.sarif', 'summary.json']);
  expect(listed(out)).toEqual([
    ...['explore.summary.json', 'findings.sarif', 'summary.json', 'taint.sarif', 'tests/a.json', 'tests/b.json'],
  ]);
  expect([textOf(out, 'summary.json'), textOf(out, 'explore.summary.json')]).toEqual(['taint', 'explore']);
  await leave(out, 'verify', ['tests/b.json', 'tests/c.json', 'verified.sarif', 'summary.json']);
  // Again, with other tests: those of its own that are no more go, one that verify has too stays.
  await leave(out, 'explore', ['tests/d.json', 'findings.sarif', 'summary.json']);
  expect(listed(out)).toEqual([
    ...['findings.sarif', 'summary.json', 'taint.sarif', 'taint.summary.json'],
    ...['tests/b.json', 'tests/c.json', 'tests/d.json', 'verified.sarif', 'verify.summary.json'],
  ]);
  expect(textOf(out, 'summary.json')).toBe('explore');
  await leave(out, 'verify', ['summary.json']);
  await leave(out, 'taint', ['summary.json']);
  expect(listed(out)).toEqual([
    ...['explore.summary.json', 'findings.sarif', 'summary.json', 'tests/d.json', 'verify.summary.json'],
  ]);
});

test('files of the user’s own stay where they are, among ours too', async () => {
  const out = join(folder, 'mixed');
  await leave(out, 'explore', ['tests/a.json', 'summary.json']);
  writeFileSync(join(out, 'tests', 'README'), 'mine');
  writeFileSync(join(out, 'notes.md'), 'mine');
  OutDir.open(out, 'explore').close(false);
  await leave(out, 'explore', ['tests/b.json', 'summary.json']);
  expect(listed(out)).toEqual(['notes.md', 'summary.json', 'tests/README', 'tests/b.json']);
});

test('a summary.json makes no folder ours', () => {
  const out = join(folder, 'theirs');
  mkdirSync(join(out, 'tests'), { recursive: true });
  writeFileSync(join(out, 'tests', 'README'), 'mine');
  for (const summary of ['{}', '{"command":"build"}', 'no JSON', '{"command":"explore"}']) {
    writeFileSync(join(out, 'summary.json'), summary);
    expect(() => OutDir.open(out, 'explore')).toThrow(/tests was not made by nearmiss and would be replaced/);
  }
  expect(listed(out)).toEqual(['summary.json', 'tests/README']);
  rmSync(join(out, 'tests'), { recursive: true });
  expect(() => OutDir.open(out, 'explore')).toThrow(/summary\.json was not made by nearmiss/);
});

test('nor does our folder make a file ours that a user put there', async () => {
  const out = join(folder, 'added');
  await leave(out, 'explore', ['tests/a.json', 'summary.json']);
  writeFileSync(join(out, 'coverage.info'), 'mine');
  expect(() => OutDir.open(out, 'explore')).toThrow(/coverage\.info was not made by nearmiss/);
});

test('an out-dir of an older version is gone on with: its files by their names, others stay', async () => {
  const out = join(folder, 'older');
  for (const name of ['tests', 'corpus', 'findings']) mkdirSync(join(out, name), { recursive: true });
  const ours = ['tests/0123456789ab.json', 'corpus/0123456789ab', 'findings/abort-0123abcd.json', 'coverage.info'];
  const theirs = ['tests/README', 'tests/mine.json', 'corpus/seed', 'findings/notes.json'];
  for (const path of [...ours, ...theirs]) writeFileSync(join(out, path), 'old');
  writeFileSync(join(out, 'summary.json'), JSON.stringify({ command: 'explore', stats: {} }));
  mkdirSync(join(out, '.nearmiss'));
  writeFileSync(join(out, '.nearmiss', 'journal'), 'to go on from');
  const copy = join(folder, 'older-copy');
  cpSync(out, copy, { recursive: true });

  const dir = OutDir.open(out, 'explore');
  expect(readFileSync(dir.journal, 'utf8')).toBe('to go on from');
  await leave(out, 'explore', ['tests/cdef01234567.json', 'summary.json']);
  dir.close(false);
  expect(listed(out)).toEqual(['summary.json', 'tests/cdef01234567.json', ...theirs].sort());

  const other = OutDir.open(copy, 'taint');
  await leave(copy, 'taint', ['taint.sarif', 'summary.json']);
  other.close(false);
  expect(listed(copy)).toEqual(['explore.summary.json', 'summary.json', 'taint.sarif', ...ours, ...theirs].sort());
  expect(existsSync(join(copy, '.nearmiss', 'journal'))).toBe(true);
});

test('a command that keeps no journal leaves that of another', async () => {
  const out = join(folder, 'journals');
  const first = OutDir.open(out, 'explore');
  writeFileSync(first.journal, 'half done');
  first.close(true);
  const second = OutDir.open(out, 'taint');
  await leave(out, 'taint', ['summary.json']);
  second.close(false);
  expect(readFileSync(first.journal, 'utf8')).toBe('half done');
});

test('ended at any step while results are put in place, nothing of another command is lost', async () => {
  const first: Output = { summary: { command: 'explore' }, tests: [] };
  for (const crash of ['before', 'behind'] as const) {
    const out = join(folder, `crash-${crash}`);
    await writeOutput(out, first);
    const made = join(out, '.nearmiss', 'made');
    // What is on disk when a run of taint ends between its lists and its files, or between its files and its lists.
    writeFileSync(join(made, 'explore'), 'explore.summary.json\nsummary.json\n');
    writeFileSync(join(made, 'taint'), 'summary.json\n');
    if (crash === 'behind') {
      cpSync(join(out, 'summary.json'), join(out, 'explore.summary.json'));
      writeFileSync(join(out, 'summary.json'), 'taint, before');
    }
    await leave(out, 'taint', ['summary.json']);
    expect(JSON.parse(textOf(out, 'explore.summary.json'))).toEqual({ command: 'explore' });
    expect(textOf(out, 'summary.json')).toBe('taint');
    expect(readFileSync(join(made, 'explore'), 'utf8')).toBe('explore.summary.json\n');
  }
});
