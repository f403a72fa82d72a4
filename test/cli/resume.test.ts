import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize } from 'node:v8';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explore, tests, UserError } from '../../src/index.js';
import type { JournalEntry } from '../../src/search/journal/journal-entry.js';
import { rowWidth } from '../../src/search/results/records.js';
import { nightly } from '../support/cases.js';
import { calculator, sleep, startNearmiss } from './real-process.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-resume-'));
afterAll(() => rmSync(folder, { recursive: true }));

const command = ['explore', calculator, '--entry', 'calc', '--len', 's=4', '--quiet'];

/** All files of an out-dir by name, times and cache hits (a matter of which worker asked first) aside. */
function everything(out: string): Map<string, string> {
  const names = readdirSync(out, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => statSync(join(out, name)).isFile());
  return new Map(
    files.map((name) => [name, readFileSync(join(out, name), 'utf8').replace(/"(\w+Ms|cacheHits)": \d+/g, '"$1": …')]),
  );
}

let whole: Map<string, string>;
let wholeJournal = 0;
beforeAll(async () => {
  const out = join(folder, 'whole');
  const { process, ended } = startNearmiss([...command, '--out', out]);
  while (process.exitCode === null) {
    wholeJournal = Math.max(wholeJournal, sizeOf(join(out, '.nearmiss', 'explore.journal')));
    await sleep(2);
  }
  expect(await ended).toMatchObject({ code: 1, err: '' });
  whole = everything(out);
});

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** Paths that a journal has tests of. */
function pathsOf(journal: string): number {
  const bytes = existsSync(journal) ? readFileSync(journal) : Buffer.alloc(0);
  const paths = new Set<string>();
  for (let at = 0; at + 12 <= bytes.length; ) {
    const size = bytes.readUInt32LE(at);
    if (at + 12 + size > bytes.length) break;
    const { harvest } = deserialize(bytes.subarray(at + 12, at + 12 + size)) as Partial<JournalEntry>;
    const { count = 0, rows } = harvest?.records ?? {};
    for (let i = 0; i < count; i++) paths.add(`${rows![i * rowWidth]},${rows![i * rowWidth + 1]}`);
    at += 12 + size;
  }
  return paths.size;
}

const kills = nightly(20, 10);
/** The first of them come while it searches, about half of it in all; then it searches to its end and is killed writing. */
const killsSearching = nightly(14, 7);

test(`killed ${kills} times, each time going on from the last: as if nothing had happened`, async () => {
  const out = join(folder, 'killed');
  const packed = whole.get('tests.pack')!.length;
  let [searching, writing] = [0, 0];
  for (let round = 0; round < kills; round++) {
    const journal = join(out, '.nearmiss', 'explore.journal');
    const fresh = join(out, '.nearmiss', 'new', 'tests.pack');
    // Moments of work, not of the clock: most of that would be loading.
    const enough =
      round < killsSearching ? sizeOf(journal) + (wholeJournal / killsSearching) * Math.random() : Infinity;
    const written = packed * Math.random();
    const { process, ended } = startNearmiss([...command, '--jobs', String(1 + (round % 2)), '--out', out, '--resume']);
    while (process.exitCode === null) {
      if (existsSync(fresh) && sizeOf(fresh) >= written) {
        writing++;
        break;
      }
      if (sizeOf(journal) > enough) {
        searching++;
        break;
      }
      await sleep(1);
    }
    process.kill('SIGKILL');
    await ended;
    // What the journal says was found is there to be read.
    const found = pathsOf(journal);
    if (found > 0 && !existsSync(join(out, 'tests.pack'))) expect([...tests(out)].length).toBeGreaterThanOrEqual(found);
  }
  expect(await startNearmiss([...command, '--out', out, '--resume']).ended).toMatchObject({ code: 1, err: '' });
  // The same files, and in summary.json the same number of runs and queries: nothing lost, nothing twice.
  expect(everything(out)).toEqual(whole);
  console.log(`killed ${searching} times searching, ${writing} times writing`);
  expect(searching).toBeGreaterThan(killsSearching / 4);
  expect(writing).toBeGreaterThan(0);
}, 300_000);

/** A tenth of what is killed above: a search that is cut by its runs need not last. */
const options = { sources: [calculator], entry: 'calc', len: new Map([['s', { min: 3, max: 3 }]]) };

test('resumed again and again, a few runs at a time: nothing is lost, nothing is run twice', async () => {
  const out = join(folder, 'slices');
  const { stats } = await explore({ ...options, out: join(folder, 'unsliced'), jobs: 1 });
  const slices = 5;
  for (let i = 1; i < slices; i++) {
    const maxRuns = Math.floor((stats.runs * i) / slices);
    const part = await explore({ ...options, out, jobs: 1 + (i % 2), maxRuns, resume: true });
    expect(part.incomplete).toContainEqual({ reason: 'run-limit', count: 1 });
  }
  await explore({ ...options, out, jobs: 2, resume: true });
  expect(everything(out)).toEqual(everything(join(folder, 'unsliced')));
  expect(readdirSync(join(out, '.nearmiss'))).toEqual(['made']);
});

test('a torn record is left out, wherever it was torn', async () => {
  const part = join(folder, 'part');
  await explore({ ...options, out: part, jobs: 1, maxRuns: 350 });
  const size = statSync(join(part, '.nearmiss', 'explore.journal')).size;
  for (const kept of [size - 1, Math.floor(size * 0.6), 5, 0]) {
    const out = join(folder, `torn-${kept}`);
    cpSync(part, out, { recursive: true });
    truncateSync(join(out, '.nearmiss', 'explore.journal'), kept);
    await explore({ ...options, out, jobs: 1, resume: true });
    expect(everything(out)).toEqual(everything(join(folder, 'unsliced')));
  }
});

test('another program, or another input, is not gone on with', async () => {
  const out = join(folder, 'changed');
  await explore({ ...options, out, jobs: 1, maxRuns: 50 });
  const other = { ...options, len: new Map([['s', { min: 2, max: 2 }]]), out, resume: true };
  await expect(explore(other)).rejects.toThrow(UserError);
  await expect(explore(other)).rejects.toThrow(/changed since the search that --resume would go on with/);
  // What was there to go on with still is.
  expect(await explore({ ...options, out, jobs: 1, resume: true })).toMatchObject({ complete: true });
});
