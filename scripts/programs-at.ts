/**
 * What test/programs say of themselves, at another width: `npx tsx scripts/programs-at.ts [--bits 64] [part of a name…]`
 * explores every case there (all shadows held against values, brute force where a program asks for it) and prints in what
 * it is not as it says; exits with 1 if anything is.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { differences } from '../test/support/compare.js';
import { exploreByCommand, exploreCase, outcomeOf } from '../test/support/engine.js';
import { parseExpectations } from '../test/support/expectations.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { bits: { type: 'string', default: '64' }, first: { type: 'boolean' } },
});
const bits = values.bits === '32' ? 32 : 64;
const folder = fileURLToPath(new URL('../test/programs/', import.meta.url));
const files = readdirSync(folder, { recursive: true })
  .map(String)
  .filter(
    (name) => name.endsWith('.c') && (positionals.length === 0 || positionals.some((part) => name.includes(part))),
  )
  .sort();

let right = 0;
const wrong: string[] = [];
for (const name of files) {
  const cases = parseExpectations(folder + name, readFileSync(folder + name, 'utf8'), bits);
  for (const program of values.first ? cases.slice(0, 1) : cases) {
    const command = [...program.command, '--bits', values.bits];
    const called = `${name} ${program.command.slice(1).join(' ')}`;
    try {
      // What the world is asked is told when a command ends.
      const isTyped = name.startsWith('world/');
      const wide = { ...program, command };
      const outcome = isTyped ? await exploreByCommand(wide) : outcomeOf(await exploreCase(wide));
      const found = differences(program, outcome);
      if (found.length === 0) right++;
      else wrong.push(called);
      for (const each of found) console.log(`${called}: ${each.slice(0, 300)}`);
    } catch (error) {
      wrong.push(called);
      console.log(`${called}: ${(error as Error).stack?.split('\n').slice(0, 4).join(' | ')}`);
    }
  }
}
console.log(`${right} of ${right + wrong.length} cases at ${values.bits} bits are as they say`);
process.exitCode = wrong.length > 0 ? 1 : 0;
