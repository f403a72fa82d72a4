/**
 * Do string models change what is found? `npx tsx scripts/string-models-agree.ts [part of a name]` explores every
 * program of test/programs that calls a modelled function with and without them: findings, `complete`, its reasons,
 * what is verified and what is covered must be the same; only paths may be fewer. Takes minutes; exits with 1 where
 * they are not. `--all` tells of those that agree, too.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { summarize } from '../src/report/summary.js';
import { parseExpectations } from '../test/support/expectations.js';
import { exploreHere, openOptions, openProgram } from '../test/support/opened.js';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { all: { type: 'boolean' } } });
const folder = fileURLToPath(new URL('../test/programs/', import.meta.url));
const files = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.c') && name.includes(positionals[0] ?? ''))
  .sort();

/** What must not change, as text. */
async function said(file: string, command: readonly string[], stringModels: 'on' | 'off') {
  const opened = await openProgram(file, { ...openOptions(command.slice(1)), stringModels });
  if (!opened.prepared.hasModels && stringModels === 'on') return undefined;
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

let [compared, wrong] = [0, 0];
for (const name of files) {
  const file = folder + name;
  for (const { command } of parseExpectations(file, readFileSync(file, 'utf8'))) {
    try {
      const models = await said(file, command, 'on');
      if (!models) continue;
      const code = (await said(file, command, 'off'))!;
      compared++;
      const different = Object.keys(code.facts).filter((key) => {
        const [a, b] = [models, code].map(({ facts }) => JSON.stringify(facts[key as keyof typeof facts]));
        return a !== b;
      }) as (keyof typeof code.facts)[];
      const figures = `paths ${models.paths} of ${code.paths}, ${models.seconds.toFixed(1)} s of ${code.seconds.toFixed(1)} s`;
      if (values.all || different.length > 0) console.log(`${name} ${command.join(' ')}: ${figures}`);
      for (const key of different) {
        wrong++;
        console.log(`  ${key}: ${JSON.stringify(models.facts[key])}, as code ${JSON.stringify(code.facts[key])}`);
      }
    } catch (error) {
      console.log(`${name} ${command.join(' ')}: ${error instanceof Error ? error.message : error}`);
    }
  }
}
console.log(`${compared} cases compared, ${wrong} differences`);
process.exitCode = wrong > 0 || compared === 0 ? 1 : 0;
