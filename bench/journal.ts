import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chooseCheckers } from '../src/modes/choose-checkers.js';
import { exploreSources } from '../src/modes/explore.js';
import { median } from './clock.js';

const rounds = Number(process.env.ROUNDS ?? 7);

/** What being able to `--resume` costs an exploration that does little else than run: processor time of all threads, in pairs. */
export async function journal(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-bench-journal-'));
  const path = join(folder, 'journal');
  const source = fileURLToPath(new URL('./programs/formatter.c', import.meta.url));
  const explore = async (isKept: boolean): Promise<{ cpuMs: number; paths: number }> => {
    const before = process.cpuUsage();
    const { tests } = await exploreSources({
      sources: [source],
      entry: 'format_main',
      len: new Map([['fmt', { min: 4, max: 4 }]]),
      jobs: 1,
      checkers: chooseCheckers(undefined),
      journal: isKept ? { path, resume: false } : undefined,
    });
    const { user, system } = process.cpuUsage(before);
    return { cpuMs: (user + system) / 1000, paths: tests.size };
  };
  await explore(true);
  const ratios: number[] = [];
  let paths = 0;
  for (let i = 0; i < rounds; i++) {
    // In turns, as the second of a pair pays for the first one's garbage.
    const first = await explore(i % 2 === 0);
    const second = await explore(i % 2 !== 0);
    const [kept, without] = i % 2 === 0 ? [first, second] : [second, first];
    ratios.push(kept.cpuMs / without.cpuMs);
    paths = kept.paths;
  }
  const bytes = statSync(path).size;
  rmSync(folder, { recursive: true });
  console.log('\nCost of the journal (processor time of all threads, with and without, median of pairs)');
  console.log(
    `  ${((median(ratios) - 1) * 100).toFixed(1)} % on ${paths} paths (goal: 5 %), ${Math.round(bytes / paths)} bytes a path; pairs ${ratios.map((ratio) => ratio.toFixed(3)).join(' ')}`,
  );
}
