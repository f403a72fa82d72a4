/**
 * Does it matter which C library a program is linked with? `npx tsx scripts/libc-programs.ts [part of a name]` explores
 * every program of test/programs with our own (`--libc own`) and with musl: findings, `complete`, its reasons and what
 * is verified must be the same; paths may differ, since the libraries' own branches do. Takes minutes; exits with 1
 * where they are not. `--all` tells of those that agree, too.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { summarize } from '../src/report/summary.js';
import type { Libc } from '../src/vocabulary/libc.js';
import { parseExpectations } from '../test/support/expectations.js';
import { exploreHere, openOptions, openProgram } from '../test/support/opened.js';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { all: { type: 'boolean' } } });
const folder = fileURLToPath(new URL('../test/programs/', import.meta.url));
const files = readdirSync(folder, { recursive: true })
  .map(String)
  .filter(
    (name) => name.endsWith('.c') && (positionals.length === 0 || positionals.some((part) => name.includes(part))),
  )
  .sort();

/** What must not change, as text. */
async function said(file: string, command: readonly string[], libc: Libc) {
  const opened = await openProgram(file, { ...openOptions(command.slice(1)), libc });
  const start = process.cpuUsage();
  const exploration = exploreHere(opened);
  const { user } = process.cpuUsage(start);
  const { findings, complete, incomplete, verified, unverified, coverage, paths } = summarize(exploration);
  return {
    paths,
    seconds: user / 1e6,
    facts: {
      findings: findings.map(({ checker, line, also }) => `${checker} ${line} ${also}`).sort(),
      complete,
      incomplete: incomplete.map(({ reason }) => reason).sort(),
      verified,
      unverified,
      coverage,
    },
  };
}

let [compared, wrong, skipped] = [0, 0, 0];
for (const name of files) {
  const file = folder + name;
  for (const { command } of parseExpectations(file, readFileSync(file, 'utf8'))) {
    let musl: Awaited<ReturnType<typeof said>>;
    try {
      musl = await said(file, command, 'musl');
    } catch {
      // Other commands than explore, and flags that openOptions does not know: the test suite has its own way for them.
      skipped++;
      continue;
    }
    try {
      const own = await said(file, command, 'own');
      compared++;
      const different = Object.keys(own.facts).filter((key) => {
        const [a, b] = [musl, own].map(({ facts }) => JSON.stringify(facts[key as keyof typeof facts]));
        return a !== b;
      }) as (keyof typeof own.facts)[];
      const figures = `paths ${own.paths} (musl ${musl.paths}), ${own.seconds.toFixed(1)} s (musl ${musl.seconds.toFixed(1)} s)`;
      if (values.all || different.length > 0) console.log(`${name} ${command.join(' ')}: ${figures}`);
      for (const key of different) {
        wrong++;
        console.log(`  ${key}: own ${JSON.stringify(own.facts[key])}, musl ${JSON.stringify(musl.facts[key])}`);
      }
    } catch (error) {
      wrong++;
      console.log(`${name} ${command.join(' ')}: ${error instanceof Error ? error.message : error}`);
    }
  }
}
console.log(`${compared} cases compared, ${wrong} differences, ${skipped} not for this script`);
process.exitCode = wrong > 0 || compared === 0 ? 1 : 0;
