import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Summary } from '../src/index.js';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface Explored {
  readonly summary: Summary;
  /** Milliseconds of exploring, after compiling, tests kept. */
  readonly exploreMs: number;
  /** Milliseconds of the whole command, files written. */
  readonly totalMs: number;
  readonly peakMb: number;
}

/**
 * Removed when all is measured: for a minute after tens of thousands of files are deleted, ext4 takes a hundred times
 * as long to make new ones, and the next run would be charged for it.
 */
const folders: string[] = [];
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Runs `nearmiss explore` as a user does, from the built package, and reads what it says of itself. */
export function runExplore(words: readonly string[]): Explored {
  const out = mkdtempSync(join(tmpdir(), 'nearmiss-bench-'));
  folders.push(out);
  const started = performance.now();
  const run = spawnSync(
    process.execPath,
    ['--import', './bench/peak.mjs', 'dist/cli/main.js', 'explore', ...words, '--json', '--quiet', '--out', out],
    { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  const totalMs = performance.now() - started;
  if (run.status === 2 || run.status === null) throw new Error(`explore ${words.join(' ')}: ${run.stderr}`);
  const summary = JSON.parse(run.stdout) as Summary;
  const peakMb = Number(/peak (\d+) MB/.exec(run.stderr)?.[1] ?? 0);
  return { summary, exploreMs: summary.stats.wallMs, totalMs, peakMb };
}
