import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ExampleName, examples, generateExample, runTechnique, techniques } from './grammar-techniques.js';

/**
 * `npm run bench:grammar [-- seconds [example…]]`: four techniques on the same programs for the same processor time,
 * as in the CESE paper's tables: grammar and concolic execution together, concolic execution alone, the grammar's
 * strings one by one, random bytes; beside them the example's own tests.
 */
const [seconds = '60', ...chosen] = process.argv.slice(2);
const row = (...cells: readonly (string | number)[]): void => {
  const widths = [8, 20, 9, 8, 10, 15, 6, 12];
  console.log(
    cells
      .map((cell, i) => String(cell).padEnd(widths[i]))
      .join('')
      .trimEnd(),
  );
};

row('program', 'technique', 'inputs', 'paths', 'accepted', 'branches', 'bugs', 'planted bug');
for (const name of Object.keys(examples) as ExampleName[]) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-grammar-'));
  try {
    const sources = generateExample(name, folder);
    let ours: ReadonlySet<string> | undefined;
    const missed = new Map<string, string[]>();
    for (const technique of techniques) {
      const outcome = await runTechnique(name, folder, sources, technique, Number(seconds));
      const { covered, total } = outcome.branches;
      const share = (part: number, whole: number): string =>
        whole === 0 ? '-' : `${Math.round((100 * part) / whole)} %`;
      row(
        name,
        technique,
        outcome.inputs,
        outcome.paths,
        share(outcome.accepted, outcome.paths),
        `${covered}/${total} ${share(covered, total)}`,
        outcome.bugs.length,
        outcome.foundPlanted ? 'found' : '-',
      );
      ours ??= outcome.arms;
      for (const arm of outcome.arms) if (!ours.has(arm)) missed.set(arm, [...(missed.get(arm) ?? []), technique]);
    }
    for (const [arm, by] of missed) console.log(`        ${arm}: only ${by.join(', ')}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
