import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseExpectations } from '../support/expectations.js';
import { nativeClang, nativeFailures, nativeGcc, nativePathCount } from '../support/native.js';

/**
 * What the test programs expect, checked without nearmiss: native clang counts the paths of every brute-force
 * line by basic blocks, gcc's sanitizers say what fails and where. A minute's work that only tells something
 * when a program changed, so it runs when asked: NEARMISS_NATIVE=1 npx vitest run test/oracles/native-expectations.test.ts
 */
const asked = process.env.NEARMISS_NATIVE === '1';
const folder = fileURLToPath(new URL('../programs/', import.meta.url));
const programs = readdirSync(folder)
  .filter((name) => name.endsWith('.c'))
  .sort()
  .flatMap((name) => parseExpectations(folder + name, readFileSync(folder + name, 'utf8')))
  // Programs with main are run natively in test/inputs/main-native.test.ts.
  .filter(({ bruteForce, file }) => bruteForce !== undefined && !basename(file).startsWith('main-'));

describe.skipIf(!asked || !nativeClang)('native clang takes as many paths as expected', () => {
  for (const program of programs) {
    const counts = program.counts.filter(({ of }) => of === 'paths');
    test.skipIf(counts.length === 0)(program.name, () => {
      const paths = nativePathCount(program);
      for (const { atLeast, count } of counts) {
        if (atLeast) expect(paths).toBeGreaterThanOrEqual(count);
        else expect(paths).toBe(count);
      }
    });
  }
});

describe.skipIf(!asked || !nativeGcc)("gcc's sanitizers report what is expected", () => {
  for (const program of programs) {
    test(program.name, () => {
      const { findings } = program;
      const expected = findings.map(({ checker, line }) => `${checker} ${line}`).sort();
      const actual = nativeFailures(program).map(({ checker, line }) => `${checker} ${line}`);
      expect(actual.filter((each) => !each.startsWith('undefined')).sort()).toEqual(expected);
    });
  }
});
