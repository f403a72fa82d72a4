import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageFile } from '../../src/platform/package-files.js';
import { calculator } from './real-process.js';

/** All other tests start bundled threads and processes; whoever works on nearmiss starts what they have just written. */
test('the sources are a command of their own, workers included', () => {
  const tsx = createRequire(import.meta.url).resolve('tsx');
  const out = mkdtempSync(join(tmpdir(), 'nearmiss-sources-'));
  const words = ['explore', calculator, '--entry', 'calc', '--len', 's=1', '--quiet', '--out', out];
  const { NEARMISS_MODULES: _, ...env } = process.env;
  const line = ['--import', tsx, packageFile('src/cli/main.ts'), ...words];
  const { status, stderr } = spawnSync(process.execPath, line, { env, encoding: 'utf8', timeout: 100_000 });
  rmSync(out, { recursive: true });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
