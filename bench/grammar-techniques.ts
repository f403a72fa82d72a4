import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeInput } from '../src/inputs/encode.js';
import { flatSize } from '../src/inputs/layout.js';
import type { InputPlan, Size } from '../src/inputs/plan.js';
import { chooseCheckers } from '../src/modes/choose-checkers.js';
import { openEngine } from '../src/modes/engine.js';
import { defaults } from '../src/modes/explore.js';
import { type GrammarOptions, readGrammars } from '../src/modes/grammars.js';
import { makeProgram } from '../src/modes/make-program.js';
import { coverageByFile, summarizeCoverage } from '../src/report/coverage.js';
import type { BranchCoverage } from '../src/report/covered-parts.js';
import { confirmation } from '../src/search/confirming/confirm.js';
import type { ExploreDriver } from '../src/search/exploring/explore-driver.js';
import { Explorer } from '../src/search/exploring/explorer.js';
import { RandomInputs } from '../src/search/exploring/random-inputs.js';
import { Buckets, bucketKey } from '../src/search/results/buckets.js';
import { TestTable } from '../src/search/results/test-table.js';
import { SharedMemory } from '../src/search/workers/threads/shared-memory.js';
import { escapeBytes } from '../src/vocabulary/escape.js';
import type { Place } from '../src/vocabulary/place.js';

/** A program with a grammar, and which of its lines the planted bug stands on. */
export interface Example {
  /** Bytes of input for techniques without a grammar: more than the longest test by hand. */
  readonly size: number;
  readonly options: GrammarOptions;
  readonly planted: RegExp;
}

export const examples = {
  calc: { size: 64, options: {}, planted: /places\[value\]/ },
  sql: { size: 64, options: {}, planted: /sum \/ count/ },
  cue: { size: 64, options: {}, planted: /tracks\[current - 1\]/ },
  ftp: { size: 1200, options: { maxToken: 1100 }, planted: /strcat\(resolved, path\)/ },
} as const satisfies Readonly<Record<string, Example>>;
export type ExampleName = keyof typeof examples;

export const techniques = ['grammar + concolic', 'concolic', 'grammar, listed', 'random', 'tests by hand'] as const;
export type Technique = (typeof techniques)[number];

export interface Outcome {
  readonly inputs: number;
  readonly paths: number;
  /** Of its paths, those that end with the program saying yes, or failing behind its parser. */
  readonly accepted: number;
  readonly branches: { readonly covered: number; readonly total: number };
  /** Each arm that was taken: `file:line:column arm`. */
  readonly arms: ReadonlySet<string>;
  /** Bugs that failed again in the oracle, and whether the planted one is among them. */
  readonly bugs: readonly Place[];
  readonly foundPlanted: boolean;
  readonly isDone: boolean;
  /** Of processor time. */
  readonly seconds: number;
}

/** Copies an example and has flex and bison make its C there. */
export function generateExample(name: ExampleName, folder: string): readonly string[] {
  cpSync(fileURLToPath(new URL(`../examples/grammar/${name}`, import.meta.url)), folder, { recursive: true });
  const run = (tool: string, ...args: string[]) => {
    const { status, stderr, error } = spawnSync(tool, args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${tool}: ${stderr ?? error} (apt-get install flex bison)`);
  };
  // The server has a parser of its own: its grammar only describes what it reads.
  if (name !== 'ftp') {
    run('bison', '-d', '-o', `${name}.tab.c`, `${name}.y`);
    run('flex', '-o', `${name}.lex.c`, `${name}.l`);
  }
  return readdirSync(folder)
    .filter((file) => file.endsWith('.c'))
    .sort()
    .map((file) => join(folder, file));
}

/**
 * One technique on one example for so many seconds of processor time, which a busy machine distorts less than the
 * clock; with `patience` for up to so many until the planted bug shows. On this thread, with every checker on.
 */
export async function runTechnique(
  name: ExampleName,
  folder: string,
  sources: readonly string[],
  technique: Technique,
  seconds: number,
  patience = seconds,
): Promise<Outcome> {
  const { size, options, planted }: Example = examples[name];
  const grammars = [{ grammar: join(folder, `${name}.y`), tokens: join(folder, `${name}.l`) }];
  const stdin: Size = { min: 0, max: technique === 'tests by hand' ? 256 : size };
  const withGrammar = technique.startsWith('grammar');
  const given = withGrammar ? { ...options, grammars, concrete: technique === 'grammar, listed' || undefined } : {};
  const read = readGrammars(given, true);
  const made = await makeProgram({ sources: [...sources], ...(withGrammar ? {} : { stdin }), ...given }, {}, read);
  const { plan, prepared, templates } = made;
  const checkers = chooseCheckers('all');
  const { fuel, solverTime } = defaults;
  const engine = await openEngine({ prepared, plan, checkers, fuel, solverTime, templates });
  const tests = technique === 'tests by hand' ? handWritten(join(folder, 'tests'), plan) : [];
  const limits = { maxRuns: tests.length > 0 ? tests.length : Infinity, maxTests: Infinity };
  const shared = SharedMemory.create(prepared.coverage.length, limits);
  const driver = ((): ExploreDriver => {
    if (!withGrammar && technique !== 'concolic') {
      return new RandomInputs(engine, shared, 1, tests.length > 0 ? tests : [new Uint8Array(flatSize(plan))]);
    }
    const explorer = new Explorer(engine, shared, {
      search: 'generational',
      rng: 1,
      stopOnFirst: false,
      takesFirstInputs: withGrammar,
    });
    if (!withGrammar) explorer.start(new Uint8Array(flatSize(plan)));
    return explorer;
  })();
  const kept = new TestTable();
  const buckets = new Buckets();
  const start = process.cpuUsage();
  const spent = (): number => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1e6;
  };
  const isPlanted = ({ file, line }: Place): boolean => planted.test(lineOf(folder, file, line));
  let limit = patience;
  const isOver = (): boolean => spent() > limit;
  // One expansion of a long input may take minutes: it is asked before each query.
  Object.defineProperty(shared, 'stopped', { get: isOver });
  let state: ReturnType<ExploreDriver['step']> = 'more';
  while (state === 'more') {
    state = driver.step(performance.now() + 50);
    const harvest = driver.harvest();
    kept.merge(harvest.records);
    buckets.merge(harvest.buckets);
    if (limit > seconds && buckets.sorted().some(({ failure }) => isPlanted(failure.place))) limit = seconds;
    if (isOver()) break;
  }
  const took = spent();
  const bugs = buckets
    .sorted()
    .filter(({ failure, candidates }) =>
      candidates.some(({ input, failures }) => {
        const fails = failures.some((one) => bucketKey(one) === bucketKey(failure));
        return fails && confirmation(engine.replay(), input, failure) !== undefined;
      }),
    )
    .map(({ failure }) => failure.place);
  let accepted = 0;
  for (let i = 0; i < kept.size; i++) {
    const { exitCode, failures } = kept.at(i);
    if (exitCode === 0 || failures.length > 0) accepted++;
  }
  const files = coverageByFile(prepared.coverage, shared.covered);
  const arms = new Set(files.flatMap(({ file, branches }) => branches.flatMap((branch) => armsOf(file, branch))));
  engine.clear();
  return {
    inputs: shared.runs,
    paths: kept.size,
    accepted,
    branches: summarizeCoverage(files).branches,
    arms,
    bugs,
    foundPlanted: bugs.some(isPlanted),
    isDone: state === 'idle',
    seconds: took,
  };
}

const armsOf = (file: string, { line, column, arms }: BranchCoverage): string[] =>
  arms.flatMap((taken, arm) => (taken ? [`${file.split('/').at(-1)}:${line}:${column} arm ${arm}`] : []));

function lineOf(folder: string, file: string, line: number): string {
  return readFileSync(join(folder, file.split('/').at(-1)!), 'utf8').split('\n')[line - 1] ?? '';
}

function handWritten(folder: string, plan: InputPlan): Uint8Array[] {
  return readdirSync(folder)
    .sort()
    .map((file) => encodeInput(plan, { stdin: escapeBytes(readFileSync(join(folder, file))) }));
}
