import { hostArguments, hostResult, hostWords, libraryWords, metMembers, provenanceBase } from '../abi/exact-layout.js';
import { nullPageSize } from '../abi/layout.js';
import type { LibraryCall } from '../checkers/types.js';
import { endUnmodelled } from '../host/process.js';
import { createHostState, defaultHostConfig, type HostConfig, type HostState, hostConfigWith } from '../host/wasi.js';
import { fuzzExitCode, fuzzInitialize } from '../inputs/fuzz.js';
import { flatSize, layoutOf } from '../inputs/layout.js';
import type { InputPlan, InputRegion } from '../inputs/plan.js';
import { startOf } from '../inputs/start.js';
import type { ExactModule } from '../instrument/exact/module.js';
import { exactModule } from '../instrument/exact/module.js';
import type { Prepared } from '../instrument/prepare.js';
import { clearBytes, includesBytes } from '../platform/bytes.js';
import { wildAddress } from '../wasm/address.js';
import { beforeTheRun } from './before-the-run.js';
import { withCxx } from './cxx-env.js';
import { callUnderWay, ExactCallMemory } from './exact-call-memory.js';
import { exactGuest, isPointer } from './exact-guest.js';
import { exactHeapEnv, type HeapParts } from './exact-heap.js';
import { ExactJudge } from './exact-judge.js';
import { ExactObjects } from './exact-objects.js';
import { ExactSpace } from './exact-space.js';
import { ExactStringCalls } from './exact-string-calls.js';
import type { ExactOptions, ExactProgram, ExactRun } from './exact-types.js';
import { Failures } from './failures.js';
import { FuelTank } from './fuel-tank.js';
import { type Block, Heap } from './heap.js';
import { answerImports, commonEnv, type EnvFunction } from './imports.js';
import { Jumps } from './jumps.js';
import { MainWorlds } from './main-world.js';
import { Objects } from './objects.js';
import { outcomeOf } from './outcome.js';
import { ReplayInputs } from './replay-inputs.js';
import { runEnds } from './run-end.js';
import { StackTracer } from './stack-trace.js';
import { asPointer, makeArguments, makeCommandLine } from './starter.js';

type Export = (...args: (number | bigint)[]) => unknown;

/** Functions of the host that write pointers: to what they were given, or what they found there. */
const pointerWriters: ReadonlySet<string> = new Set(['args_get', 'environ_get', 'poll_oneoff']);

/** Allocations of a run whose place is remembered: looking it up takes microseconds. */
const mostPlaced = 100;

export function openExact(
  prepared: Prepared,
  exact: ExactModule,
  plan: InputPlan,
  options: ExactOptions,
): ExactProgram {
  return new Exact(prepared, exact, plan, options);
}

class Exact implements ExactProgram {
  readonly #prepared: Prepared;
  readonly #exact: ExactModule;
  readonly #options: ExactOptions;
  readonly #failures: Failures;
  readonly #space: ExactSpace;
  readonly #heap: Heap;
  readonly #objects: Objects;
  readonly #table: ExactObjects;
  readonly #heapParts: HeapParts;
  readonly #judge: ExactJudge;
  readonly #callMemory: ExactCallMemory;
  readonly #stringCalls = new ExactStringCalls(() => this.#table);
  readonly #exports: Record<string, unknown>;
  readonly #fuel: FuelTank;
  readonly #jumps = new Jumps();
  readonly #world: HostConfig;
  readonly #globals: { global: WebAssembly.Global; value: number | bigint }[] = [];
  readonly #snapshot: { bytes: Uint8Array; provenance: Uint8Array };
  readonly #stackPointer: WebAssembly.Global;
  readonly #stackLow: WebAssembly.Global;
  readonly #nextId: WebAssembly.Global;
  /** Calls of functions that may be modelled, in this run. */
  readonly #callCount: WebAssembly.Global;
  #plan: InputPlan;
  #worlds: MainWorlds | undefined;
  #regions: InputRegion[] = [];
  #inputs: ReplayInputs;
  #host: HostState = createHostState(defaultHostConfig);
  #call: LibraryCall | undefined;
  #heapEnd = 0;
  #placed = 0;
  #writesPointers = false;

  constructor(prepared: Prepared, exact: ExactModule, plan: InputPlan, options: ExactOptions) {
    this.#prepared = prepared;
    this.#exact = exact;
    this.#options = options;
    this.#plan = plan;
    const { layout } = prepared;
    const tracer = new StackTracer(prepared.wasm, exact.positions, exact.addresses);
    this.#failures = new Failures(options.checkers, tracer);
    this.#world = hostConfigWith(prepared.surroundings);
    const module = new WebAssembly.Module(exact.bytes as Uint8Array<ArrayBuffer>);
    const instance = new WebAssembly.Instance(module, this.#imports(module));
    this.#exports = instance.exports;
    this.#space = new ExactSpace(instance.exports.memory as WebAssembly.Memory);
    this.#space.growTo(layout.initialTop);
    this.#heap = new Heap(this.#space, layout.heapBase);
    // A healthy machine has more: nothing may rest on its end here.
    this.#heap.onFull = () => endUnmodelled(this.#host, 'malloc');
    this.#heap.onLargeBlock = (bytes) => this.#fuel.pay(bytes);
    this.#heap.onAllocate = (block) => this.#allocated(block);
    this.#heapEnd = layout.heapBase;
    this.#objects = new Objects(this.#space, this.#heap, layout.stackTop, prepared.symbols.data, layout.pointerSize);
    this.#table = new ExactObjects(this.#space, exact);
    this.#table.onReuse = () => this.#judge.reusedId();
    this.#table.writeStatic();
    this.#heapParts = {
      heap: this.#heap,
      failures: this.#failures,
      table: this.#table,
      space: this.#space,
      objects: this.#objects,
      placesBlocks: () => (options.placesBlocks ?? false) && this.#placed++ < mostPlaced,
      gives: (id) => this.#gives(id),
      written: (address, size) => this.#written(address, size),
    };
    this.#fuel = new FuelTank(instance.exports, options.stopSign);
    this.#stackPointer = instance.exports.__stack_pointer as WebAssembly.Global;
    this.#stackLow = instance.exports['nearmiss.stackLow'] as WebAssembly.Global;
    this.#nextId = instance.exports['nearmiss.nextId'] as WebAssembly.Global;
    this.#callCount = instance.exports['nearmiss.stringCalls'] as WebAssembly.Global;
    this.#judge = new ExactJudge({
      ...this.#heapParts,
      layout,
      stackPointer: this.#stackPointer,
      libraryCall: () => this.#libraryCall(),
    });
    this.#inputs = new ReplayInputs(this.#space, this.#heap, new Uint8Array(0), flatSize(plan), layout.pointerSize);
    this.#callMemory = new ExactCallMemory(this.#space, this.#objects, tracer, this.#table, (address, count) =>
      includesBytes(this.#inputs.input, this.#space.bytes.subarray(address, address + count)),
    );
    this.#failures.call = () => this.#libraryCall();
    this.#failures.remembersBlocks = options.placesBlocks ?? false;
    this.#failures.frameOf = ({ kind }) => {
      const end = this.#judge.frameEnd;
      return kind === 'stack' && end > 0 ? { end, poison: end, poisonEnd: end } : undefined;
    };
    this.#failures.callee = () => (this.#exports['nearmiss.callee'] as WebAssembly.Global).value as number;
    this.#fuel.fill(options.fuel);
    this.#stackLow.value = layout.stackTop;
    const initialize = (this.#exports._initialize ?? this.#exports.__wasm_call_ctors) as Export | undefined;
    if (plan.kind !== 'main') beforeTheRun(plan, () => initialize?.());
    for (const [name, value] of Object.entries(this.#exports)) {
      if (!name.startsWith('nearmiss.global.') && name !== 'nearmiss.nextId') continue;
      const global = value as WebAssembly.Global;
      this.#globals.push({ global, value: global.value });
    }
    const { bytes } = this.#space;
    const part = (base: number): Uint8Array => bytes.slice(base + layout.stackTop, base + layout.heapBase);
    this.#snapshot = { bytes: part(0), provenance: part(provenanceBase) };
    this.setPlan(plan);
  }

  setPlan(plan: InputPlan): void {
    this.#plan = plan;
    this.#worlds = plan.kind === 'main' ? new MainWorlds(plan, this.#world) : undefined;
  }

  #reset(): void {
    const { layout } = this.#prepared;
    const { bytes } = this.#space;
    // A little below the mark too: leaf functions use memory under the stack pointer.
    const low = Math.max(nullPageSize, (this.#stackLow.value as number) - 256);
    bytes.fill(0, low, layout.stackTop);
    bytes.fill(0, provenanceBase + low, provenanceBase + layout.stackTop);
    bytes.set(this.#snapshot.bytes, layout.stackTop);
    bytes.set(this.#snapshot.provenance, provenanceBase + layout.stackTop);
    clearBytes(bytes, provenanceBase + layout.heapBase, provenanceBase + this.#heapEnd);
    this.#heap.reset();
    this.#heapEnd = layout.heapBase;
    this.#table.reset();
    this.#table.forgetMembers();
    this.#table.forgetCached();
    for (const { global, value } of this.#globals) global.value = value;
    this.#fuel.fill(this.#options.fuel);
    this.#stackLow.value = layout.stackTop;
    this.#failures.reset();
    this.#jumps.reset();
    if (this.#judge.members.size > 0) bytes.fill(0, metMembers, metMembers + 4 * this.#exact.sites);
    this.#judge.reset();
    this.#stringCalls.reset();
    this.#callCount.value = 0;
    this.#call = undefined;
    bytes.fill(0, libraryWords, libraryWords + 4);
    this.#placed = 0;
    this.#host = createHostState(this.#world);
  }

  run(input: Uint8Array): ExactRun {
    this.#reset();
    this.#inputs = new ReplayInputs(
      this.#space,
      this.#heap,
      input,
      flatSize(this.#plan),
      this.#prepared.layout.pointerSize,
    );
    // Pointers that the starter puts into objects of the input.
    this.#inputs.onPointer = (address, value) => this.#table.setPointer(address, this.#idAt(value));
    this.#regions = [...layoutOf(this.#plan)];
    return this.#guarded(() => this.#start());
  }

  call(name: string, args: readonly number[]): ExactRun & { value: number } {
    this.#reset();
    let value = 0;
    const result = this.#guarded(() => {
      const returned = (this.#exports[name] as Export)(...args, ...args.map(() => 0)) as [number, number] | undefined;
      value = returned?.[0] ?? 0;
      return 0;
    });
    return { ...result, value };
  }

  #guarded(start: () => number): ExactRun {
    const { outcome, exitCode } = outcomeOf(start, this.#failures);
    if (outcome === 'fuel') this.#judge.forgiveReusedIds();
    return {
      outcome,
      exitCode,
      failures: this.#failures.list,
      output: this.#host.output.interleaved(),
      regions: this.#regions,
      input: this.#inputs.input.slice(0, this.#inputs.used),
      iterations: this.#options.fuel - this.#fuel.left,
      approximate: this.#judge.approximate,
      addresses: this.#judge.addresses,
      members: this.#judge.members,
      stringCalls: this.#stringCalls.all(this.#callCount.value as number),
    };
  }

  #start(): number {
    if (this.#worlds) this.#host = this.#worlds.open(this.#inputs, false);
    const is64 = this.#inputs.pointerSize === 8;
    const initialize = this.#plan.kind === 'fuzz' ? (this.#exports[fuzzInitialize] as Export | undefined) : undefined;
    if (initialize) {
      const args = makeCommandLine(this.#inputs);
      // argv leads to the program's name.
      const argv = Number(args[1]);
      const array = this.#space.view.getUint32(argv, true);
      this.#table.setPointer(argv, this.#idAt(array));
      this.#table.setPointer(array, this.#idAt(this.#space.view.getUint32(array, true)));
      initialize(...args, ...args.map((each) => this.#idAt(Number(each))));
    }
    const call = this.#exports[startOf(this.#plan)] as Export;
    const args = makeArguments(this.#plan, this.#inputs);
    const values = args.map(({ value }) => value);
    // Of an integer argument that happens to be an address nobody may say it is a pointer.
    const ids = args.flatMap(({ id, value }, i) =>
      id === undefined || (typeof value === 'bigint') !== is64
        ? []
        : [isPointer(this.#plan, i) ? this.#idAt(Number(value)) : 0],
    );
    if (call.length === values.length + ids.length + 2) {
      const result = this.#heap.allocate(1024)?.start ?? 0;
      values.unshift(asPointer(this.#inputs, result));
      ids.unshift(this.#idAt(result));
    }
    const returned = call(...values, ...ids) as [number, number] | number | undefined;
    const value = Array.isArray(returned) ? returned[0] : returned;
    return this.#plan.kind === 'fuzz' ? fuzzExitCode(value as number | undefined) : 0;
  }

  /** The id of the block an address of the sandbox's own making is in. */
  #idAt(address: number): number {
    const block = this.#heap.blockAt(address);
    return block ? this.#table.idOfBlock(block) : 0;
  }

  #allocated(block: Block): void {
    this.#heapEnd = Math.max(this.#heapEnd, block.start + block.slot);
    this.#table.allocated(block);
  }

  /** The library function the user's code is in; the same object for all that goes wrong in one call. */
  #libraryCall(): LibraryCall | undefined {
    return (this.#call = callUnderWay(this.#space.words, this.#callMemory, this.#call));
  }

  // Imports.

  #imports(module: WebAssembly.Module): WebAssembly.Imports {
    const parts = answerImports(module, {
      own: { name: exactModule, functions: this.#own() },
      env: {
        ...commonEnv(
          () => this.#space,
          () => this.#objects,
          this.#failures,
        ),
        ...this.#env(),
      },
      guest: this.#guest,
      host: () => this.#host,
    });
    const wasi = parts.wasi_snapshot_preview1;
    for (const [name, call] of Object.entries(wasi)) {
      const writesPointers = pointerWriters.has(name);
      wasi[name] = (...args: unknown[]) => {
        this.#gather();
        this.#writesPointers = writesPointers;
        return (call as (...args: unknown[]) => unknown)(...args);
      };
    }
    return parts;
  }

  /** Ids of the arguments of the host function that is called. */
  #gather(): void {
    const { words } = this.#space;
    this.#judge.given.length = 0;
    for (let i = 0; i < hostArguments; i++) {
      const id = words[hostWords / 4 + i];
      if (id !== 0) this.#judge.given.push(id);
      words[hostWords / 4 + i] = 0;
    }
  }

  #own(): Record<string, unknown> {
    return {
      access: (address: number, shape: number, id: number, at: number) =>
        this.#judge.access(address, shape & 0xff, shape >= 0x100, id, at),
      range: (address: number, size: number, isWrite: number, id: number, at: number) =>
        this.#judge.access(address, size >>> 0, isWrite !== 0, id, at),
      memberRange: (address: number, size: number, isWrite: number, id: number) =>
        this.#judge.block(address, size >>> 0, isWrite !== 0, id),
      recycle: () => {
        const id = this.#table.reuse();
        if (id === undefined) throw runEnds.fuel;
        return id;
      },
      metMember: (at: number, id: number) => this.#judge.met(at, id),
      stringCall: (model: number, a: number, b: number, aId: number, bId: number) =>
        this.#stringCalls.called(this.#callCount.value as number, model, [a, b], [aId, bId]),
      nullArgument: () => {
        const call = this.#libraryCall();
        if (call) this.#failures.judge(call);
        this.#judge.judgedCall = call;
      },
      addressUsed: (at: number) => this.#judge.usedAsNumber(at),
      fuelOut: () => {
        if (!this.#fuel.refill()) throw runEnds.fuel;
      },
      stackOverflow: (pointer: number) => {
        // An array of less than nothing: who looks at its size tells of it.
        if (pointer === wildAddress.below) throw runEnds.failed;
        this.#failures.stackOverflow();
        throw runEnds.stack;
      },
      setjmp: (buffer: number, pointer: number) => this.#jumps.setjmp(buffer, pointer),
      longjmp: (buffer: number, pointer: number) => {
        this.#failures.lastJump = new Error('longjmp');
        this.#table.leftBelow(this.#jumps.target(buffer, pointer), this.#nextId.value as number);
      },
    };
  }

  #written(address: number, size: number): void {
    this.#space.bytes.fill(0, provenanceBase + address, provenanceBase + address + size);
  }

  readonly #guest = exactGuest({
    table: () => this.#table,
    space: () => this.#space,
    touch: (address, size, isWrite) => this.#judge.touch(address, size, isWrite),
    follow: (address) => this.#judge.follow(address),
    written: (address, size) => this.#written(address, size),
    idAt: (address) => this.#idAt(address) || this.#judge.givenAt(address),
    writesPointers: () => this.#writesPointers,
  });

  /** The result of a host function is a pointer to this object. */
  #gives(id: number): void {
    this.#space.words[hostResult / 4] = id;
  }

  #env(): Record<string, EnvFunction> {
    return {
      ...withCxx(
        exactHeapEnv(() => this.#heapParts),
        () => ({
          ...this.#heapParts,
          leftBelow: (pointer) => this.#table.leftBelow(pointer, this.#nextId.value as number),
        }),
      ),
      __nm_symbolic: (address, size, name) => {
        if (size === 0) return undefined;
        this.#gather();
        this.#judge.touch(address, size, true);
        const from = this.#inputs.take(size);
        this.#regions.push({ name: this.#space.cString(name), offset: from, size, plan: { kind: 'bytes' } });
        this.#inputs.place(address, from, size);
        this.#written(address, size);
        return undefined;
      },
      __nm_mark: () => undefined,
      __nm_assume: mustHold,
      __nm_bound: mustHold,
    };
  }
}

function mustHold(condition: number): undefined {
  if (condition === 0) throw runEnds.assume;
}
