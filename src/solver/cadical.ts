import { type CadicalModule, loadCadical as loadModule } from 'cadical-wasm';
import { Blaster } from './blast/blast.js';
import { type Clauses, clausesOf } from './blast/clauses.js';
import type { Literal } from './blast/gates.js';
import { domainsOf } from './domains.js';
import type { Knowledge } from './knowledge.js';
import type { Answer, Layer, Query } from './types.js';

/** CaDiCaL's C interface, called directly: the package's wrapper keeps books we don't need, per literal. */
interface Native {
  _ccadical_init(): number;
  _ccadical_release(solver: number): void;
  _ccadical_add(solver: number, literal: number): void;
  _ccadical_solve(solver: number): number;
  _ccadical_val(solver: number, literal: number): number;
  _ccadical_set_terminate(solver: number, state: number, callback: number): void;
  limit(solver: number, name: string, value: number): void;
  option(solver: number, name: string, value: number): void;
  /** Polled by a running solve, each time it has done about as much: is that enough? */
  readonly enough: number;
}

let native: Native | undefined;
/** Of the solve that is running: how often it may poll yet, and until when. */
let pollsLeft = 0;
let deadline = 0;
let isStopped = (): boolean => false;
/** By all solves of this worker. */
let polls = 0;

/** How much SAT has done so far in this worker, in milliseconds of an idle machine: a count of work, not a time. */
export const satWorkMs = (): number => polls / pollsPerMillisecond;

/** CaDiCaL is synchronous once loaded, and loading is not: await this before the first chain. */
export async function loadCadical(): Promise<void> {
  if (native !== undefined) return;
  const module: CadicalModule = await loadModule();
  const calls = module as unknown as Native;
  native ??= {
    _ccadical_init: calls._ccadical_init,
    _ccadical_release: calls._ccadical_release,
    _ccadical_add: calls._ccadical_add,
    _ccadical_solve: calls._ccadical_solve,
    _ccadical_val: calls._ccadical_val,
    _ccadical_set_terminate: calls._ccadical_set_terminate,
    limit: module.cwrap('ccadical_limit', null, ['number', 'string', 'number']),
    option: module.cwrap('ccadical_set_option', null, ['number', 'string', 'number']),
    enough: module.addFunction(() => (isEnough() ? 1 : 0), 'ii'),
  };
}

const satisfiable = 10;
const unsatisfiable = 20;

/** The part of a query's time that SAT may take; the rest is left to the next layer. */
const share = 0.7;
export const z3Part = 1 - share;
/**
 * Work is counted in conflicts and in polls, both of which repeat from run to run. The clock is only a guard, for
 * machines many times slower: an answer that depends on it is another one when something else is running.
 */
const conflictsPerMillisecond = 20;
const pollsPerMillisecond = 20;
/** The clock ends what takes so many times as long as its work should. */
const patience = 4;
/** Polls between two looks at the clock. */
const pollsPerLook = 16;

function isEnough(): boolean {
  polls++;
  if (--pollsLeft <= 0) return true;
  return pollsLeft % pollsPerLook === 0 && (performance.now() > deadline || isStopped());
}

interface Attempt {
  readonly options: Readonly<Record<string, number>>;
  /** The part of the conflicts allowed. */
  readonly part: number;
}

/** Search times have long tails: another start often ends sooner than going on. Phase 0 prefers small numbers. */
const attempts: readonly Attempt[] = [
  { options: { phase: 0 }, part: 0.15 },
  { options: { phase: 0, inprocessing: 0, seed: 1 }, part: 0.25 },
  { options: { seed: 2 }, part: 0.6 },
];

/** Of a first try: milliseconds' worth of work, and the attempt it has. Most questions for SAT take a tenth of that. */
const firstTryMs = 250;
const firstTry = attempts.slice(0, 1);

/** Bit-blasting and SAT. A new solver per query: its state, and so its model, is a function of the query. */
export function cadical(next: Layer, knowledge: Knowledge, seed: number, isGivenUp = (): boolean => false): Layer {
  const blaster = new Blaster(knowledge.store);
  return {
    name: 'cadical',
    solve(query) {
      if (native === undefined) return next.solve(query);
      if (domainsOf(query, knowledge).core !== undefined) return { kind: 'unsat' };
      blaster.clear();
      const clauses = clausesOf(blaster.circuit, circuitOf(query, blaster, knowledge));
      if (clauses === undefined) return { kind: 'unsat' };
      const { isFirstTry = false } = query;
      const time = query.timeLimit * share;
      deadline = performance.now() + patience * time;
      isStopped = isGivenUp;
      for (const attempt of isFirstTry ? firstTry : attempts) {
        const work = isFirstTry ? Math.min(firstTryMs, time) : time * attempt.part;
        pollsLeft = Math.max(1, Math.round(work * pollsPerMillisecond));
        const answer = run(native, clauses, blaster, time, attempt, seed);
        if (answer !== undefined) return answer;
      }
      if (isFirstTry || isGivenUp()) return { kind: 'unknown', reason: 'timeout' };
      return next.solve({ constraints: query.constraints, timeLimit: query.timeLimit * z3Part });
    },
  };
}

/** Constraints over single bytes go in as the set of values they leave, which is smaller than what they say. */
function circuitOf(query: Query, blaster: Blaster, knowledge: Knowledge): Literal[] {
  const { vars, sets, others } = domainsOf(query, knowledge);
  const roots: Literal[] = [];
  for (let index = 0; index < vars.length; index++) roots.push(blaster.member(vars[index], sets[index]));
  for (const constraint of others) roots.push(blaster.constraint(constraint));
  return roots;
}

function run(
  calls: Native,
  clauses: Clauses,
  blaster: Blaster,
  timeLimit: number,
  { options, part }: Attempt,
  seed: number,
): Answer | undefined {
  const { data, length, variableOf } = clauses;
  const add = calls._ccadical_add;
  const solver = calls._ccadical_init();
  try {
    for (const [name, value] of Object.entries(options))
      calls.option(solver, name, name === 'seed' ? value + seed : value);
    for (let index = 0; index < length; index++) add(solver, data[index]);
    calls.limit(solver, 'conflicts', Math.max(1, Math.round(timeLimit * part * conflictsPerMillisecond)));
    calls._ccadical_set_terminate(solver, 0, calls.enough);
    const status = calls._ccadical_solve(solver);
    if (status === unsatisfiable) return { kind: 'unsat' };
    if (status !== satisfiable) return undefined;
    const vars = [...blaster.inputs.keys()].sort((left, right) => left - right);
    const values = Uint8Array.from(vars, (variable) => {
      let value = 0;
      blaster.inputs.get(variable)!.forEach((literal, bit) => {
        const number = variableOf[literal >> 1];
        if (number !== 0 && calls._ccadical_val(solver, number) > 0) value |= 1 << bit;
      });
      return value;
    });
    return { kind: 'sat', model: { vars, values } };
  } finally {
    calls._ccadical_release(solver);
  }
}
