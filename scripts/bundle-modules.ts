import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { entryModules, packageFile } from '../src/platform/package-files.js';

/**
 * Bundles the package into a folder of it: one file for each module that is loaded by name, and chunks for what they
 * share. Hundreds of small files take three times as long to load (docs/decisions/24-bundle.md), in each worker anew.
 * `others` are further modules, their path in `folder` and where they come from.
 */
export async function bundleModules(folder: string, others: Readonly<Record<string, string>> = {}): Promise<void> {
  rmSync(packageFile(folder), { recursive: true, force: true });
  await build({
    absWorkingDir: packageFile(''),
    entryPoints: {
      ...Object.fromEntries(entryModules.map((name) => [name, join('src', `${name}.ts`)])),
      ...others,
    },
    outdir: folder,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    // Where it is, so that it starts its own modules and nobody else's.
    define: { 'process.env.NEARMISS_MODULES': JSON.stringify(folder) },
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    keepNames: false,
    legalComments: 'none',
  });
}
