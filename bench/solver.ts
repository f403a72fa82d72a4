import { readFileSync } from 'node:fs';
import { Builder } from '../src/expr/build.js';
import { ExprStore } from '../src/expr/store.js';
import { loadCadical } from '../src/solver/cadical.js';
import { createChain } from '../src/solver/chain.js';
import { recordSessions } from '../src/solver/record.js';
import type { Answer } from '../src/solver/types.js';
import { checkWith, newSolver } from '../src/solver/z3/direct.js';
import { loadZ3 } from '../src/solver/z3/module.js';
import { Terms } from '../src/solver/z3/terms.js';
import { explore, type Program } from './solver/concolic.js';
import { type RecordedSession, readSessions, replay } from './solver/playback.js';
import { parsers, puzzles } from './solver/programs.js';

interface Case {
  readonly name: string;
  readonly program: Program;
  readonly size: number;
  readonly paths: number;
}

/** Sessions between turns. */
const blockSize = 50;

/** What exploring the programs asks, as a recorded stream. */
function record(cases: readonly Case[]): string[] {
  const lines: string[] = [];
  const builder = new Builder(new ExprStore());
  const chain = recordSessions(createChain(builder), builder.store, (line) => lines.push(line));
  for (const { program, size, paths } of cases) explore(program, builder, chain, size, paths);
  return lines;
}

/** What a run of sessions took and said, added to run by run. */
class Tally {
  readonly kinds: Answer['kind'][] = [];
  milliseconds = 0;

  add(run: (kinds: Answer['kind'][]) => void): void {
    const start = performance.now();
    run(this.kinds);
    this.milliseconds += performance.now() - start;
  }
  get rate(): number {
    return (this.kinds.length / this.milliseconds) * 1000;
  }
  count(kind: Answer['kind']): number {
    return this.kinds.filter((other) => other === kind).length;
  }
}

/** z3 as one would use it plainly: one context and solver, push and pop, on this thread. */
class PlainZ3 {
  readonly #z3 = loadZ3();
  readonly #context = this.#z3._Z3_mk_context(this.#z3._Z3_mk_config());
  readonly #solver: number;
  readonly #terms: Terms;

  constructor(store: ExprStore, timeLimit: number) {
    this.#solver = newSolver(this.#z3, this.#context, timeLimit);
    this.#terms = new Terms(this.#z3, this.#context, store);
  }

  run({ steps }: RecordedSession, kinds: Answer['kind'][]): void {
    const z3 = this.#z3;
    const [context, solver, terms] = [this.#context, this.#solver, this.#terms];
    z3._Z3_solver_push(context, solver);
    for (const { kind, constraint } of steps) {
      if (kind === 'assume') z3._Z3_solver_assert(context, solver, terms.condition(constraint));
      else {
        z3._Z3_solver_push(context, solver);
        kinds.push(checkWith(z3, context, solver, terms, [constraint])?.kind ?? 'unknown');
        z3._Z3_solver_pop(context, solver, 1);
      }
    }
    z3._Z3_solver_pop(context, solver, 1);
  }
}

function compare(title: string, lines: readonly string[], timeLimit: number, budget: number): number {
  const store = new ExprStore();
  const sessions = readSessions(lines, store);
  const chain = createChain(new Builder(store), { timeLimit });
  const z3 = new PlainZ3(store, timeLimit);
  const ours = new Tally();
  const theirs = new Tally();
  // Turn by turn, so that whatever else the machine does slows both; z3 stops when its time is up.
  for (let from = 0; from < sessions.length; from += blockSize) {
    const block = sessions.slice(from, from + blockSize);
    ours.add((kinds) => {
      for (const session of block) replay(session, chain.session(session.base), (answer) => kinds.push(answer.kind));
    });
    for (const session of block) if (theirs.milliseconds < budget) theirs.add((kinds) => z3.run(session, kinds));
  }
  const disagreements = theirs.kinds.filter(
    (kind, index) => kind !== ours.kinds[index] && kind !== 'unknown' && ours.kinds[index] !== 'unknown',
  );
  console.log(`${title}: ${ours.kinds.length} queries in ${sessions.length} sessions`);
  for (const [name, tally] of Object.entries({ chain: ours, z3: theirs })) {
    const counts = `${tally.count('sat')} sat, ${tally.count('unsat')} unsat, ${tally.count('unknown')} unknown`;
    console.log(
      `  ${name.padEnd(6)} ${tally.rate.toFixed(0).padStart(7)} queries/s  (${tally.kinds.length}: ${counts})`,
    );
  }
  const ratio = ours.rate / theirs.rate;
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
