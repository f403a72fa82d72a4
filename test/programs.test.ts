import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { differences } from './support/compare.js';
import { exploreByCommand, exploreCase } from './support/engine.js';
import { parseExpectations } from './support/expectations.js';

/** Runs what the C files under test/programs say of themselves; the format is described in support/expectations.ts. */
const folder = fileURLToPath(new URL('./programs/', import.meta.url));
const files = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.c'))
  .sort();

for (const file of files) {
  describe(file, () => {
    for (const program of parseExpectations(folder + file, readFileSync(folder + file, 'utf8'))) {
      test(program.command.join(' '), async () => {
        expect(differences(program, await exploreCase(program))).toEqual([]);
      });
      if (program.exit === undefined) continue;
      test(`${program.command.join(' ')} as typed`, async () => {
        const outcome = await exploreByCommand(program);
        expect(differences(program, outcome)).toEqual([]);
        expect(outcome.exit).toBe(program.exit);
      });
    }
  });
}
