import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { differences } from '../support/compare.js';
import { exploreCase, outcomeOf } from '../support/engine.js';
import { parseExpectations } from '../support/expectations.js';
import { agreements } from '../support/libc-agreement.js';
import { nativeGcc } from '../support/native.js';

/** What `npm test` has time for; `scripts/libc-agree.ts` asks all topics thousands of questions. */
describe('our own C library answers as glibc does', () => {
  if (!nativeGcc) console.log('Skipped: our C library against glibc. gcc -m32: apt-get install gcc-multilib');
  test.skipIf(!nativeGcc).each(['formats', 'numbers', 'strings', 'compiler'])('%s', async (topic) => {
    const { lines, differences: wrong } = await agreements(topic, 12, 1);
    expect(wrong).toEqual([]);
    expect(lines).toBeGreaterThan(150);
  });
});

/** A few programs that lean on the library; `scripts/libc-programs.ts` has all of them, beside musl. */
describe('programs say of themselves what they say with musl', () => {
  const programs = ['libc-breadth', 'posix-paths', 'regressions/accept-without-address'];
  test.each(programs)('%s', async (name) => {
    const file = fileURLToPath(new URL(`../programs/${name}.c`, import.meta.url));
    const [program] = parseExpectations(file, readFileSync(file, 'utf8'));
    expect(differences(program!, outcomeOf(await exploreCase(program!, 'own')))).toEqual([]);
  });
});
