import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../src/cli/main.js';
import { checkers } from '../../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-completion-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function say(...words: string[]) {
  let said = '';
  const write = (text: string) => (said += text);
  const code = await main(words, { stdout: { write }, stderr: { write } });
  return { code, said };
}
const has = (shell: string) => spawnSync(shell, ['--version']).status === 0;

describe.skipIf(!has('bash'))('bash', () => {
  beforeAll(async () => {
    const { code, said } = await say('completion', 'bash');
    expect(code).toBe(0);
    writeFileSync(join(folder, 'nearmiss.bash'), said);
    for (const name of ['parser.c', 'two words.c']) writeFileSync(join(folder, name), '');
  });

  /** What bash offers when Tab is pressed behind the last word. */
  function offered(...words: string[]): string[] {
    const quoted = ['nearmiss', ...words].map((word) => `'${word}'`).join(' ');
    const script = `. ./nearmiss.bash
complete -p nearmiss | grep -q -- '-F _nearmiss nearmiss' || exit 3
COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}
_nearmiss nearmiss
printf '%s\\n' "\${COMPREPLY[@]}"`;
    const options = { cwd: folder, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync('bash', ['--norc', '--noprofile', '-c', script], options);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return stdout.split('\n').filter(Boolean);
  }

  test('commands', () => {
    expect(offered('ex')).toEqual(['explore']);
    expect(offered('')).toEqual(expect.arrayContaining(['explore', 'predict', 'init', 'doctor', 'completion', 'cc']));
    expect(offered('help', 'ver')).toEqual(['verify']);
  });

  test('every flag of every command', async () => {
    const { said: help } = await say('--help');
    const commands = [...help.matchAll(/^ {2}([a-z]+)(?= )/gm)].map(([, name]) => name);
    expect(commands.length).toBeGreaterThan(8);
    for (const command of commands.filter((name) => !['help', 'cc', 'grammar'].includes(name))) {
      const { said } = await say(command, '--help');
      const flags = [...said.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, flag]) => flag);
      if (flags.length > 1) expect(offered(command, '--').sort()).toEqual(flags.sort());
    }
  });

  test('values, where there is a choice', () => {
    expect(offered('explore', '--search', '')).toEqual(expect.arrayContaining(['generational', 'dfs', 'random']));
    expect(offered('reach', '--search', 'd')).toEqual(['directed', 'dfs']);
    expect(offered('explore', '--compiler', 'e')).toEqual(['embedded']);
    expect(offered('explore', '--opt', '')).toEqual(['0', '1']);
    expect(offered('explore', '--checkers', '')).toEqual(['all', 'none', ...checkers().map(({ id }) => id)]);
    expect(offered('grammar', 'sh')).toEqual(['show']);
    expect(offered('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  });

  test('nothing where only its user knows; files elsewhere', () => {
    expect(offered('explore', '--size', '')).toEqual([]);
    expect(offered('explore', 'p')).toEqual(['parser.c']);
    expect(offered('explore', 'parser.c', 'two')).toEqual(['two words.c']);
    expect(offered('explore', '--suppress', 'two')).toEqual(['two words.c']);
  });
});

describe.each(['zsh', 'fish'])('%s', (shell) => {
  test('has every flag and choice', async () => {
    const { code, said } = await say('completion', shell);
    expect(code).toBe(0);
    const { said: help } = await say('explore', '--help');
    const flags = [...help.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, flag]) => flag);
    const has = (flag: string) => (shell === 'zsh' ? said.includes(`--${flag}[`) : said.includes(`-l ${flag} `));
    expect(flags.length).toBeGreaterThan(30);
    expect(flags.filter((flag) => !has(flag))).toEqual([]);
    expect(said).toMatch(/generational dfs random/);
  });

  test.skipIf(!has(shell))('is read without complaint', async () => {
    const { said } = await say('completion', shell);
    const file = join(folder, `completion.${shell}`);
    writeFileSync(file, said);
    const { status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

test.skipIf(!has('fish'))('fish offers commands, values and files', async () => {
  writeFileSync(join(folder, 'nearmiss.fish'), (await say('completion', 'fish')).said);
  writeFileSync(join(folder, 'parser.c'), '');
  const lines = ['nearmiss ex', 'nearmiss explore --search d', 'nearmiss explore pars', 'nearmiss explore --stop-o'];
  const script = ['source nearmiss.fish', ...lines.map((line) => `complete -C '${line}'`)].join('; ');
  const { stdout } = spawnSync('fish', ['--no-config', '-c', script], { cwd: folder, encoding: 'utf8' });
  const offered = stdout.split('\n').map((line) => line.split('\t')[0]);
  expect(offered.filter(Boolean)).toEqual(['explore', 'dfs', 'directed', 'parser.c', '--stop-on-first']);
});

test('another shell is named', async () => {
  const { code, said } = await say('completion', 'tcsh');
  expect(said).toBe("nearmiss: completion is for bash, zsh, fish, not 'tcsh'.\n");
  expect(code).toBe(2);
});
