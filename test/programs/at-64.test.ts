import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findNativeCompiler } from '../../src/native/compiler.js';
import { isAskedOf } from '../support/cases.js';
import { differences } from '../support/compare.js';
import { type ExploredCase, exploreCase, outcomeOf } from '../support/engine.js';
import { parseExpectations } from '../support/expectations.js';
import { findingsNatively, wrongNatively } from '../support/native-findings.js';

/**
 * Programs for machines of 64 bits: all that say they differ from 32, and some of the others, whose shadows, brute force
 * and findings are held to the same. `npx tsx scripts/programs-at.ts` asks all of test/programs.
 */
const folder = fileURLToPath(new URL('.', import.meta.url));
const others = /^(control-|data-|input-|checker-|walk-|exact\/|triplets\/|ubsan\/|regressions\/)/;
const files = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.c') && (name.startsWith('bits/') || (others.test(name) && isAskedOf(name, 6))))
  .sort();

describe.each(files)('%s at 64 bits', (name) => {
  const cases = parseExpectations(folder + name, readFileSync(folder + name, 'utf8'), 64);
  const isOwn = name.startsWith('bits/');
  test.each(isOwn ? cases : cases.slice(0, 1))('$name', async (program) => {
    const explored = await exploreCase({ ...program, command: [...program.command, '--bits', '64'] });
    expect(differences(program, outcomeOf(explored))).toEqual([]);
    if (!isOwn || program.findings.length === 0 || !findNativeCompiler(64)) return;
    if (!isAskedOf(program.name, 4)) return;
    // What gcc -m64 makes of it fails in the same line.
    expect(wrongNatively(program, await findingsNatively(explored as ExploredCase))).toEqual([]);
  });
});

test('there are some of each', () => expect(files.length).toBeGreaterThan(12));
