import childProcess from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, vi } from 'vitest';

/**
 * Before each file of the fast tests: whoever compiles C fails. Compilers run in processes of their own or, in a few
 * tests, as @yowasp/clang; and the cache is an empty folder, so that nothing compiled yesterday hides it.
 */
const refuse = (what: string) => () => {
  throw new Error(`${what} in a fast test: take its file off the list in test/support/fast-files.ts.`);
};

const starts = ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const;
for (const name of starts) Object.assign(childProcess, { [name]: refuse(`child_process.${name}`) });
syncBuiltinESMExports();

vi.mock('@yowasp/clang', () => ({ runLLVM: refuse('@yowasp/clang'), commands: { clang: refuse('@yowasp/clang') } }));

const cache = mkdtempSync(join(tmpdir(), 'nearmiss-no-cache-'));
process.env.XDG_CACHE_HOME = cache;
afterAll(() => rmSync(cache, { recursive: true, force: true }));
