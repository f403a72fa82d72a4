/**
 * How is one run of an instrumented program made? Owns the module's instance and the parts of the runtime, and resets
 * them between runs.
 */

import { abiModule } from '../abi/abi.js';
import { coverageBase, nullPageSize, Poison, Tag, tagBase } from '../abi/layout.js';
import { checkerIndex } from '../checkers/index.js';
import { trustedChecks } from '../checkers/trusted.js';
import { Builder } from '../expr/build.js';
import { ExprStore } from '../expr/store.js';
import { endUnmodelled } from '../host/process.js';
import { createHostState, defaultHostConfig, type HostConfig, type HostState, hostConfigWith } from '../host/wasi.js';
import { fuzzExitCode, fuzzInitialize } from '../inputs/fuzz.js';
import { flatSize, layoutOf } from '../inputs/layout.js';
import type { InputPlan, InputRegion } from '../inputs/plan.js';
import { startOf } from '../inputs/start.js';
import { FuelPrice } from '../instrument/fuel.js';
import type { Prepared } from '../instrument/prepare.js';
import { searchable } from '../platform/bytes.js';
import { enableBranchHints } from '../platform/machine.js';
import type { ExprId } from '../vocabulary/brands.js';
import type { CheckerId } from '../vocabulary/finding.js';
import { noteActivity } from './activity.js';
import { ringAlarm } from './alarm.js';
import { beforeTheRun } from './before-the-run.js';
import { type EntryCall, effectsOf, noCall } from './effects.js';
import { Failures } from './failures.js';
import { FuelTank } from './fuel-tank.js';
import { Goals } from './goals.js';
import { Heap } from './heap.js';
import { answerImports, commonEnv } from './imports.js';
import { Jumps } from './jumps.js';
import { Leaks } from './leaks.js';
import type { Stage } from './log.js';
import { MainWorlds } from './main-world.js';
import { Objects } from './objects.js';
import type { Shown } from './observed.js';
import { outcomeOf } from './outcome.js';
import { Preconditions } from './preconditions.js';
import type { ProgramOptions } from './program-options.js';
import { RegionTypes } from './region-type.js';
import { runEnds } from './run-end.js';
import { shadowAbi } from './shadow-abi.js';
import { ShadowAccesses } from './shadow-accesses.js';
import { ShadowArithmetic } from './shadow-arithmetic.js';
import { type ShadowParts, shadowEnv } from './shadow-env.js';
import { ShadowGuest } from './shadow-guest.js';
import { ShadowHeap } from './shadow-heap.js';
import { ShadowInputs } from './shadow-inputs.js';
import { ShadowLibrary } from './shadow-library.js';
import { ShadowMemory } from './shadow-memory.js';
import { ShadowObserver } from './shadow-observer.js';
import { ShadowRun } from './shadow-run.js';
import { StackTracer } from './stack-trace.js';
import { asPointer, makeArguments, makeCommandLine } from './starter.js';
import { StringModels } from './string-models.js';
import { SymbolicStrings } from './symbolic-strings.js';
import { TemplateInputs } from './template-inputs.js';
import type {
  NotedAccess,
  NotedMember,
  ObservedProgram,
  Prospect,
  Replannable,
  RunResult,
  ShadowProgram,
} from './types.js';

enableBranchHints();

/** Nodes in the store at which a run is stopped, about 150 MB, half of them its own at least: a loop may make any number. */
const expressionsOfARun = 1 << 22;

/**
 * Fuel for a symbolic branch that a long trace has had before: it takes as long as this many turns of a loop without
 * symbols, and a loop that never ends is full of them.
 */
const repeatedBranch = 64;

/**
 * Stack in use, and entries in the trace, from which on a replay is asked whether the recursion has an end. To go down
 * all the way with symbols takes half a minute: each time memory is tidied, the whole stack is looked through.
 */
const deepStack = 1 << 16;
const manyEntries = 1 << 10;

type Export = (...args: (number | bigint)[]) => unknown;

/** A program with shadows, in this thread. `run` starts from the same state each time. */
export function openShadow(
  prepared: Prepared,
  plan: InputPlan,
  options: ProgramOptions,
): ShadowProgram & Replannable & ObservedProgram {
  return new Shadow(prepared, plan, options);
}

class Shadow implements ShadowProgram, Replannable, ObservedProgram {
  readonly builder: Builder;
  readonly store: ExprStore;
  readonly sites;
  foresee: ShadowProgram['foresee'];
  readonly #prepared: Prepared;
  #plan: InputPlan;
  readonly #options: ProgramOptions;
  readonly #run: ShadowRun;
  readonly #failures: Failures;
  readonly #regionTypes: RegionTypes;
  readonly #jumps = new Jumps();
  readonly #goals: Goals | undefined;
  readonly #memory: ShadowMemory;
  readonly #heap: Heap;
  readonly #objects: Objects;
  readonly #accesses: ShadowAccesses;
  readonly #shadowHeap: ShadowHeap;
  readonly #arithmetic: ShadowArithmetic;
  readonly #inputs: ShadowInputs;
  readonly #leaks: Leaks;
  readonly #observer: ShadowObserver;
  #entryCall: EntryCall = noCall;
  #wasReplayed = false;
  readonly #strings: SymbolicStrings;
  readonly #library: ShadowLibrary;
  readonly #models: StringModels;
  readonly #templates: TemplateInputs | undefined;
  readonly #exports: Record<string, unknown>;
  readonly #fuel: FuelTank;
  readonly #instructions: WebAssembly.Global | undefined;
  readonly #globals: { global: WebAssembly.Global; value: number | bigint }[] = [];
  readonly #snapshot: Uint8Array;
  #regions: readonly InputRegion[];
  #flatSize: number;
  readonly #guest: ShadowGuest;
  /** Undefined when the run starts elsewhere than at main. */
  #worlds: MainWorlds | undefined;
  readonly #pay = (bytes: number): void => this.#fuel.pay(bytes);
  #host: HostState = createHostState(defaultHostConfig);
  #world: HostConfig = defaultHostConfig;

  constructor(prepared: Prepared, plan: InputPlan, options: ProgramOptions) {
    this.builder = options.builder ?? new Builder(new ExprStore());
    this.store = this.builder.store;
    this.#run = new ShadowRun(this.builder);
    this.#observer = new ShadowObserver(this.builder, this.#run);
    this.#prepared = prepared;
    this.#plan = plan;
    this.#options = options;
    this.sites = prepared.sites;
    this.#regions = layoutOf(plan);
    this.#flatSize = flatSize(plan);
    const { layout } = prepared;
    const tracer = new StackTracer(prepared.wasm, prepared.shadow.positions, prepared.shadow.addresses);
    this.#failures = new Failures(options.checkers, tracer);
    if (options.trustsUnchecked) this.#run.trusted = trustedChecks(options.checkers);
    this.#failures.callee = () => (this.#exports['nearmiss.callee'] as WebAssembly.Global).value as number;
    this.#failures.step = () => this.#run.log.length;
    this.#run.repeated = () => this.#pay(repeatedBranch << FuelPrice.bulkShift);
    this.#regionTypes = new RegionTypes(() => this.#objects, this.#failures.tracer);
    this.#run.floats.onChange = (areSome) => this.#setCounter('nearmiss.floats', areSome ? 1 : 0);
    this.#goals =
      options.goals && new Goals(options.goals, this.#failures, (next) => this.#setCounter('nearmiss.next', next));
    this.#guest = new ShadowGuest(
      this.#run,
      () => this.#accesses,
      () => tracer.where(),
    );
    const world = hostConfigWith(prepared.surroundings);
    this.#world = options.observes ? { ...world, keepsSymbols: true } : world;
    this.#worlds = plan.kind === 'main' ? new MainWorlds(plan, this.#world) : undefined;
    const module = new WebAssembly.Module(prepared.shadow.bytes as Uint8Array<ArrayBuffer>);
    const instance = new WebAssembly.Instance(module, this.#imports(module) as WebAssembly.Imports);
    this.#exports = instance.exports;
    if (this.#goals) this.#run.log.watch(this.#stage(this.#goals));
    const memory = instance.exports.memory as unknown as WebAssembly.Memory;
    this.#memory = new ShadowMemory(memory, this.builder, layout.stackTop, layout.heapBase);
    this.#heap = new Heap(this.#memory, layout.heapBase);
    this.#heap.onLargeBlock = this.#pay;
    this.#heap.onFull = () => endUnmodelled(this.#host, 'malloc');
    this.#objects = new Objects(this.#memory, this.#heap, layout.stackTop, prepared.symbols.data, layout.pointerSize);
    this.#accesses = new ShadowAccesses(
      this.#memory,
      this.#heap,
      this.#objects,
      this.#run,
      this.#failures,
      prepared.sites,
      !options.keepsIndices,
    );
    this.#arithmetic = new ShadowArithmetic(this.#run, this.#failures, prepared.sites, layout.pointerSize === 8);
    this.#shadowHeap = new ShadowHeap(this.#memory, this.#heap, this.#accesses, this.#run, this.#failures, 0);
    const pointer = this.#exports.__stack_pointer as WebAssembly.Global;
    this.#leaks = new Leaks(this.#memory, this.#heap, this.#failures, layout, () => pointer.value as number);
    const strings = (this.#strings = new SymbolicStrings(this.#memory, this.#objects, this.#run));
    this.#library = new ShadowLibrary(this.#memory, this.#objects, this.#run, this.#failures, strings, prepared.sites);
    this.#accesses.library = this.#library;
    this.#models = new StringModels(this.#run, this.#memory, strings, this.#library);
    if (prepared.hasModels) this.foresee = (calls) => this.#models.foresee(calls);
    this.#library.asksFor = (name, place) => {
      if (!this.#worlds?.declares(name)) this.#host.noteAsked({ fact: 'env', name, place });
    };
    this.#inputs = new ShadowInputs(this.#run, this.#memory, this.#heap, this.#shadowHeap, strings, layout);
    if (options.observes) this.#inputs.onObject = (object) => this.#observer.given.push(object);
    this.#templates = options.templates && new TemplateInputs(this.#run, options.templates);
    this.#memory.mark(0, nullPageSize, Poison.NullPage);
    this.#objects.markGuards();
    this.#fuel = new FuelTank(instance.exports, options.stopSign);
    this.#instructions = this.#exports['nearmiss.instructions'] as WebAssembly.Global | undefined;
    this.#fuel.fill(options.fuel);
    this.#setCounter('nearmiss.stackLow', layout.stackTop);
    const initialize = (this.#exports._initialize ?? this.#exports.__wasm_call_ctors) as Export | undefined;
    // A program that starts at main calls its constructors itself.
    if (plan.kind !== 'main') beforeTheRun(plan, () => initialize?.());
    for (const [name, value] of Object.entries(this.#exports)) {
      if (!name.startsWith('nearmiss.global.')) continue;
      const global = value as WebAssembly.Global;
      this.#globals.push({ global, value: global.value });
    }
    this.#snapshot = this.#memory.bytes.slice(layout.stackTop, layout.heapBase);
  }

  get fuelLeft(): number {
    return this.#fuel.left;
  }

  #stage(goals: Goals): Stage {
    const outer = this.#exports['nearmiss.outer'] as WebAssembly.Global;
    return {
      get next() {
        return goals.next;
      },
      get outer() {
        return outer.value as number;
      },
    };
  }

  #setCounter(name: string, value: number): void {
    (this.#exports[name] as WebAssembly.Global).value = value;
  }

  setPlan(plan: InputPlan): void {
    this.#plan = plan;
    this.#regions = layoutOf(plan);
    this.#flatSize = flatSize(plan);
    this.#worlds = plan.kind === 'main' ? new MainWorlds(plan, this.#world) : undefined;
  }

  *symbolicBytes(): Iterable<{ address: number; expr: ExprId; value: number }> {
    const memory = this.#memory;
    const { top } = memory;
    const tags = searchable(memory.bytes.subarray(tagBase, tagBase + top));
    for (let address = tags.indexOf(Tag.Symbolic); address >= 0; address = tags.indexOf(Tag.Symbolic, address + 1)) {
      const expr = memory.shadowAt(address);
      if (expr > 0) yield { address, expr, value: memory.bytes[address] };
    }
  }

  prospect(input: Uint8Array): Prospect | undefined {
    return this.#templates?.prospect(input);
  }

  checksMet(): { made: number; known: number; impossible: number } {
    const { checksMade: made, checksKnown: known, checksImpossible: impossible } = this.#run;
    return { made, known, impossible };
  }

  /** Forgets every expression; between runs only. */
  clear(): void {
    this.store.clear();
    this.#templates?.clear();
    this.#accesses.forget();
  }

  notedAccesses(): readonly NotedAccess[] {
    return (this.#accesses.noted ??= []);
  }

  notedMembers(): readonly NotedMember[] {
    return this.#accesses.members;
  }

  watch(checker: CheckerId, condition: ExprId, site: number, position: number): void {
    this.#run.watch(checkerIndex(checker), condition, site, position);
  }

  #reset(input: Uint8Array): void {
    const { layout } = this.#prepared;
    const memory = this.#memory;
    const low = Math.max(nullPageSize, (this.#exports['nearmiss.stackLow'] as WebAssembly.Global).value as number);
    // A little below the mark too: leaf functions use memory under the stack pointer.
    const from = Math.max(nullPageSize, low - 256);
    memory.bytes.fill(0, from, layout.stackTop);
    memory.mark(from, layout.stackTop - from, 0);
    memory.bytes.set(this.#snapshot, layout.stackTop);
    memory.resetData();
    this.#heap.reset();
    this.#accesses.checks.guardedBlocks = 0;
    if (this.#accesses.noted) this.#accesses.noted = [];
    this.#accesses.members.length = 0;
    for (const { global, value } of this.#globals) global.value = value;
    this.#fuel.fill(this.#options.fuel);
    if (this.#instructions) this.#instructions.value = 0n;
    this.#setCounter('nearmiss.stackLow', layout.stackTop);
    const coverage = coverageBase;
    memory.bytes.fill(0, coverage, coverage + this.#prepared.coverage.length);
    this.#failures.reset();
    this.#arithmetic.reset();
    this.#jumps.reset();
    this.#leaks.reset();
    this.#observer.reset();
    this.#entryCall = noCall;
    this.#wasReplayed = false;
    this.#strings.reset();
    this.#library.reset();
    this.#models.begin();
    if (this.#goals) {
      this.#goals.reset();
      this.#setCounter('nearmiss.outer', 0);
    }
    this.#run.reset(input);
    this.#guest.forget();
    this.#host = createHostState(this.#world);
  }

  run(input: Uint8Array): RunResult {
    this.#reset(input);
    const run = this.#run;
    run.take(this.#flatSize);
    run.regions = [...this.#regions];
    this.#memory.accessRecord = this.#templates?.begin();
    return this.#guarded(() => this.#start());
  }

  call(name: string, args: readonly number[]): RunResult & { value: number } {
    this.#reset(new Uint8Array(0));
    let value = 0;
    const result = this.#guarded(() => {
      const returned = (this.#exports[name] as Export)(...args, ...args.map(() => 0)) as [number, number] | undefined;
      value = returned?.[0] ?? 0;
      return 0;
    });
    return { ...result, value };
  }

  /** What the last run showed. */
  observe(): Shown[] {
    const { observes } = this.#options;
    return observes ? this.#observer.observe(observes, this.#memory, this.#objects, this.#guest, this.#host) : [];
  }

  get isUnforeseen(): boolean {
    return this.#models.isUnforeseen;
  }

  get exitId(): ExprId {
    return this.#run.exitId;
  }

  #outcome(start: () => number): ReturnType<typeof outcomeOf> {
    this.store.limit = expressionsOfARun;
    try {
      return outcomeOf(start, this.#failures);
    } finally {
      this.store.limit = Infinity;
    }
  }

  /** Runs the program and tells what happened. */
  #guarded(start: () => number): RunResult {
    const run = this.#run;
    const { outcome, exitCode } = this.#outcome(start);
    this.#leaks.judge(outcome, this.#entryCall.returned);
    // A predicate of ours failed: the program itself would have gone on.
    if (outcome === 'failed' && this.#goals?.isAsking) run.approximations.push({ reason: 'divergence', site: 0 });
    if (outcome === 'stopped') run.approximations.push({ reason: 'memory-limit', site: 0 });
    for (const [name] of this.#host.unmodelled) {
      run.approximations.push({ reason: 'unmodelled-call', site: 0, detail: name });
    }
    const needsMain = this.#plan.kind !== 'main';
    for (const each of this.#host.asked) {
      run.approximations.push({ reason: 'assumed', site: 0, asked: { ...each, needsMain } });
    }
    for (const [name] of this.#host.limits) {
      run.approximations.push({ reason: 'memory-limit', site: 0, detail: name });
    }
    const coverage = coverageBase;
    const result: RunResult = {
      outcome,
      exitCode,
      trace: run.log,
      checks: run.checks,
      guesses: run.guesses,
      watches: run.watches,
      failedWatches: run.failedWatches,
      failures: this.#failures.list,
      failurePositions: this.#failures.positions,
      failureSteps: this.#failures.steps,
      approximations: run.approximations,
      regions: run.regions,
      input: run.input.slice(0, run.used),
      output: this.#host.output.interleaved(),
      iterations: this.#options.fuel - this.#fuel.left,
      ...(this.#instructions && { instructions: Number(this.#instructions.value) }),
      template: this.#templates?.end(),
      wasReplayed: this.#wasReplayed,
      coverage: this.#memory.bytes.subarray(coverage, coverage + this.#prepared.coverage.length),
      effects: () => effectsOf(this.#plan, this.#entryCall, result, this.#objects, this.#host.output),
    };
    return result;
  }

  /** Ends the run where it is known that its recursion overflows the stack. What comes on the way there is not asked for. */
  #lookDown(): void {
    const { overflow } = this.#options;
    if (!overflow || this.#wasReplayed || this.#run.log.length < manyEntries) return;
    const low = (this.#exports['nearmiss.stackLow'] as WebAssembly.Global).value as number;
    if (this.#prepared.layout.stackTop - low < deepStack) return;
    this.#wasReplayed = true;
    const failure = overflow(this.#run.input.slice(0, this.#run.used));
    if (!failure) return;
    const { checker, also, message, place, stack } = failure;
    this.#run.approximations.push({ reason: 'memory-limit', site: 0, detail: 'recursion' });
    this.#failures.add(checker, also, { message }, { place, stack, frames: [] });
    throw runEnds.stack;
  }

  #start(): number {
    if (this.#worlds) this.#host = this.#worlds.open(this.#inputs, true);
    const initialize = this.#plan.kind === 'fuzz' ? (this.#exports[fuzzInitialize] as Export | undefined) : undefined;
    if (initialize) initialize(...makeCommandLine(this.#inputs), 0, 0);
    const args = makeArguments(this.#plan, this.#inputs);
    const call = this.#exports[startOf(this.#plan)] as Export;
    const values = args.map(({ value }) => value);
    const ids = args.flatMap(({ id }) => (id === undefined ? [] : [id]));
    // A struct result: the caller passes where to put it.
    const hasPlace = call.length === values.length + ids.length + 2;
    const result = hasPlace ? (this.#heap.allocate(1024)?.start ?? 0) : undefined;
    const all = result === undefined ? [...values, ...ids] : [asPointer(this.#inputs, result), ...values, 0, ...ids];
    this.#entryCall = { args: values, result, returned: undefined };
    this.#observer.returns(call(...all), result);
    this.#entryCall = { args: values, result, returned: this.#observer.value };
    return this.#plan.kind === 'fuzz' ? fuzzExitCode(this.#observer.value as number | undefined) : 0;
  }

  #abi(): Record<string, unknown> {
    const { preconditions = [] } = this.#options;
    const watching =
      preconditions.length > 0 ? new Preconditions(preconditions, this.#run, () => this.#memory) : undefined;
    return shadowAbi(
      this.#run,
      () => this.#accesses,
      () => this.#library,
      this.#failures,
      this.#jumps,
      this.#pay,
      () => {
        this.#lookDown();
        return this.#fuel.refill() || ringAlarm(this.#exports, this.#host, this.#fuel, this.#options.fuel);
      },
      () => this.#arithmetic,
      () => this.#models,
      watching,
      this.#goals,
    );
  }

  #imports(module: WebAssembly.Module): WebAssembly.Imports {
    const imports = answerImports(module, {
      own: { name: abiModule, functions: this.#abi() },
      env: {
        ...commonEnv(
          () => this.#memory,
          () => this.#objects,
          this.#failures,
        ),
        ...shadowEnv({
          ...{ run: this.#run, goals: this.#goals, keepsFacts: this.#options.keepsFacts ?? false },
          parts: () => this.#parts(),
        }),
      },
      guest: this.#guest,
      host: () => this.#host,
    });
    const { onActivity } = this.#options;
    return onActivity ? noteActivity(imports, () => this.#run.log.length, onActivity) : imports;
  }

  /** Known only once there is a memory. */
  #parts(): ShadowParts {
    return {
      memory: this.#memory,
      heap: this.#shadowHeap,
      objects: this.#objects,
      accesses: this.#accesses,
      inputs: this.#inputs,
      regionTypes: this.#regionTypes,
    };
  }
}
