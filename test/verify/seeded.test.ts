import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { taint } from '../../src/library/taint.js';
import { verify } from '../../src/library/verify.js';
import { inputOptions } from './flags.js';

const seeded = fileURLToPath(new URL('./seeded', import.meta.url));
const programs = readdirSync(seeded)
  .filter((name) => name.endsWith('.c'))
  .sort();

const has = (tool: string): boolean => spawnSync(tool, ['--version']).status === 0;

/** The analysers a person has, as a person calls them. */
const analysers: readonly { tool: string; report(source: string, to: string): void }[] = [
  {
    tool: 'cppcheck',
    report: (source, to) =>
      writeFileSync(to, spawnSync('cppcheck', ['-q', '--enable=warning,style', '--xml', source]).stderr),
  },
  {
    tool: 'clang-19',
    report: (source, to) => {
      const checkers = 'core,unix,security.insecureAPI.strcpy,alpha.security.ArrayBoundV2';
      const flags = ['-Xclang', '-analyzer-output=sarif', '-Xclang', `-analyzer-checker=${checkers}`];
      execFileSync('clang-19', ['--analyze', ...flags, '-o', to, source], { stdio: 'ignore' });
    },
  },
  {
    tool: 'gcc',
    report: (source, to) => {
      const { stderr } = spawnSync('gcc', ['-fanalyzer', '-fdiagnostics-format=json', '-c', source, '-o', '/dev/null']);
      writeFileSync(to, stderr);
    },
  },
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nearmiss-verify-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the analysers say of a program's marked line, as `verify` judges it with these options. */
async function verdictsOf(name: string, options: Readonly<Record<string, unknown>>, asked: typeof analysers) {
  const source = join(seeded, name);
  const line = markedLine(source).number;
  const reports: string[] = [];
  if (name.startsWith('taint')) {
    await taint({ sources: [source], out: join(folder, 'taint') });
    reports.push(join(folder, 'taint', 'taint.sarif'));
  } else {
    for (const { tool, report } of asked) {
      const to = join(folder, `${name}.${tool}`);
      report(source, to);
      reports.push(to);
    }
  }
  const verdicts: string[] = [];
  for (const report of reports) {
    const { results } = await verify({ sources: [source], ...options, report, time: 20_000 });
    for (const result of results) {
      if (result.line === line && !/knownCondition/.test(result.ruleId)) verdicts.push(result.verdict);
    }
  }
  return verdicts;
}

function markedLine(source: string): { first: string; number: number; isReal: boolean } {
  const lines = readFileSync(source, 'utf8').split('\n');
  const number = lines.findIndex((text) => /\/\/ (real|false)$/.test(text)) + 1;
  return { first: lines[0], number, isReal: lines[number - 1].endsWith('// real') };
}

const analysersHere = () => analysers.filter(({ tool }) => has(tool));

/**
 * 15 real bugs and 15 false alarms, reported by the analysers themselves: no bug is called infeasible, no false alarm
 * confirmed, at most 3 stay unknown, and it all takes less than three minutes in one process.
 */
test('seeded programs, as real analysers see them', { timeout: 600_000 }, async (context) => {
  const found = analysersHere();
  if (found.length < analysers.length) {
    const missing = analysers.filter((one) => !found.includes(one)).map(({ tool }) => tool);
    console.log(`not asked, as not installed: ${missing.join(', ')} (Debian has them under these names)`);
  }
  if (found.length === 0) context.skip('no analyser is installed');
  const wrong: string[] = [];
  const unknown: string[] = [];
  const silent: string[] = [];
  let milliseconds = 0;
  for (const name of programs) {
    const { first, isReal } = markedLine(join(seeded, name));
    const started = performance.now();
    const verdicts = await verdictsOf(name, inputOptions(first), found);
    milliseconds += performance.now() - started;
    if (verdicts.length === 0) silent.push(name);
    if (verdicts.includes(isReal ? 'infeasible' : 'confirmed')) wrong.push(`${name}: ${verdicts.join()}`);
    else if (verdicts.includes('unknown')) unknown.push(`${name}: ${verdicts.join()}`);
  }
  console.log(
    `${programs.length} programs verified in ${(milliseconds / 1000).toFixed(1)} s; unknown: ${unknown.join('; ') || 'none'}`,
  );
  expect(programs).toHaveLength(30);
  expect(wrong).toEqual([]);
  expect(unknown.length).toBeLessThanOrEqual(3);
  if (found.length === analysers.length) expect(silent).toEqual([]);
  expect(milliseconds).toBeLessThan(180_000);
});

/** Nobody said what the program is given: what is true is then unknown at worst. */
test('without their flags no bug is called infeasible', { timeout: 600_000 }, async (context) => {
  const found = analysersHere();
  if (found.length === 0) context.skip('no analyser is installed');
  const real = programs.filter((name) => markedLine(join(seeded, name)).isReal);
  const told: string[] = [];
  for (const name of real) {
    const { entry } = inputOptions(markedLine(join(seeded, name)).first);
    told.push(`${name}: ${(await verdictsOf(name, entry === undefined ? {} : { entry }, found)).join()}`);
  }
  console.log(told.join('\n'));
  expect(real).toHaveLength(15);
  expect(told.filter((each) => each.includes('infeasible'))).toEqual([]);
});
