import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { differences } from './support/compare.js';
import { engineExists, exploreCase } from './support/engine.js';
import { parseExpectations } from './support/expectations.js';

/** Runs what the C files under test/programs say of themselves; the format is described in support/expectations.ts. */
const folder = fileURLToPath(new URL('./programs/', import.meta.url));
const files = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.c'))
  .sort();

describe.skipIf(!engineExists)('programs with their expectations inside', () => {
  for (const file of files) {
    for (const program of parseExpectations(folder + file, readFileSync(folder + file, 'utf8'))) {
      test(program.name, () => {
        const outcome = exploreCase(program);
        expect(differences(program, outcome)).toEqual([]);
        if (program.exit !== undefined) expect(outcome.exit).toBe(program.exit);
      });
    }
  }
});
