import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generateExample, type Outcome, runTechnique, type Technique } from '../../bench/grammar-techniques.js';
import { hasFlexAndBison } from './programs.js';

/**
 * What each technique covers and finds in the same processor time. Short, so that the suite is;
 * `npm run bench:grammar -- 60` takes its time.
 */
const seconds = 4;

describe.skipIf(!hasFlexAndBison)(
  'grammar and concolic execution together, against each alone and random bytes',
  () => {
    test.each(['sql', 'ftp'] as const)('%s', { timeout: 300_000 }, async (name) => {
      const folder = mkdtempSync(join(tmpdir(), `nearmiss-${name}-`));
      try {
        const sources = generateExample(name, folder);
        const run = (technique: Technique): Promise<Outcome> => runTechnique(name, folder, sources, technique, seconds);
        const ours = await run('grammar + concolic');
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
