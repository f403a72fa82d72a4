/**
 * How is one run of an instrumented program made? Owns the module's instance and the parts of the runtime, and resets
 * them between runs.
 */

import { abiModule } from '../abi/abi.js';
import { coverageBase, nullPageSize, Poison, Tag, tagBase } from '../abi/layout.js';
import { trustedChecks } from '../checkers/trusted.js';
import { Builder } from '../expr/build.js';
import { ExprStore } from '../expr/store.js';
import { truth } from '../expr/wasm-ops.js';
import { createHostState, defaultHostConfig, type HostConfig, type HostState, hostConfigWith } from '../host/wasi.js';
import { factOfInput } from '../host/world.js';
import { fuzzExitCode, fuzzInitialize } from '../inputs/fuzz.js';
import { flatSize, layoutOf } from '../inputs/layout.js';
import type { InputPlan, InputRegion } from '../inputs/plan.js';
import { startOf } from '../inputs/start.js';
import { FuelPrice } from '../instrument/fuel.js';
import type { Prepared } from '../instrument/prepare.js';
import { searchable } from '../platform/bytes.js';
import { enableBranchHints } from '../platform/machine.js';
import type { ExprId } from '../vocabulary/brands.js';
import type { CheckerId, Failure } from '../vocabulary/finding.js';
import { noteActivity, type OnActivity } from './activity.js';
import { beforeTheRun } from './before-the-run.js';
import { Failures } from './failures.js';
import { FuelTank } from './fuel-tank.js';
import { type GoalPlan, Goals } from './goals.js';
import { Heap } from './heap.js';
import { answerImports, commonEnv, type EnvFunction } from './imports.js';
import { Jumps } from './jumps.js';
import { Leaks } from './leaks.js';
import type { Stage } from './log.js';
import { MainWorlds } from './main-world.js';
import { Objects } from './objects.js';
import { outcomeOf } from './outcome.js';
import { type Precondition, Preconditions } from './preconditions.js';
import { RegionTypes } from './region-type.js';
import { runEnds } from './run-end.js';
import { shadowAbi } from './shadow-abi.js';
import { ShadowAccesses } from './shadow-accesses.js';
import { ShadowArithmetic } from './shadow-arithmetic.js';
import { ShadowGuest } from './shadow-guest.js';
import { ShadowHeap } from './shadow-heap.js';
import { ShadowInputs } from './shadow-inputs.js';
import { ShadowLibrary } from './shadow-library.js';
import { ShadowMemory } from './shadow-memory.js';
import { ShadowRun } from './shadow-run.js';
import { StackTracer } from './stack-trace.js';
import { makeArguments, makeCommandLine } from './starter.js';
import type { StopSign } from './stop-sign.js';
import { SymbolicStrings } from './symbolic-strings.js';
import { TemplateInputs, type Templates } from './template-inputs.js';
import type { Prospect, Replannable, RunResult, ShadowProgram } from './types.js';

enableBranchHints();

export interface ProgramOptions {
  readonly checkers: ReadonlySet<CheckerId>;
  /** Divisions and accesses that only checkers which are off look at are taken to be right, and not asked about. */
  readonly trustsUnchecked?: boolean;
  /** Nobody follows the other side of a fork: indices stay symbolic wherever they can. */
  readonly keepsIndices?: boolean;
  /** Facts of the world that are input have the value they have by default (fact-probe.ts). */
  readonly keepsFacts?: boolean;
  /** Turns of loops, and entries of recursive functions, that a run may take. */
  readonly fuel: number;
  /** Runs are given up when it says so. */
  readonly stopSign?: StopSign;
  /** Whether a run without shadows overflows the stack: asked once a run, where a recursion with symbols is deep. */
  readonly overflow?: (input: Uint8Array) => Failure | undefined;
  /** Hears of everything that happens to symbolic values: see activity.ts. Not for everyday runs. */
  readonly onActivity?: OnActivity;
  /** Inputs that are strings of a grammar. */
  readonly templates?: Templates;
  /** Of the functions that were prepared as watched. */
  readonly preconditions?: readonly Precondition[];
  /** What the run is watched for, in a program that was prepared with goals. */
  readonly goals?: GoalPlan;
}

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
export function openShadow(prepared: Prepared, plan: InputPlan, options: ProgramOptions): ShadowProgram & Replannable {
  return new Shadow(prepared, plan, options);
}

class Shadow implements ShadowProgram, Replannable {
  readonly builder = new Builder(new ExprStore());
  readonly store = this.builder.store;
  readonly sites;
  readonly #prepared: Prepared;
  #plan: InputPlan;
  readonly #options: ProgramOptions;
  readonly #run = new ShadowRun(this.builder);
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
  /** What the entry gave back. */
  #returned: unknown;
  #wasReplayed = false;
  readonly #strings: SymbolicStrings;
  readonly #library: ShadowLibrary;
  readonly #templates: TemplateInputs | undefined;
  readonly #exports: Record<string, unknown>;
  readonly #fuel: FuelTank;
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
    this.#goals =
      options.goals && new Goals(options.goals, this.#failures, (next) => this.#setCounter('nearmiss.next', next));
    this.#guest = new ShadowGuest(
      this.#run,
      () => this.#accesses,
      () => tracer.where(),
    );
    this.#world = hostConfigWith(prepared.surroundings);
    this.#worlds = plan.kind === 'main' ? new MainWorlds(plan, this.#world) : undefined;
    const module = new WebAssembly.Module(prepared.shadow.bytes as Uint8Array<ArrayBuffer>);
    const instance = new WebAssembly.Instance(module, this.#imports(module) as WebAssembly.Imports);
    this.#exports = instance.exports;
    if (this.#goals) this.#run.log.watch(this.#stage(this.#goals));
    const memory = instance.exports.memory as unknown as WebAssembly.Memory;
    this.#memory = new ShadowMemory(memory, this.builder, layout.stackTop, layout.heapBase);
    this.#heap = new Heap(this.#memory, layout.heapBase);
    this.#heap.onLargeBlock = this.#pay;
    this.#objects = new Objects(this.#memory, this.#heap, layout.stackTop, prepared.symbols.data);
    this.#accesses = new ShadowAccesses(
      this.#memory,
      this.#heap,
      this.#objects,
      this.#run,
      this.#failures,
      prepared.sites,
      !options.keepsIndices,
    );
    this.#arithmetic = new ShadowArithmetic(this.#run, this.#failures, prepared.sites);
    this.#shadowHeap = new ShadowHeap(this.#memory, this.#heap, this.#accesses, this.#run, this.#failures, 0);
    const pointer = this.#exports.__stack_pointer as WebAssembly.Global;
    this.#leaks = new Leaks(this.#memory, this.#heap, this.#failures, layout, () => pointer.value as number);
    const strings = new SymbolicStrings(this.#memory, this.#objects, this.#run);
    this.#strings = strings;
    this.#library = new ShadowLibrary(this.#memory, this.#objects, this.#run, this.#failures, strings, prepared.sites);
    this.#accesses.library = this.#library;
    this.#library.asksFor = (name, place) => {
      if (!this.#worlds?.declares(name)) this.#host.noteAsked({ fact: 'env', name, place });
    };
    this.#inputs = new ShadowInputs(this.#run, this.#memory, this.#heap, this.#shadowHeap, strings);
    this.#templates = options.templates && new TemplateInputs(this.#run, options.templates);
    this.#memory.mark(0, nullPageSize, Poison.NullPage);
    this.#objects.markGuards();
    this.#fuel = new FuelTank(instance.exports, options.stopSign);
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
    for (const { global, value } of this.#globals) global.value = value;
    this.#fuel.fill(this.#options.fuel);
    this.#setCounter('nearmiss.stackLow', layout.stackTop);
    const coverage = coverageBase;
    memory.bytes.fill(0, coverage, coverage + this.#prepared.coverage.length);
    this.#failures.reset();
    this.#arithmetic.reset();
    this.#jumps.reset();
    this.#leaks.reset();
    this.#returned = undefined;
    this.#wasReplayed = false;
    this.#strings.reset();
    this.#library.reset();
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
    this.#leaks.judge(outcome, this.#returned);
    // A predicate of ours failed: the program itself would have gone on.
    if (outcome === 'failed' && this.#goals?.isAsking) run.approximations.push({ reason: 'divergence', site: 0 });
    if (outcome === 'stopped') run.approximations.push({ reason: 'memory-limit', site: 0 });
    for (const [name] of this.#host.unmodelled) {
      run.approximations.push({ reason: 'unmodelled-call', site: 0, detail: name });
    }
    for (const asked of this.#host.asked) run.approximations.push({ reason: 'assumed', site: 0, asked });
    for (const [name] of this.#host.limits) {
      run.approximations.push({ reason: 'memory-limit', site: 0, detail: name });
    }
    const coverage = coverageBase;
    return {
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
      template: this.#templates?.end(),
      wasReplayed: this.#wasReplayed,
      coverage: this.#memory.bytes.subarray(coverage, coverage + this.#prepared.coverage.length),
    };
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
    if (call.length === values.length + ids.length + 2) {
      values.unshift(this.#heap.allocate(1024)?.start ?? 0);
      ids.unshift(0);
    }
    const returned = call(...values, ...ids) as [number, number] | undefined;
    this.#returned = returned?.[0];
    return this.#plan.kind === 'fuzz' ? fuzzExitCode(returned?.[0]) : 0;
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
        return this.#fuel.refill();
      },
      () => this.#arithmetic,
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
        ...this.#env(),
      },
      guest: this.#guest,
      host: () => this.#host,
    });
    const { onActivity } = this.#options;
    return onActivity ? noteActivity(imports, () => this.#run.log.length, onActivity) : imports;
  }

  /** What the linked program imports from env: see runtime-c/engine.h. Arguments' ids follow the arguments. */
  #env(): Record<string, EnvFunction> {
    return {
      __nm_malloc: (size, id) => this.#shadowHeap.malloc(size, id),
      __nm_calloc: (count, size, countId, sizeId) => this.#shadowHeap.calloc(count, countId, size, sizeId),
      __nm_realloc: (address, size, addressId, sizeId) => this.#shadowHeap.realloc(address, addressId, size, sizeId),
      __nm_free: (address, id) => {
        this.#shadowHeap.free(address, id);
        return undefined;
      },
      __nm_memalign: (alignment, size, _alignmentId, sizeId) =>
        this.#shadowHeap.malloc(size, sizeId, Math.max(16, alignment)),
      __nm_usable_size: (address) => this.#objects.find(address)?.size ?? 0,
      __nm_symbolic: (address, size, name, addressId, sizeId) => {
        this.#makeSymbolic(address, size, this.#memory.cString(name), addressId, sizeId);
        return undefined;
      },
      __nm_mark: (id) => {
        this.#goals?.probe(id);
        return undefined;
      },
      __nm_assume: (condition, id) => {
        if (id === 0) {
          if (condition === 0) throw runEnds.assume;
        } else this.#run.assume(truth(this.builder, id), condition !== 0);
        return undefined;
      },
    };
  }

  #makeSymbolic(address: number, size: number, name: string, addressId: ExprId, sizeId: ExprId): void {
    if (addressId !== 0) this.#run.concretize(addressId, address, 0, 0);
    if (sizeId !== 0) this.#run.concretize(sizeId, size, 0, 0);
    if (size === 0) return;
    this.#accesses.range(address, size, true, 0);
    const from = this.#run.take(size);
    if (this.#options.keepsFacts && factOfInput(name) !== undefined) {
      this.#run.input.set(this.#memory.bytes.subarray(address, address + size), from);
    }
    this.#run.regions.push({ name, offset: from, size, plan: this.#regionTypes.of(address, size, name) });
    this.#inputs.place(address, from, size);
  }
}
