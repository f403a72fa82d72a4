import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundleModules } from '../../scripts/bundle-modules.js';
import { packageFile } from '../../src/vocabulary/package-files.js';

const parent = join('node_modules', '.nearmiss-tests');

/**
 * Before all tests: what they start as threads and processes, bundled once. As TypeScript each of thousands of them would
 * translate and load some hundred files anew (docs/decisions/24-bundle.md has the figures).
 */
export default async function setup(project: TestProject): Promise<() => void> {
  removeLeftBehind();
  const folder = join(parent, String(process.pid));
  const bundle = () => bundleModules(folder, { 'test/toy': 'test/search/toy.ts' });
  await bundle();
  process.env.NEARMISS_MODULES = folder;
  project.onTestsRerun(bundle);
  return () => rmSync(packageFile(folder), { recursive: true, force: true });
}

/** By runs that were killed. */
function removeLeftBehind(): void {
  try {
    for (const name of readdirSync(packageFile(parent))) {
      if (!isRunning(Number(name))) rmSync(packageFile(join(parent, name)), { recursive: true, force: true });
    }
  } catch {
    // There are none yet.
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
