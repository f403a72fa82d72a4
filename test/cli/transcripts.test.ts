import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../../src/cli/main.js';

/**
 * Golden transcripts: what a user sees, to the letter, times aside. `npx vitest run test/cli -u` accepts a change.
 */
const sources = fileURLToPath(new URL('./sources', import.meta.url));
const transcripts = fileURLToPath(new URL('./transcripts/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-cli-'));
const home = process.cwd();
beforeAll(() => {
  cpSync(sources, folder, { recursive: true });
  process.chdir(folder);
});
afterAll(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true });
});

const commands = {
  'nothing-found': 'explore bad_abs.c --entry bad_abs --checkers none --quiet',
  findings: 'explore bugs.c --entry buggy --quiet',
  'findings-json': 'explore bugs.c --entry buggy --quiet --json',
  'stop-on-first': 'explore bugs.c --entry buggy --quiet --stop-on-first --jobs 1',
  'max-runs': 'explore bad_abs.c --entry bad_abs --checkers none --quiet --max-runs 2 --jobs 1',
  'out-of-fuel': 'explore counts.c --entry counts --len s=2 --fuel 20000 --quiet',
  'fuzz-harness': 'explore harness.c --quiet --size 0..4',
  defines: 'explore bad_abs.c --entry bad_abs --checkers none --quiet -DFOUR_PATHS',
  'compile-error': 'explore broken.c --entry f --quiet',
  'no-entry': 'explore bad_abs.c --quiet',
  'wrong-entry': 'explore bad_abs.c --entry bad_ab --quiet',
  reach: 'reach turns.c --entry walk --to turns.c:11 --via turns.c:9:true --quiet',
  'reach-json': 'reach turns.c --entry walk --to turns.c:14 --avoid turns.c:9 --quiet --json',
  'reach-infeasible': 'reach turns.c --entry walk --to turns.c:11 --when left<0 --quiet',
  'reach-unknown': 'reach turns.c --entry walk --to turns.c:11 --quiet --max-runs 1',
  'reach-no-code': 'reach turns.c --entry walk --to turns.c:4 --quiet',
  'reach-no-file': 'reach turns.c --entry walk --to trns.c:11 --quiet',
  'reach-undeclared': 'reach turns.c --entry walk --to turns.c:11 --when right>0 --quiet',
  'function-pointer': 'explore bugs.c --entry takes_function --quiet',
};

test.each(Object.entries(commands))('%s', async (name, command) => {
  const said = { out: '', err: '' };
  const code = await main(command.split(' '), {
    stdout: { write: (text) => (said.out += text) },
    stderr: { write: (text) => (said.err += text) },
  });
  const transcript = `$ nearmiss ${command}\n${said.out}${said.err && `--- stderr\n${said.err}`}--- exit ${code}\n`;
  await expect(withoutTimes(transcript)).toMatchFileSnapshot(`${transcripts}${name}.txt`);
});

test('the object on stdout is the one in summary.json', async () => {
  let out = '';
  const code = await main('explore bugs.c --entry buggy --quiet --json --out other'.split(' '), {
    stdout: { write: (text) => (out += text) },
    stderr: { write: () => true },
  });
  expect(code).toBe(1);
  expect(readFileSync('other/summary.json', 'utf8')).toBe(out);
  const { findings } = JSON.parse(out);
  for (const { test: saved, input } of findings) {
    expect(JSON.parse(readFileSync(join('other', saved), 'utf8')).input).toEqual(input);
  }
});

test('a saved test does again what it did, until the program changes', async () => {
  const out: string[] = [];
  const type = (line: string) =>
    main(line.split(' '), { stdout: { write: (text) => out.push(text) }, stderr: { write: () => true } });
  expect(await type('explore bugs.c --entry buggy --quiet --out saved')).toBe(1);
  out.length = 0;
  expect(await type('replay saved/tests')).toBe(0);
  expect(out.join('')).toMatch(/: failed, 1 failure\n {2}bugs.c:7: division by zero \[division-by-zero\]\n/);
  writeFileSync('bugs.c', readFileSync('bugs.c', 'utf8').replace('100 / value', '100 / (value + 1)'));
  out.length = 0;
  expect(await type('replay saved/tests --quiet')).toBe(1);
  expect(out.join('')).toMatch(
    /^saved\/tests\/\w+\.json: returned\n {2}recorded: failed, 1 failure\n {2}no longer fails: bugs.c:7: division by zero/m,
  );
});

function withoutTimes(text: string): string {
  return text.replace(/("\w+Ms": )\d+/g, '$1…').replace(/\d+\.\d+ s;/g, '… s;');
}
