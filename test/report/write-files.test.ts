import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeFiles } from '../../src/report/write-files.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nearmiss-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function* files(count: number, waitMs: number): Generator<readonly [string, string | Uint8Array]> {
  for (let i = 0; i < count; i++) {
    const until = performance.now() + waitMs;
    while (performance.now() < until);
    yield [join(folder, String(i)), i % 2 ? `text ${i}` : Uint8Array.of(i)];
  }
}

const written = (): string[] => readdirSync(folder).sort((a, b) => Number(a) - Number(b));

test.each([
  ['a quick disk', 3000, 0],
  ['one that takes its time', 100, 1],
])('%s: every file, and the process goes on listening', async (_, count, waitMs) => {
  let turns = 0;
  const pulse = setInterval(() => turns++, 1);
  await writeFiles(files(count, waitMs));
  clearInterval(pulse);
  expect(written()).toEqual(Array.from({ length: count }, (_, i) => String(i)));
  expect(readFileSync(join(folder, '7'), 'utf8')).toBe('text 7');
  expect([...readFileSync(join(folder, '8'))]).toEqual([8]);
  expect(turns).toBeGreaterThan(0);
});

test.each([0, 1])('what can’t be written is an error, at once or later (%s ms a file)', async (waitMs) => {
  function* withTrouble() {
    yield* files(60, waitMs);
    yield [join(folder, 'no', 'such', 'folder'), ''] as const;
  }
  await expect(writeFiles(withTrouble())).rejects.toMatchObject({ code: 'ENOENT' });
  expect(written().length).toBeGreaterThan(0);
});
