import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { main } from '../src/cli/main.js';

/** What the README shows is what happens. */
const root = fileURLToPath(new URL('../', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-readme-'));
const home = process.cwd();
afterAll(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true });
});

test('the transcript', { timeout: 60_000 }, async () => {
  const [, command, shown] = /```console\n\$ npx nearmiss (.*?)\n(.*?)```/s.exec(readme)!;
  cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true });
  process.chdir(folder);
  let said = '';
  const stdout = { write: (text: string) => (said += text) };
  const code = await main([...command.split(' '), '--quiet'], { stdout, stderr: { write: () => true } });
  expect(code).toBe(1);
  expect(plain(said)).toBe(plain(shown));
});

/** Times, what another compiler's debug information counts or names otherwise, and that npx started it. */
function plain(text: string): string {
  return text
    .replace(/lines \d+\/\d+, branches \d+\/\d+, [\d.]+ s/, '…')
    .replace(/tests\/\w+\.json/, 'tests/….json')
    .replace('again: npx ', 'again: ');
}

test('the first wrong turn, and the right one', { timeout: 60_000 }, async () => {
  const [, turn] = /### The first wrong turn\n([\s\S]*?)\n###? /.exec(readme)!;
  const [parser, harness] = [...turn.matchAll(/```c\n([\s\S]*?)```/g)].map(([, code]) => code);
  const commands = [...turn.matchAll(/`npx nearmiss (explore [^`]*)`/g)].map(([, words]) => words.split(' '));
  expect(commands).toHaveLength(2);
  process.chdir(folder);
  writeFileSync('checksum.c', parser);
  writeFileSync('harness.c', harness);
  const explore = async (words: readonly string[]) => {
    let said = '';
    const stdout = { write: (text: string) => (said += text) };
    await main([...words, '--json', '--quiet'], { stdout, stderr: { write: () => true } });
    return JSON.parse(said);
  };
  const [wrong, right] = [await explore([...commands[0], '--max-runs', '30']), await explore(commands[1])];
  expect(wrong.findings).toMatchObject([{ checker: 'array-overflow', input: { count: 5 } }]);
  expect(right).toMatchObject({ complete: true, findings: [] });
});

test('where to get it: under the name that the package has', () => {
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string };
  expect(readme).toContain(`npm install -D ${name}\n`);
});

test('what CI runs are the first commands, letter by letter', () => {
  const [, commands] = /## Start\n.*?```sh\n(.*?)```/s.exec(readme)!;
  const ci = readFileSync(join(root, '.ci/run'), 'utf8').split('\n');
  const typed = commands.trim().split('\n');
  expect(typed).toHaveLength(2);
  expect(ci.filter((line) => typed.includes(line))).toEqual(typed);
});

test('every file it links to is there', () => {
  const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map(([, path]) => path);
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((path) => !path.startsWith('http') && !existsSync(join(root, path)))).toEqual([]);
});

test('every decision note is in the index of notes, every number has its line', () => {
  const folder = join(root, 'docs/decisions');
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  const notes = readdirSync(folder).filter((name) => /^\d/.test(name));
  const listed = [...index.matchAll(/^\| \[\d+\]\((.*?)\)/gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual(notes.sort());
  const numbers = [...index.matchAll(/^\| \[?(\d+(?:, \d+)*)/gm)].flatMap(([, some]) => some.split(', ').map(Number));
  expect(numbers).toEqual(Array.from({ length: Number.parseInt(notes.at(-1)!, 10) }, (_, i) => i + 1));
});

test('every flag it names is one', async () => {
  let help = '';
  const stdout = { write: (text: string) => (help += text) };
  const ask = (...words: string[]) => main([...words, '--help'], { stdout, stderr: { write: () => true } });
  await ask();
  const commands = [...help.matchAll(/^ {2}([a-z]+)(?= )/gm)].map(([, name]) => name);
  for (const command of commands.filter((name) => name !== 'help' && name !== 'cc')) await ask(command);
  const named = new Set([...readme.matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([flag]) => flag));
  expect(commands.length).toBeGreaterThan(5);
  expect(named.size).toBeGreaterThan(10);
  expect([...named].filter((flag) => !new RegExp(`${flag}\\b`).test(help))).toEqual([]);
});
