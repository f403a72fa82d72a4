import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from '../../src/build/build.js';
import { main } from '../../src/cli/main.js';

/**
 * The transcripts in docs/predict.md are what a user sees, times aside. NEARMISS_ACCEPT=1 writes what is said now into
 * the page.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
const text = readFileSync(join(root, 'docs/predict.md'), 'utf8');
const transcripts = [...text.matchAll(/```console\n\$ npx nearmiss (.*)\n([\s\S]*?)```/g)].map(
  ([, command, output]) => [command, output] as const,
);
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-docs-'));
const home = process.cwd();
beforeAll(() => {
  cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true });
  process.chdir(folder);
});
afterAll(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true });
});

/** Times differ from machine to machine, and a test's name from one version of the instrumentation to the next. */
const plain = (said: string) =>
  said.replace(/\d+\.\d+ s;/g, '… s;').replace(/tests\/[0-9a-f]{12}\.json/g, 'tests/….json');

test('there is something to run', () => expect(transcripts.length).toBe(2));

test.each(transcripts)(
  '%s',
  async (command, output) => {
    let said = '';
    const code = await main(command.split(' '), {
      stdout: { write: (piece) => (said += piece) },
      stderr: { write: (piece) => (said += piece) },
    });
    if (process.env.NEARMISS_ACCEPT) {
      const page = readFileSync(join(root, 'docs/predict.md'), 'utf8');
      writeFileSync(
        join(root, 'docs/predict.md'),
        page.replace(output, () => said.replace(/\d+\.\d+ s;/g, '… s;')),
      );
      return;
    }
    expect(plain(said)).toBe(plain(output));
    expect(code).toBe(1);
  },
  60_000,
);

test('the header it wrote compiles, and its asserts hold what they say', async () => {
  expect(existsSync('requires.h')).toBe(true);
  expect(readFileSync('requires.h', 'utf8')).toContain('assert(day != 2 || kind != 8);');
  const source = 'uses.c';
  writeFileSync(source, '#include "requires.h"\nvoid caller(unsigned k) { reduce_requires(k, 2); }\n');
  const { wasm } = await build({ sources: [source], flags: ['-Werror'], compiler: 'auto', opt: 0, entry: 'caller' });
  expect(wasm.length).toBeGreaterThan(0);
}, 60_000);
