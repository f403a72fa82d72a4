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
  /** Polled by a running solve: has its time come? */
  readonly expired: number;
}

let native: Native | undefined;
let deadline = 0;

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
    expired: module.addFunction(() => (performance.now() > deadline ? 1 : 0), 'ii'),
  };
}

const satisfiable = 10;
const unsatisfiable = 20;

/** The part of a query's time that SAT may take; the rest is left to the next layer. */
const share = 0.7;
/** Work is counted in conflicts, which repeat from run to run; the clock is only a guard. */
const conflictsPerMillisecond = 20;

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

/** Of a first try: milliseconds, and the attempt it has. Most questions for SAT take a tenth of that. */
const firstTryMs = 250;
const firstTry = attempts.slice(0, 1);

/** Bit-blasting and SAT. A new solver per query: its state, and so its model, is a function of the query. */
export function cadical(next: Layer, knowledge: Knowledge, seed: number): Layer {
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
      const deadlineOfAll = performance.now() + (isFirstTry ? Math.min(firstTryMs, time) : time);
      for (const attempt of isFirstTry ? firstTry : attempts) {
        const answer = run(native, clauses, blaster, time, deadlineOfAll, attempt, seed);
        if (answer !== undefined) return answer;
      }
      if (isFirstTry) return { kind: 'unknown', reason: 'timeout' };
      return next.solve({ constraints: query.constraints, timeLimit: query.timeLimit * (1 - share) });
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
  until: number,
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
    deadline = until;
    calls._ccadical_set_terminate(solver, 0, calls.expired);
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
