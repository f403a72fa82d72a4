import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNativeCompiler } from '../../src/native/compiler.js';
import { isAskedOf } from './cases.js';
import { differences } from './compare.js';
import { noSanitizers } from './describe-with.js';
import { type ExploredCase, exploreByCommand, exploreCase, outcomeOf } from './engine.js';
import { parseExpectations } from './expectations.js';
import { compareWithGcov, expectAlike, hasGcov, isDriven } from './gcov-opinion.js';
import { findingsNatively, type NativeFinding, tellNatively, wrongNatively } from './native-findings.js';

const folder = fileURLToPath(new URL('../programs/', import.meta.url));
const compiler = findNativeCompiler();

/**
 * Runs what C files under test/programs say of themselves (the format is described in expectations.ts). Each case is
 * explored once, and several are asked about it: the file's own expectations with brute force; a native build with
 * sanitizers, whether every finding's input fails there at the same line (what sanitizers can't show is said by kind in
 * src/native/signs.ts, and of single programs in the programs), for a tenth of them but in the nightly run; gcov, whether
 * the same lines ran.
 */
export function testPrograms(isMine: (name: string) => boolean): void {
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /\.cc?$/.test(name) && isMine(name))
    .sort();
  const natively: NativeFinding[] = [];
  if (!hasGcov) console.log('Skipped: what gcov says of coverage. gcc -m32 and gcov: apt-get install gcc-multilib');

  for (const name of files) {
    const file = folder + name;
    parseExpectations(file, readFileSync(file, 'utf8')).forEach((program, index) => {
      const called = `${name} ${program.command.join(' ')}`;
      // Many of a kind, and what a file says after its first case.
      if (index > 0 && !isAskedOf(called, 4)) return;
      if (/^(exact|ubsan|triplets)\//.test(name) && !isAskedOf(called, 6)) return;
      describe(called, () => {
        let explored: ExploredCase | string;
        beforeAll(async () => {
          explored = await exploreCase(program);
        });
        afterAll(() => {
          explored = 'done with: what it holds is large';
        });

        test('as expected', () => {
          expect(differences(program, outcomeOf(explored))).toEqual([]);
        });
        if (program.exit !== undefined) {
          test('as typed', async () => {
            const outcome = await exploreByCommand(program);
            expect(differences(program, outcome)).toEqual([]);
            expect(outcome.exit).toBe(program.exit);
          });
        }
        if (program.findings.length > 0 && isAskedOf(called, 10)) {
          test.skipIf(!compiler)('fails natively', async () => {
            const findings = await findingsNatively(explored as ExploredCase);
            natively.push(...findings);
            expect(findings.length).toBeGreaterThan(0);
            expect(wrongNatively(program, findings)).toEqual([]);
          });
        }
        if (index === 0 && isDriven(name)) {
          test.skipIf(!hasGcov)('covers what gcov says', () => {
            compareWithGcov(file, (explored as ExploredCase).exploration);
          });
        }
      });
    });
  }

  test('there are programs to run', () => expect(files.length).toBeGreaterThanOrEqual(50));
  test.skipIf(!hasGcov)('over all of them, lines and branches are within 1 % of what gcov says', expectAlike);

  afterAll(() => {
    console.log(compiler ? tellNatively(natively) : `Skipped: findings run natively. ${noSanitizers()}`);
  });
}
