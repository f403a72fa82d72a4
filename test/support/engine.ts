import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../src/cli/main.js';
import type { Summary } from '../../src/index.js';
import { decodeInput } from '../../src/inputs/decode.js';
import type { Exploration } from '../../src/modes/explore.js';
import { summarize } from '../../src/report/summary.js';
import { savedRuns } from '../../src/report/tests.js';
import { UserError } from '../../src/vocabulary/errors.js';
import type { Libc } from '../../src/vocabulary/libc.js';
import { bruteForce, exploredPaths } from './brute-force.js';
import type { ProgramCase } from './expectations.js';
import { exploreHere, type Opened, type OpenedProgram, openOptions, openProgram } from './opened.js';
import { untrueBytes, untrueEntries } from './trace-truth.js';

/** What came of a case: the contract's object and what else expectations speak of. */
export interface Outcome {
  readonly exit?: number;
  readonly stderr: string;
  readonly summary: Summary | undefined;
  /** The inputs of the tests, by name. */
  readonly inputs: readonly Record<string, unknown>[];
  /** In what brute force and the exploration disagree, or a shadow and its value, one sentence each. */
  readonly bruteForce: readonly string[];
}

/** A case explored on this thread: one exploration that several oracles are asked about. */
export interface ExploredCase {
  readonly program: ProgramCase;
  readonly opened: OpenedProgram;
  readonly exploration: Exploration;
}

/** The sentence that a user would get, when it can't be explored. */
export async function exploreCase(program: ProgramCase, libc?: Libc): Promise<ExploredCase | string> {
  if (program.command[0] !== 'explore') throw new Error(`not a command test programs use: ${program.command[0]}`);
  try {
    const opened = await openProgram(program.file, { ...openOptions(program.command.slice(1)), libc });
    return { program, opened, exploration: exploreHere(opened) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.message;
  }
}

/** What came of it, with every shadow held against its value, and all combinations of its brute-force line run. */
export function outcomeOf(explored: ExploredCase | string): Outcome {
  if (typeof explored === 'string') {
    return { exit: 2, stderr: explored, summary: undefined, inputs: [], bruteForce: [] };
  }
  const { program, opened, exploration } = explored;
  const summary = summarize(exploration);
  const inputs = Array.from(savedRuns(exploration), ({ record }) => {
    const { input, layout } = record();
    return decodeInput(exploration.plan, input, layout);
  });
  const disagreements = [...untruths(opened, exploration), ...untrueCoverage(opened, exploration)];
  if (program.bruteForce) {
    const brute = bruteForce(opened, program.bruteForce);
    const explored = exploredPaths(exploration);
    disagreements.push(
      ...setDifference('paths', brute.paths, explored),
      ...setDifference(
        'failures',
        brute.failures,
        new Set(summary.findings.map(({ checker, line }) => `${checker} at line ${line}`)),
      ),
    );
  }
  return { stderr: '', summary, inputs, bruteForce: disagreements };
}

/** Runs the tests again and holds every expression, of the trace and of memory, against the concrete run. */
function untruths({ engine }: Opened, { tests }: Exploration): string[] {
  const wrong: string[] = [];
  for (let i = 0; i < Math.min(tests.size, 60); i++) {
    const run = engine.program.run(tests.at(i).input);
    wrong.push(...untrueEntries(engine.program, run), ...untrueBytes(engine.program, run));
  }
  return wrong;
}

/** Runs the tests that would be saved again: what is called covered is what they cover, no more and no less. */
function untrueCoverage({ engine }: Opened, exploration: Exploration): string[] {
  const { coveredByTests, coverage } = exploration;
  const covered = new Uint8Array(coverage.length);
  for (const { record } of savedRuns(exploration)) {
    engine.program.run(record().input).coverage.forEach((byte, point) => {
      if (byte !== 0) covered[point] = 1;
    });
  }
  return coverage.flatMap((point, i) => {
    if (covered[i] === coveredByTests[i]) return [];
    const { file, line } = point.kind === 'arm' ? point.place : point.places[0];
    return [
      `${file}:${line} ${covered[i] ? 'is covered by a test, and not called so' : 'is called covered, and no test does'}`,
    ];
  });
}

function setDifference(what: string, brute: ReadonlySet<string>, explored: ReadonlySet<string>): string[] {
  const list = (names: string[]) => (what === 'paths' ? String(names.length) : names.join(', '));
  const missed = [...brute].filter((name) => !explored.has(name));
  const extra = [...explored].filter((name) => !brute.has(name));
  return [
    ...(missed.length > 0 ? [`${what} only brute force met: ${list(missed)}`] : []),
    ...(extra.length > 0 ? [`${what} brute force did not meet: ${list(extra)}`] : []),
  ];
}

/** Runs a case's command as a user would type it, through the threads and the out-dir. */
export async function exploreByCommand(program: ProgramCase): Promise<Outcome> {
  const out = mkdtempSync(join(tmpdir(), 'nearmiss-out-'));
  try {
    const [command, ...flags] = program.command;
    const text = { stdout: '', stderr: '' };
    const exit = await main([command!, program.file, ...flags, '--json', '--quiet', '--out', out], {
      stdout: { write: (part: string) => (text.stdout += part) },
      stderr: { write: (part: string) => (text.stderr += part) },
    });
    const summary = text.stdout.startsWith('{') ? (JSON.parse(text.stdout) as Summary) : undefined;
    return { exit, stderr: text.stderr, summary, inputs: readInputs(join(out, 'tests')), bruteForce: [] };
  } finally {
    rmSync(out, { recursive: true });
  }
}

function readInputs(folder: string): Record<string, unknown>[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')).input as Record<string, unknown>);
}
