import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generateExample, type Outcome, runTechnique, type Technique } from '../../bench/grammar-techniques.js';
import { nightly } from '../support/cases.js';
import { hasFlexAndBison } from './programs.js';

/**
 * What each technique covers and finds in the processor time in which ours finds the planted bug: two seconds on a
 * quiet machine, more where its neighbours empty the caches. Short, so that the suite is, and of one of the examples in
 * `npm test`; `npm run bench:grammar -- 60` takes its time.
 */
const seconds = 3;
const patience = 60;
const examples = nightly(['sql', 'ftp'] as const, ['sql'] as const);

describe.skipIf(!hasFlexAndBison)(
  'grammar and concolic execution together, against each alone and random bytes',
  () => {
    test.each(examples)('%s', { timeout: 300_000 }, async (name) => {
      const folder = mkdtempSync(join(tmpdir(), `nearmiss-${name}-`));
      try {
        const sources = generateExample(name, folder);
        const ours = await runTechnique(name, folder, sources, 'grammar + concolic', seconds, patience);
        const run = (technique: Technique): Promise<Outcome> =>
          runTechnique(name, folder, sources, technique, ours.seconds);
        expect(ours.foundPlanted).toBe(true);
        for (const technique of ['concolic', 'random'] as const) {
          const { branches, foundPlanted } = await run(technique);
          expect(branches.covered).toBeLessThanOrEqual(ours.branches.covered);
          expect(foundPlanted).toBe(false);
        }
        const listed = await run('grammar, listed');
        expect(listed.branches.covered).toBeLessThanOrEqual(ours.branches.covered);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  },
);
