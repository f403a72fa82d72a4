import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { main } from '../../src/cli/main.js';
import { explore, replay } from '../../src/index.js';
import { runNatively } from '../../src/native/run.js';
import { describeWith, noSanitizers } from '../support/describe-with.js';

/** What nearmiss found fails on a real machine too, at the same line. Skipped without gcc or clang and its sanitizers. */
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-replay-'));
afterAll(() => rmSync(folder, { recursive: true }));
const root = fileURLToPath(new URL('../../', import.meta.url));

const programs = {
  'test/native/kinds.c': { entry: 'kinds' },
  'examples/url.c': { stdin: '0..3' },
  'examples/tlv.c': { size: 6 },
  'test/programs/main-options.c': { args: ['0..3', '0..1'] },
  'test/programs/main-environment.c': { env: { LEVEL: '0..3' } },
  'test/programs/main-config.c': { files: { 'app.cfg': '0..3' } },
  'test/programs/klee-maze.c': {},
} as const;

describeWith(noSanitizers(), 'natively', () => {
  test.each(Object.entries(programs))('%s', async (file, options) => {
    const out = join(folder, file.replaceAll('/', '-'));
    const { findings } = await explore({ sources: [join(root, file)], ...options, out, maxRuns: 20_000 });
    expect(findings.length).toBeGreaterThan(0);
    // One that does not fail ends alike.
    const plain = readdirSync(join(out, 'tests')).find(
      (name) => JSON.parse(readFileSync(join(out, 'tests', name), 'utf8')).failures.length === 0,
    );
    const tests = [...findings.map((finding) => finding.test), `tests/${plain}`];
    const replayed = await replay(
      tests.map((each) => join(out, each)),
      { native: true },
    );
    expect(replayed.map(({ isAsRecorded }) => isAsRecorded)).toEqual(tests.map(() => true));
    expect(replayed.map(({ native }) => native?.verdict)).toEqual([...findings.map(() => 'reproduced'), 'same']);
  });

  test('the command says that it leaves the sandbox, and what the sanitizer said', async () => {
    const out = join(folder, 'examples-tlv.c');
    const [{ test: saved }] = JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')).findings;
    const said = { out: '', err: '' };
    const code = await main(['replay', join(out, saved), '--native'], {
      stdout: { write: (text) => (said.out += text) },
      stderr: { write: (text) => (said.err += text) },
    });
    expect(code).toBe(0);
    expect(said.err).toMatch(/outside the sandbox/);
    expect(said.out).toMatch(/reproduced natively: tlv\.c:16: AddressSanitizer: heap-buffer-overflow/);
  });
});

test.skipIf(process.platform === 'win32')('a program has so long, and what it started ends with it', async () => {
  const run = await runNatively('/bin/sh', ['-c', 'sleep 60 & while :; do :; done'], folder, { seconds: 1 });
  expect(run.exitCode).not.toBe(0);
  expect(run.timedOut || run.signal !== undefined).toBe(true);
});
