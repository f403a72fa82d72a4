import type { Site } from '../../src/abi/site.js';
import { Entry, type Trace } from '../../src/abi/trace.js';
import { Builder } from '../../src/expr/build.js';
import { ExprStore } from '../../src/expr/store.js';
import type { Approximation, CheckNote, RunResult } from '../../src/runtime/types.js';
import { WatchLog } from '../../src/runtime/watch-log.js';
import type { Engine } from '../../src/search/contracts/engine.js';
import type { Answer, Session } from '../../src/solver/types.js';
import type { CheckerId, Failure } from '../../src/vocabulary/finding.js';
import { interpret, type Statement, toyPrograms } from './toy-programs.js';
import { evaluate, Sym, variablesOf } from './toy-values.js';

/** What a toy program may do: the same vocabulary an instrumented one logs. */
export class ToyContext {
  readonly #muted = new Set<number>();
  constructor(
    readonly builder: Builder,
    readonly input: Uint8Array,
    readonly log: ToyLog,
  ) {}

  byte(index: number): Sym {
    const variable = this.builder.store.variable(index);
    return new Sym(this.builder, this.builder.zext(variable, 32), this.input[index]);
  }

  if(site: number, condition: Sym): boolean {
    const { builder } = this;
    this.log.coverage[site * 2 + condition.value] = 1;
    this.log.push(Entry.Branch, condition.value ? condition.id : builder.not(condition.id), site, condition.value);
    return condition.value === 1;
  }

  switch(site: number, index: Sym): number {
    this.log.push(Entry.Switch, index.id, site, index.value);
    const targets = toySites[site].targets!;
    return targets[Math.min(index.value, targets.length - 1)];
  }

  pin(site: number, value: Sym): number {
    this.log.push(Entry.Concretization, value.eq(value.value).id, site, value.id);
    return value.value;
  }

  /** A check that does not trap: the site is muted for the rest of the run. */
  check(site: number, checker: CheckerId, fails: Sym): boolean {
    if (this.#muted.has(site)) return fails.value === 1;
    this.log.checks.push({ checker, site });
    this.log.push(fails.value ? Entry.Failed : Entry.Check, fails.id, site, this.log.checks.length - 1);
    if (fails.value) {
      this.#muted.add(site);
      this.fail(site, checker);
    }
    return fails.value === 1;
  }

  fail(site: number, checker: CheckerId): void {
    const place = toySites[site].place!;
    const stack = [`toy toy.c:${place.line}`];
    this.log.failures.push({ checker, also: [], message: `${checker} here`, place, stack });
  }

  assume(site: number, holds: Sym): void {
    if (holds.value) this.log.push(Entry.Assume, holds.id, site, -1);
    else {
      this.log.push(Entry.Failed, this.builder.not(holds.id), site, -1);
      throw new BrokenAssumption();
    }
  }
}

class BrokenAssumption extends Error {}

class ToyLog {
  readonly trace: Trace = {
    length: 0,
    kind: new Uint8Array(4096),
    expr: new Int32Array(4096),
    site: new Int32Array(4096),
    value: new Int32Array(4096),
  };
  checks: CheckNote[] = [];
  failures: Failure[] = [];
  approximations: Approximation[] = [];
  readonly coverage = new Uint8Array(toySites.length * 2);

  push(kind: Entry, expr: number, site: number, value: number): void {
    const { trace } = this;
    const i = trace.length++;
    trace.kind[i] = kind;
    trace.expr[i] = expr;
    trace.site[i] = site;
    trace.value[i] = value;
  }
}

/** Sites 0..31 are branches and checks at their own line; 32.. are switches. */
export const toySites: Site[] = Array.from({ length: 40 }, (_, i) => ({
  kind: i < 32 ? 'branch' : 'switch',
  function: 0,
  place: { file: 'toy.c', line: i + 1, column: 1, function: 'toy' },
  ...(i < 32 ? {} : { targets: [0, 1, 1, 2, 0, 3] }),
}));

export interface ToySetup {
  /** A name in toy-programs.ts, or a program as data. */
  readonly program: string | readonly Statement[];
  readonly bytes: number;
  /** Input bytes range over 0 .. domain - 1, so that brute force is possible. */
  readonly domain: number;
  /** Queries with more variables than this stay unknown. */
  readonly unknownAbove?: number;
  /** The same of first tries: such a question is answered when it is asked again. */
  readonly hardAbove?: number;
  /** Is told what happens; for searches on this thread. */
  readonly events?: ('run' | 'first try' | 'again')[];
  /** The oracle never fails. */
  readonly blindOracle?: boolean;
  /** A run, or a replay, of an input with this second byte ends the thread it is in, as too little memory does. */
  readonly deadlyRun?: number;
  readonly deadlyReplay?: number;
}

export function runToy(setup: ToySetup, builder: Builder, input: Uint8Array): RunResult {
  const log = new ToyLog();
  const full = new Uint8Array(setup.bytes);
  full.set(input.subarray(0, setup.bytes));
  let outcome: RunResult['outcome'] = 'returned';
  try {
    const program = typeof setup.program === 'string' ? toyPrograms[setup.program] : interpret(setup.program);
    outcome = program(new ToyContext(builder, full, log)) ?? 'returned';
  } catch (error) {
    if (!(error instanceof BrokenAssumption)) throw error;
    outcome = 'assume';
  }
  return {
    outcome,
    exitCode: 0,
    trace: log.trace,
    checks: log.checks,
    guesses: [],
    watches: new WatchLog(),
    failedWatches: new WatchLog(),
    failures: log.failures,
    failurePositions: log.failures.map(() => -1),
    approximations: log.approximations,
    iterations: 0,
    regions: [{ name: 'data', offset: 0, size: setup.bytes, plan: { kind: 'bytes' } }],
    input: full,
    output: new Uint8Array(0),
    coverage: log.coverage,
  };
}

/** Brute force over the variables that matter: slow, obviously right, and a function of the query alone. */
class ToySession implements Session {
  readonly #assumed: number[] = [];
  constructor(
    readonly store: ExprStore,
    readonly base: Uint8Array,
    readonly setup: ToySetup,
  ) {}

  assume(constraint: number): void {
    if (evaluate(this.store, constraint, this.base) !== 1) throw new Error('assumed something the input contradicts');
    this.#assumed.push(constraint);
  }

  check(constraint: number, isFirstTry = false): Answer {
    this.setup.events?.push(isFirstTry ? 'first try' : 'again');
    const vars = new Set<number>();
    variablesOf(this.store, constraint, vars);
    const relevant = [constraint];
    const rest = new Set(this.#assumed);
    for (let changed = true; changed; ) {
      changed = false;
      for (const other of rest) {
        const its = new Set<number>();
        variablesOf(this.store, other, its);
        if (![...its].some((one) => vars.has(one))) continue;
        for (const one of its) vars.add(one);
        relevant.push(other);
        rest.delete(other);
        changed = true;
      }
    }
    const list = [...vars].sort((a, b) => a - b);
    const { unknownAbove = Infinity, hardAbove = Infinity } = this.setup;
    const most = isFirstTry ? Math.min(unknownAbove, hardAbove) : unknownAbove;
    if (list.length > most) return { kind: 'unknown', reason: 'timeout' };
    const input = this.base.slice();
    const values = new Uint8Array(list.length);
    for (;;) {
      list.forEach((one, i) => {
        input[one] = values[i];
      });
      if (relevant.every((one) => evaluate(this.store, one, input) === 1)) {
        return { kind: 'sat', model: { vars: list, values } };
      }
      let i = 0;
      while (i < values.length && ++values[i] === this.setup.domain) values[i++] = 0;
      if (i === values.length) return { kind: 'unsat' };
    }
  }
}

export function openEngine(setup: ToySetup): Engine {
  const store = new ExprStore();
  const builder = new Builder(store);
  const run = (input: Uint8Array) => {
    if (setup.deadlyRun !== undefined && input[1] === setup.deadlyRun) process.exit(1);
    setup.events?.push('run');
    return runToy(setup, builder, input);
  };
  const call = () => {
    throw new Error('toys have no functions');
  };
  return {
    program: {
      store,
      builder,
      sites: toySites,
      run,
      clear: () => store.clear(),
      call,
      symbolicBytes: () => [],
      fuelLeft: 0,
    },
    coveragePoints: toySites.length * 2,
    open: (base) => new ToySession(store, base, setup),
    evaluate: (expr, input) => BigInt(evaluate(store, expr, input)),
    replay: () => ({
      hang: () => undefined,
      overflow: () => undefined,
      replay: (input) => {
        if (setup.deadlyReplay !== undefined && input[1] === setup.deadlyReplay) process.exit(1);
        return setup.blindOracle ? { ...run(input), failures: [] } : run(input);
      },
    }),
    clear: () => store.clear(),
    solverStats: () => ({ layers: [{ name: 'toy', answered: 0, milliseconds: 0 }], cacheHits: 0 }),
  };
}
