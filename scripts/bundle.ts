import { chmodSync, rmSync } from 'node:fs';
import { build } from 'esbuild';
import { entryModules } from '../src/vocabulary/package-files.js';

/**
 * `dist`: one file for each module that is loaded by name, and chunks for what they share. Hundreds of small
 * files take three times as long to load (docs/decisions/24-bundle.md), in each worker anew.
 */
rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: entryModules.map((name) => `src/${name}.ts`),
  outbase: 'src',
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  keepNames: false,
  legalComments: 'none',
});
chmodSync('dist/cli/main.js', 0o755);
