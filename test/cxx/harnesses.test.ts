import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { nightly } from '../support/cases.js';
import { differences } from '../support/compare.js';
import { exploreCase, outcomeOf } from '../support/engine.js';
import { parseExpectations } from '../support/expectations.js';

/**
 * Harnesses of C++ with a bug each, which is found, and their twins without it (-DFIXED), in which nothing is. Three
 * pairs of the usual run, all in the nightly one; `npx tsx scripts/cxx-natively.ts` asks clang++'s sanitizers.
 */
const folder = fileURLToPath(new URL('./harnesses/', import.meta.url));
const usual = ['json.cc', 'states.cc', 'tokenizer.cc'];

for (const name of nightly(readdirSync(folder).sort(), usual)) {
  const file = folder + name;
  describe(name, () => {
    for (const program of parseExpectations(file, readFileSync(file, 'utf8'))) {
      test(program.command.join(' '), async () => {
        expect(differences(program, outcomeOf(await exploreCase(program)))).toEqual([]);
      });
    }
  });
}

/** A parser whose errors are thrown, and the same with codes: exceptions are no paths of their own. */
test('throwing makes no more paths than returning', async () => {
  const file = fileURLToPath(new URL('./throwing.cc', import.meta.url));
  const [thrown, returned] = parseExpectations(file, readFileSync(file, 'utf8'));
  const paths: (number | undefined)[] = [];
  for (const program of [thrown!, returned!]) paths.push(outcomeOf(await exploreCase(program)).summary?.paths);
  expect(paths[0]).toBe(paths[1]);
  expect(paths[0]).toBeGreaterThan(20);
});
