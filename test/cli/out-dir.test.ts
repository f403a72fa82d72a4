import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { main } from '../../src/cli/main.js';
import { explore } from '../../src/index.js';
import { OutDir } from '../../src/report/out-dir.js';
import { calculator, sleep, startNearmiss } from './real-process.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-out-dir-'));
afterAll(() => rmSync(folder, { recursive: true }));

const words = ['explore', calculator, '--entry', 'calc', '--quiet'];

async function type(...more: string[]) {
  const said = { out: '', err: '' };
  const code = await main([...words, ...more], {
    stdout: { write: (text) => (said.out += text) },
    stderr: { write: (text) => (said.err += text) },
  });
  return { code, ...said };
}

test('two runs into one folder: the second is refused, until the first has ended, however it ended', async () => {
  const out = join(folder, 'shared');
  const first = startNearmiss([...words, '--len', 's=14', '--out', out]);
  while (!existsSync(join(out, '.nearmiss', 'lock'))) await sleep(20);
  await sleep(50);
  const refused = await type('--len', 's=2', '--out', out);
  expect(refused).toEqual({
    code: 2,
    out: '',
    err: `nearmiss: Another nearmiss (process ${first.process.pid}) is writing to ${out}: wait for it, or choose another folder with --out.\n`,
  });
  first.process.kill('SIGKILL');
  await first.ended;
  expect(existsSync(join(out, '.nearmiss', 'lock'))).toBe(true);
  expect(await type('--len', 's=2', '--out', out)).toMatchObject({ err: '' });
  expect(readdirSync(join(out, '.nearmiss'))).toEqual(['made']);
});

test('the lock of a process whose number another one has now is taken over', () => {
  const out = join(folder, 'reused');
  mkdirSync(join(out, '.nearmiss'), { recursive: true });
  // Our parent lives, but did not start at tick 1.
  writeFileSync(join(out, '.nearmiss', 'lock'), `${process.ppid} 1\n`);
  const dir = OutDir.open(out, 'explore');
  expect(() => OutDir.open(out, 'explore')).toThrow(/Another nearmiss/);
  dir.close(false);
});

test('two explorations of one process into one folder: the second is refused', async () => {
  const options = { sources: [calculator], entry: 'calc', len: new Map([['s', { min: 2, max: 2 }]]) };
  const out = join(folder, 'same-process');
  // An exploration begins when somebody waits for it.
  const first = Promise.resolve(explore({ ...options, out }));
  await expect(explore({ ...options, out })).rejects.toThrow(/Another nearmiss/);
  await first;
  await explore({ ...options, out });
});

test('a folder that can not be made is a sentence', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(await type('--out', join(file, 'out'))).toEqual({
    code: 2,
    out: '',
    err: `nearmiss: The results can't be written to ${join(file, 'out')} (a part of it is a file, not a folder): choose another folder with --out.\n`,
  });
});

test("files of the user's own are not replaced", async () => {
  const out = join(folder, 'project');
  mkdirSync(join(out, 'tests'), { recursive: true });
  writeFileSync(join(out, 'tests', 'mine.c'), 'kept');
  const { code, err } = await type('--len', 's=1', '--out', out);
  expect(err).toMatch(/tests was not made by nearmiss and would be replaced: choose another folder with --out\.\n$/);
  expect(code).toBe(2);
  expect(readdirSync(out, { recursive: true }).sort()).toEqual(['tests', 'tests/mine.c']);
});

test('a disk that fills up: the summary is told, what was there before stays', async () => {
  const out = join(folder, 'full');
  const few = [...words, '--len', 's=2', '--out', out];
  expect(await startNearmiss(few).ended).toMatchObject({ err: '' });
  const before = readFileSync(join(out, 'summary.json'), 'utf8');
  // Files of at most 1 kB: to a process that is the same as a full disk.
  const {
    code,
    out: said,
    err,
  } = await startNearmiss([...words, '--len', 's=3', '--out', out], {
    largestFile: 1,
  }).ended;
  expect(said).toMatch(/\d+ paths, \d+ tests, lines/);
  expect(err).toMatch(/^nearmiss: The results can't be written to .* \(the file would be too large\): [^\n]*\n$/);
  expect(code).toBe(2);
  expect(readFileSync(join(out, 'summary.json'), 'utf8')).toBe(before);
});

test('a program that does not compile leaves no folder', async () => {
  const out = join(folder, 'nothing');
  const broken = join(folder, 'broken.c');
  writeFileSync(broken, 'int main(');
  const code = await main(['explore', broken, '--quiet', '--out', out], {
    stdout: { write: () => true },
    stderr: { write: () => true },
  });
  expect(code).toBe(2);
  expect(existsSync(out)).toBe(false);
});

test('explore, taint and the command that taint prints share a folder: nothing is lost', async () => {
  const source = join(folder, 'shared.c');
  writeFileSync(
    source,
    '#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n  int n = getchar();\n  char *p = malloc(n);\n  if (p && n > 3) p[n] = 1;\n  return n;\n}\n',
  );
  const out = join(folder, 'together');
  const run = async (...line: string[]) => {
    let said = '';
    const code = await main(line, { stdout: { write: (text) => (said += text) }, stderr: { write: () => true } });
    expect(code).toBe(1);
    return said;
  };
  await run('explore', source, '--stdin', '0..1', '--out', out);
  const tests = readdirSync(join(out, 'tests'));
  const explored = readFileSync(join(out, 'summary.json'), 'utf8');
  const command = /Which are real: nearmiss (.*)/.exec(await run('taint', source, '--out', out));
  expect(readdirSync(join(out, 'tests'))).toEqual(tests);
  expect(readFileSync(join(out, 'explore.summary.json'), 'utf8')).toBe(explored);
  const report = readFileSync(join(out, 'taint.sarif'), 'utf8');
  // Into the same folder, which it names by the report in it.
  await run(...command![1].split(' '), '--out', out);
  expect(readFileSync(join(out, 'taint.sarif'), 'utf8')).toBe(report);
  expect(readdirSync(join(out, 'tests'))).toEqual(expect.arrayContaining(tests));
  expect(readdirSync(out)).toEqual(expect.arrayContaining(['verified.sarif', 'taint.summary.json', 'findings.sarif']));
  expect(JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')).command).toBe('verify');
});
