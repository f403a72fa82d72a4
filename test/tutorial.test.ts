import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../src/cli/main.js';
import { noteHowTyped } from '../src/library/terminal.js';
import { findNativeCompiler } from '../src/native/compiler.js';

/**
 * docs/tutorial.md from its first line to its last, as a reader types it: commands, what they print, the change to the
 * parser, and what the CI job runs.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const page = readFileSync(join(root, 'docs/tutorial.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-tutorial-'));
const home = process.cwd();

beforeAll(() => {
  cpSync(join(root, 'examples/dns'), join(folder, 'examples/dns'), { recursive: true });
  process.chdir(folder);
  noteHowTyped({ npm_command: 'exec' });
});
afterAll(() => {
  noteHowTyped({});
  process.chdir(home);
  rmSync(folder, { recursive: true });
});

/** What differs from run to run and from compiler to compiler. */
const plain = (said: string) =>
  said
    .replaceAll(/\d+ paths, \d+ tests/g, '… paths, … tests')
    .replaceAll(/lines \d+\/\d+, branches \d+\/\d+, \d+\.?\d* s/g, 'lines …, branches …, … s')
    .replaceAll(/tests\/[0-9a-f]{12}\.json/g, 'tests/….json')
    .replaceAll(/data = bytes [0-9a-f]+/g, 'data = bytes …')
    .replaceAll(/^ *seen in \d+ runs\n/gm, '');

/** The test that was told of last: a reader copies its name, which another version may give another. */
let told = '';

async function run(line: string): Promise<{ said: string; code: number }> {
  const command = line.replaceAll(/tests\/[0-9a-f]{12}\.json/g, told);
  const [, words] = /^npx nearmiss ([^&|<>]*)$/.exec(command) ?? [];
  if (words === undefined) return runInShell(command);
  let said = '';
  const write = (text: string) => (said += text);
  // Progress is a line that a terminal shows and takes back.
  const writeError = (text: string) => (said += /^nearmiss: .*\n$/.test(text) ? text : '');
  const code = await main(words.trim().split(' '), { stdout: { write }, stderr: { write: writeError } });
  told = /tests\/[0-9a-f]{12}\.json/.exec(said)?.[0] ?? told;
  return { said, code };
}

/** Lines with && and commands of the system; `npx nearmiss` in them is run first, and its exit code decides. */
async function runInShell(command: string): Promise<{ said: string; code: number }> {
  const [first, ...rest] = command.split(' && ');
  const [, to] = /^cd (.*)$/.exec(first) ?? [];
  if (to !== undefined) {
    process.chdir(to);
    return { said: '', code: 0 };
  }
  if (rest.length > 0) {
    const before = await run(first);
    if (before.code !== 0) return before;
    const after = await run(rest.join(' && '));
    return { said: before.said + after.said, code: after.code };
  }
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
  return { said: stdout + stderr, code: status ?? 2 };
}

function applyChange(diff: string): void {
  const [, file] = /^\+\+\+ (.*)$/m.exec(diff)!;
  const lines = (sign: string) =>
    [...diff.matchAll(new RegExp(`^\\${sign}(?!\\${sign})(.*\n)`, 'gm'))].map(([, text]) => text);
  const before = readFileSync(file, 'utf8');
  const after = before.replace(lines('-').join(''), () => lines('+').join(''));
  expect(after).not.toBe(before);
  writeFileSync(file, after);
}

describe('the tutorial', { timeout: 120_000 }, () => {
  const codes: Record<string, number> = {};
  const blocks = [...page.matchAll(/```(console|diff|yaml)\n([\s\S]*?)```/g)];

  test('has all its parts', () => {
    expect(blocks.map(([, kind]) => kind)).toEqual(
      'console console console console diff console console console console console yaml'.split(' '),
    );
  });

  for (const [, kind, text] of blocks) {
    if (kind === 'diff') test('the change to the parser', () => applyChange(text));
    if (kind === 'console') {
      const typed = text.split(/^\$ /m).slice(1);
      test(typed.map((each) => each.split('\n')[0]).join('; '), async () => {
        for (const each of typed) {
          const [line, ...output] = each.split('\n');
          const { said, code } = await run(line);
          codes[line] = code;
          expect(plain(said)).toBe(plain(output.join('\n')));
        }
      });
    }
    if (kind === 'yaml') {
      const runs = [...text.matchAll(/- run: (npx nearmiss .*)$/gm)].map(([, line]) => line);
      test('what CI runs finds nothing, in less time than CI has', async () => {
        expect(runs).toHaveLength(2);
        for (const line of runs) expect((await run(line.replace('--time 5m', '--time 2s'))).code).toBe(0);
      });
    }
  }

  test('what it suggests at the end', async () => {
    const [, last] = page.split('## From here');
    const suggested = [...last.matchAll(/`(npx nearmiss [^`]*)`/g)].map(([, line]) => line);
    expect(suggested).toHaveLength(2);
    for (const line of suggested) {
      if (line.includes('--native') && !findNativeCompiler()) continue;
      expect((await run(line.replace('--time 1m', '--time 2s'))).code).toBe(0);
    }
  });

  test('the exit codes that it tells of', () => {
    expect(codes['npx nearmiss explore --stop-on-first']).toBe(1);
    expect(codes['npx nearmiss replay kept']).toBe(1);
    expect(codes['npx nearmiss replay --pass kept']).toBe(0);
    expect(codes['npx nearmiss explore --size 0..13']).toBe(0);
  });

  test('with the bug back, what CI runs says so', async () => {
    const fixed = readFileSync('dns.c', 'utf8');
    writeFileSync('dns.c', fixed.replace('target >= part.at - 2', 'target >= part.size'));
    const { said, code } = await run('npx nearmiss replay --pass kept');
    expect(said).toMatch(/\[hang\]/);
    expect(code).toBe(1);
  });

  test('the harness it shows is the one of the example', () => {
    const [, shown] = /```c\n([\s\S]*?)```/.exec(page)!;
    expect(readFileSync('harness.c', 'utf8')).toContain(shown);
  });
});
