import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type ExploreEvent, explore } from '../../src/index.js';
import { firstInputs } from '../../src/modes/seeds.js';
import { calculator } from './real-process.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-seed-'));
afterAll(() => rmSync(folder, { recursive: true }));

function folderOf(name: string, contents: readonly string[]): string {
  mkdirSync(join(folder, name));
  contents.forEach((content, i) => void writeFileSync(join(folder, name, `${i}`), content));
  return join(folder, name);
}

function everything(out: string): Map<string, string> {
  const names = readdirSync(out, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => statSync(join(out, name)).isFile());
  return new Map(
    files.map((name) => [name, readFileSync(join(out, name), 'utf8').replace(/"(\w+Ms|cacheHits)": \d+/g, '"$1": …')]),
  );
}

const options = { sources: [calculator], entry: 'calc', len: new Map([['s', { min: 3, max: 3 }]]) };
const seeds = [folderOf('seeds', ['1+2', '1/2', '9', '1+2', 'longer than three'])];

test('from seeds: the same paths and findings as from nothing, on any number of workers', async () => {
  const notices: string[] = [];
  const onEvent = (event: ExploreEvent) => void (event.kind === 'notice' && notices.push(event.message));
  const plain = await explore({ ...options, jobs: 1 });
  const one = await explore({ ...options, seeds, jobs: 1, out: join(folder, 'one'), onEvent });
  await explore({ ...options, seeds, jobs: 2, out: join(folder, 'two') });
  expect(everything(join(folder, 'two'))).toEqual(everything(join(folder, 'one')));
  const told = ({ paths, complete, findings }: typeof plain) => [paths, complete, findings.map(({ id }) => id)];
  expect(told(one)).toEqual(told(plain));
  // A string that ends before its buffer does is what it was.
  expect(notices).toEqual(['1 seed cut to fit; the first: s is 17 bytes long and --len s=3 takes 3.']);
});

test.each([
  [['1+2', '9'], '1 seed filled with zeros to the size asked for; --size 0..3 takes it as short as it is.'],
  [['1', '9', '1+2'], '2 seeds filled with zeros to the size asked for; --size 0..3 takes them as short as they are.'],
])('bytes that are fewer than asked for: %j', (given, notice) => {
  const notices: string[] = [];
  const saved = given.map((text, i) => ({
    name: `${i}`,
    format: 'raw' as const,
    blob: new Uint8Array(Buffer.from(text)),
  }));
  const inputs = firstInputs({ kind: 'fuzz', size: { min: 3, max: 3 } }, saved, (message) => notices.push(message));
  expect(inputs).toHaveLength(given.length);
  expect(notices).toEqual([notice]);
});

test('resumed a few runs at a time: nothing is lost, nothing is run twice', async () => {
  const out = join(folder, 'slices');
  const { runs } = (await explore({ ...options, seeds, jobs: 1, out: join(folder, 'whole') })).stats;
  // Among the first moments: within the survey of the seeds, right behind it, between two seeds.
  for (const maxRuns of [2, 4, 5, 6, Math.floor(runs / 3), Math.floor(runs / 2)]) {
    await explore({ ...options, seeds, out, jobs: 1, maxRuns, resume: true });
  }
  await explore({ ...options, seeds, out, jobs: 2, resume: true });
  expect(everything(out)).toEqual(everything(join(folder, 'whole')));
  expect(readdirSync(join(out, '.nearmiss'))).toEqual(['made']);
});

test('the first run is the seed: what a search from nothing would take long to find is there at once', async () => {
  const source = join(folder, 'magic.c');
  writeFileSync(
    source,
    `#include <string.h>
int check(unsigned char *s) {
  unsigned h = 2166136261u;
  for (int i = 0; i < 8; i++) h = (h ^ s[i]) * 16777619u;
  if (h != 0x${fnv('a secret').toString(16)}u) return 0;
  return 10 / (s[8] - 'x');
}\n`,
  );
  const [seed] = [folderOf('secret', ['a secret'])];
  const found = await explore({
    sources: [source],
    entry: 'check',
    len: new Map([['s', { min: 9, max: 9 }]]),
    seeds: [seed],
    maxRuns: 3,
    jobs: 1,
  });
  expect(found.findings.map(({ checker, line }) => [checker, line])).toEqual([['division-by-zero', 6]]);
});

function fnv(text: string): number {
  let hash = 2166136261;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 16777619);
  return hash >>> 0;
}
