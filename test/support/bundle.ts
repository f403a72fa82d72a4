import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundleModules } from '../../scripts/bundle-modules.js';
import { packageFile } from '../../src/platform/package-files.js';
import { removeLeftBehind } from './left-behind.js';

const parent = join('node_modules', '.nearmiss-tests');

/**
 * Before all tests: what they start as threads and processes, bundled once. As TypeScript each of thousands of them would
 * translate and load some hundred files anew (docs/decisions/24-bundle.md has the figures).
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = join(parent, String(process.pid));
  removeLeftBehind(packageFile(parent), '');
  const bundle = () => bundleModules(folder, { 'test/toy': 'test/search/toy.ts' });
  await bundle();
  process.env.NEARMISS_MODULES = folder;
  project.onTestsRerun(bundle);
  return () => rmSync(packageFile(folder), { recursive: true, force: true });
}
