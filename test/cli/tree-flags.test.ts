import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../../src/cli/main.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-tree-'));
const home = process.cwd();
beforeAll(() => {
  process.chdir(folder);
  mkdirSync('answers');
  writeFileSync('answers/yes', 'yes\n');
  const lines = [
    '#include <stdio.h>',
    'int main(void) {',
    '  if (!fopen("answers/yes", "r")) return 0;',
    '  return 1;',
    '}',
  ];
  writeFileSync('asks.c', `${lines.join('\n')}\n`);
});
afterAll(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true });
});

const reach = async (...flags: string[]): Promise<string> => {
  let out = '';
  const quiet = { write: () => true };
  await main(['reach', 'asks.c', '--to', 'asks.c:4', '--quiet', '--json', ...flags], {
    stdout: { write: (text) => (out += text) },
    stderr: quiet,
  });
  return (JSON.parse(out) as { verdict: string }).verdict;
};

test('reach finds in the tree what --mount puts there, and without it does not know', async () => {
  expect(await reach()).toBe('unknown');
  expect(await reach('--mount', 'answers')).toBe('reached');
});
