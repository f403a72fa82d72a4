import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { describeWith } from '../support/describe-with.js';
import { parseExpectations } from '../support/expectations.js';
import { nativeClang, nativeFailures, nativeGcc, nativePathCount } from '../support/native.js';

/**
 * What the test programs expect, checked without nearmiss: native clang counts the paths of every brute-force
 * line by basic blocks, gcc's sanitizers say what fails and where. A minute's work that only tells something
 * when a program changed, so it runs when asked: NEARMISS_NATIVE=1 npx vitest run test/oracles/native-expectations.test.ts
 */
const notAsked = process.env.NEARMISS_NATIVE === '1' ? undefined : 'Only when asked: NEARMISS_NATIVE=1';
const folder = fileURLToPath(new URL('../programs/', import.meta.url));
const programs = readdirSync(folder)
  .filter((name) => name.endsWith('.c'))
  .sort()
  .flatMap((name) => parseExpectations(folder + name, readFileSync(folder + name, 'utf8')))
  // Programs with main are run natively in test/inputs/main-native.test.ts.
  .filter(({ bruteForce, file }) => bruteForce !== undefined && !basename(file).startsWith('main-'));

const noClang = nativeClang ? undefined : 'clang -m32 is missing: apt-get install clang-19 gcc-multilib';
const noGcc = nativeGcc ? undefined : 'gcc -m32 is missing: apt-get install gcc-multilib';

describeWith(notAsked ?? noClang, 'native clang takes as many paths as expected', () => {
  for (const program of programs) {
    const counts = program.counts.filter(({ of }) => of === 'paths');
    // A program may be about failures alone.
    if (counts.length === 0) continue;
    test(program.name, () => {
      const paths = nativePathCount(program);
      for (const { atLeast, count } of counts) {
        if (atLeast) expect(paths).toBeGreaterThanOrEqual(count);
        else expect(paths).toBe(count);
      }
    });
  }
});

describeWith(notAsked ?? noGcc, "gcc's sanitizers report what is expected", () => {
  for (const program of programs) {
    test(program.name, () => {
      const { findings } = program;
      const expected = findings.map(({ checker, line }) => `${checker} ${line}`).sort();
      const actual = nativeFailures(program).map(({ checker, line }) => `${checker} ${line}`);
      expect(actual.filter((each) => !each.startsWith('undefined')).sort()).toEqual(expected);
    });
  }
});
