import { readFileSync } from 'node:fs';
import { Builder } from '../src/expr/build.js';
import { ExprStore } from '../src/expr/store.js';
import { loadCadical } from '../src/solver/cadical.js';
import { type Chain, createChain } from '../src/solver/chain.js';
import { type RecordedSession, readSessions, replay } from '../src/solver/playback.js';
import { recordSessions } from '../src/solver/record.js';
import type { Answer } from '../src/solver/types.js';
import { checkWith, newSolver } from '../src/solver/z3/direct.js';
import { loadZ3 } from '../src/solver/z3/module.js';
import { Terms } from '../src/solver/z3/terms.js';
import { explore, type Program } from './solver/concolic.js';
import { parsers, puzzles } from './solver/programs.js';

interface Case {
  readonly name: string;
  readonly program: Program;
  readonly size: number;
  readonly paths: number;
}

interface Result {
  readonly queries: number;
  readonly milliseconds: number;
  readonly kinds: readonly Answer['kind'][];
}

/** What exploring the programs asks, as a recorded stream. */
function record(cases: readonly Case[]): string[] {
  const lines: string[] = [];
  const builder = new Builder(new ExprStore());
  const chain = recordSessions(createChain(builder), builder.store, (line) => lines.push(line));
  for (const { program, size, paths } of cases) explore(program, builder, chain, size, paths);
  return lines;
}

function runChain(sessions: readonly RecordedSession[], chain: Chain): Result {
  const kinds: Answer['kind'][] = [];
  const start = performance.now();
  for (const session of sessions) replay(session, chain.session(session.base), (answer) => kinds.push(answer.kind));
  return { queries: kinds.length, milliseconds: performance.now() - start, kinds };
}

/** One context, push and pop, on this thread; stops after `budget` milliseconds. */
function runZ3(sessions: readonly RecordedSession[], store: ExprStore, timeLimit: number, budget: number): Result {
  const z3 = loadZ3();
  const context = z3._Z3_mk_context(z3._Z3_mk_config());
  const solver = newSolver(z3, context, timeLimit);
  const terms = new Terms(z3, context, store);
  const kinds: Answer['kind'][] = [];
  const start = performance.now();
  for (const session of sessions) {
    z3._Z3_solver_push(context, solver);
    for (const { kind, constraint } of session.steps) {
      if (kind === 'assume') z3._Z3_solver_assert(context, solver, terms.condition(constraint));
      else {
        z3._Z3_solver_push(context, solver);
        kinds.push(checkWith(z3, context, solver, terms, [constraint])?.kind ?? 'unknown');
        z3._Z3_solver_pop(context, solver, 1);
      }
    }
    z3._Z3_solver_pop(context, solver, 1);
    if (performance.now() - start > budget) break;
  }
  const milliseconds = performance.now() - start;
  z3._Z3_del_context(context);
  return { queries: kinds.length, milliseconds, kinds };
}

const rate = ({ queries, milliseconds }: Result): number => (queries / milliseconds) * 1000;

function compare(title: string, lines: readonly string[], timeLimit: number, budget: number): number {
  const store = new ExprStore();
  const sessions = readSessions(lines, store);
  const chain = createChain(new Builder(store), { timeLimit });
  const ours = runChain(sessions, chain);
  const theirs = runZ3(sessions, store, timeLimit, budget);
  const disagreements = theirs.kinds.filter(
    (kind, index) => kind !== ours.kinds[index] && kind !== 'unknown' && ours.kinds[index] !== 'unknown',
  );
  const count = (kinds: readonly string[], kind: string) => kinds.filter((other) => other === kind).length;
  const ratio = rate(ours) / rate(theirs);
  console.log(`${title}: ${ours.queries} queries in ${sessions.length} sessions`);
  for (const [name, result] of [
    ['chain', ours],
    ['z3', theirs],
  ] as const) {
    const { kinds } = result;
    console.log(
      `  ${name.padEnd(6)} ${rate(result).toFixed(0).padStart(7)} queries/s  (${result.queries} asked, ${count(kinds, 'sat')} sat, ${count(kinds, 'unsat')} unsat, ${count(kinds, 'unknown')} unknown)`,
    );
  }
  console.log(`  ratio  ${ratio.toFixed(1)} x   disagreements ${disagreements.length}   bad models ${chain.badModels}`);
  for (const { name, queries, sat, unsat, unknown, milliseconds } of chain.stats()) {
    if (queries === 0) continue;
    const answered = `${sat} sat ${unsat} unsat ${unknown} unknown`;
    const each = ((milliseconds / queries) * 1000).toFixed(1);
    console.log(`    ${name.padEnd(10)} ${String(queries).padStart(6)} seen, answered ${answered}; ${each} µs each`);
  }
  return ratio;
}

export async function solverBench(): Promise<void> {
  await loadCadical();
  compare('parser-like stream', record(parsers), 5000, 20_000);
  compare('stream that needs SAT', record(puzzles), 5000, 60_000);
}

/** `tsx bench/solver.ts [file…]`: the bench's own streams, or streams recorded with NEARMISS_RECORD. */
if (process.argv[1]?.endsWith('solver.ts')) {
  const files = process.argv.slice(2);
  if (files.length === 0) await solverBench();
  else await loadCadical();
  for (const file of files) compare(file, readFileSync(file, 'utf8').trimEnd().split('\n'), 5000, 20_000);
}
