import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Dice } from './idioms/dice.js';
import { functionOf, head } from './idioms/idioms.js';
import { judge } from './idioms/judge.js';

/**
 * Functions made of idioms of real C, each run on every input it has. `complete`, `verified` and every finding
 * must be true of them. NEARMISS_IDIOMS=200 asks for more of them, NEARMISS_IDIOMS_SEED=n for others; a failure
 * names the seed, which NEARMISS_IDIOMS=1 makes again.
 */
const count = Number(process.env.NEARMISS_IDIOMS ?? 3);
const first = Number(process.env.NEARMISS_IDIOMS_SEED ?? 1);
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-idioms-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('idioms, every input tried', () => {
  for (let seed = first; seed < first + count; seed++) {
    test(`seed ${seed}`, async () => {
      const source = join(folder, `seed-${seed}.c`);
      const text = `${head}${functionOf(new Dice(seed), 'f')}\n`;
      writeFileSync(source, text);
      const { summary, lies } = await judge(source, 'f');
      const numbered = text.split('\n').map((line, i) => `${i + 1} ${line}`);
      expect(lies, numbered.slice(head.split('\n').length - 1).join('\n')).toEqual([]);
      const isApproximate = /\bfloat\b|\bdouble\b/.test(text);
      const reasons = summary.incomplete.map(({ reason }) => reason);
      expect(reasons).toEqual(isApproximate && !summary.complete ? ['concretized-float'] : []);
    });
  }
});
