import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { main } from '../../src/cli/main.js';
import { noteHowTyped } from '../../src/library/terminal.js';

test('docs/compare.md: the command prints what the page shows', async () => {
  const page = readFileSync(new URL('../../docs/compare.md', import.meta.url), 'utf8');
  const [, command, shown] = /```console\n\$ npx nearmiss (.*)\n([\s\S]*?)```/.exec(page) ?? [];
  let said = '';
  const write = (text: string) => (said += text);
  noteHowTyped({ npm_command: 'exec' });
  const code = await main(command.split(' '), { stdout: { write }, stderr: { write } });
  noteHowTyped({});
  expect(said.replace(/\d+\.\d+ s/, '… s')).toBe(shown);
  expect(code).toBe(1);
});
