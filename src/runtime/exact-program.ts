import {
  Capability,
  hostArguments,
  hostResult,
  hostWords,
  libraryArguments,
  libraryWords,
  memberCacheBase,
  memberCacheSlots,
  metMembers,
  Provenance,
  provenanceBase,
} from '../abi/exact-layout.js';
import { coverageBase, nullPageSize, Poison } from '../abi/layout.js';
import { libraryFunctions } from '../abi/library-functions.js';
import type { LibraryCall } from '../checkers/types.js';
import { createHostState, defaultHostConfig, type HostConfig, type HostState, hostConfigWith } from '../host/wasi.js';
import { fuzzExitCode, fuzzInitialize } from '../inputs/fuzz.js';
import { flatSize, layoutOf } from '../inputs/layout.js';
import type { InputPlan, InputRegion } from '../inputs/plan.js';
import { startOf } from '../inputs/start.js';
import type { ExactModule } from '../instrument/exact/module.js';
import { exactModule } from '../instrument/exact/module.js';
import type { Prepared } from '../instrument/prepare.js';
import { includesBytes } from '../platform/bytes.js';
import { placeName } from '../vocabulary/place.js';
import { beforeTheRun } from './before-the-run.js';
import { ExactCallMemory } from './exact-call-memory.js';
import { insideStructure } from './exact-failures.js';
import { ExactObjects } from './exact-objects.js';
import { ExactSpace } from './exact-space.js';
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
import type { ProgramOptions } from './shadow-program.js';
import { StackTracer } from './stack-trace.js';
import { makeArguments, makeCommandLine } from './starter.js';
import type { Replannable, RunResult } from './types.js';

/** One input, run with every access judged by the object its pointer came from. */
export interface ExactRun
  extends Pick<RunResult, 'outcome' | 'exitCode' | 'failures' | 'output' | 'regions' | 'input' | 'iterations'> {
  /** Addresses of code where an access could not be judged so, as nobody knows which object was meant → `f.c:12`. */
  readonly approximate: ReadonlyMap<number, string>;
  /** By address of code: arrays inside structures that accesses there went through. */
  readonly members: ReadonlyMap<number, readonly Stretch[]>;
}

export interface Stretch {
  readonly start: number;
  readonly size: number;
}

export interface ExactProgram extends Replannable {
  run(input: Uint8Array): ExactRun;
  /** An exported function with integers: for oracles and for measuring. */
  call(name: string, args: readonly number[]): ExactRun & { readonly value: number };
}

export interface ExactOptions extends ProgramOptions {
  /** Whether to remember where blocks were asked for and given back: words for who reads them. */
  readonly placesBlocks?: boolean;
}

type Export = (...args: (number | bigint)[]) => unknown;

/** Allocations of a run whose place is remembered: looking it up takes microseconds. */
const mostPlaced = 100;
/** Below this a bad address is taken for NULL and a member's offset. */
const nullReach = 1 << 16;
const frameReach = 128;
/** Members that are told apart at one place. */
const mostStretches = 256;
/** Bytes that the host reads at once and that may be pointers. */
const mostVector = 1024;

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
  readonly #callMemory: ExactCallMemory;
  readonly #exports: Record<string, unknown>;
  readonly #fuel: FuelTank;
  readonly #jumps = new Jumps();
  readonly #world: HostConfig;
  readonly #globals: { global: WebAssembly.Global; value: number | bigint }[] = [];
  readonly #snapshot: { bytes: Uint8Array; provenance: Uint8Array };
  readonly #stackPointer: WebAssembly.Global;
  readonly #stackLow: WebAssembly.Global;
  #plan: InputPlan;
  #worlds: MainWorlds | undefined;
  #regions: InputRegion[] = [];
  #inputs: ReplayInputs;
  #host: HostState = createHostState(defaultHostConfig);
  #call: LibraryCall | undefined;
  #judgedCall: LibraryCall | undefined;
  #approximate = new Map<number, string>();
  #members = new Map<number, Stretch[]>();
  #heapEnd = 0;
  /** Where the frame ends that the object judged last is in. */
  #frameEnd = 0;
  #placed = 0;
  #unused: Generator<number> | undefined;
  /** Ids that the host function under way was given, or found in what it was given. */
  readonly #given: number[] = [];
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
    this.#heap.onLargeBlock = (bytes) => this.#fuel.pay(bytes);
    this.#heap.onAllocate = (block) => this.#allocated(block);
    this.#heapEnd = layout.heapBase;
    this.#objects = new Objects(this.#space, this.#heap, layout.stackTop, prepared.symbols.data);
    this.#table = new ExactObjects(this.#space, exact);
    this.#table.writeStatic();
    this.#fuel = new FuelTank(instance.exports, options.stopSign);
    this.#stackPointer = instance.exports.__stack_pointer as WebAssembly.Global;
    this.#stackLow = instance.exports['nearmiss.stackLow'] as WebAssembly.Global;
    this.#inputs = new ReplayInputs(this.#space, this.#heap, new Uint8Array(0), flatSize(plan));
    this.#callMemory = new ExactCallMemory(this.#space, this.#objects, tracer, this.#table, (address, count) =>
      includesBytes(this.#inputs.input, this.#space.bytes.subarray(address, address + count)),
    );
    this.#failures.call = () => this.#libraryCall();
    this.#failures.remembersBlocks = options.placesBlocks ?? false;
    this.#failures.frameOf = ({ kind }) => {
      const end = this.#frameEnd;
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
    bytes.fill(0, provenanceBase + layout.heapBase, provenanceBase + this.#heapEnd);
    this.#heap.reset();
    this.#heapEnd = layout.heapBase;
    this.#table.reset();
    this.#table.forgetMembers();
    bytes.fill(0, memberCacheBase, memberCacheBase + 16 * memberCacheSlots);
    for (const { global, value } of this.#globals) global.value = value;
    this.#fuel.fill(this.#options.fuel);
    this.#stackLow.value = layout.stackTop;
    this.#failures.reset();
    this.#jumps.reset();
    if (this.#approximate.size > 0) this.#approximate = new Map();
    if (this.#members.size > 0) {
      this.#members = new Map();
      bytes.fill(0, metMembers, metMembers + 4 * this.#exact.sites);
    }
    this.#call = undefined;
    bytes.fill(0, libraryWords, libraryWords + 4);
    this.#placed = 0;
    this.#unused = undefined;
    this.#host = createHostState(this.#world);
  }

  run(input: Uint8Array): ExactRun {
    this.#reset();
    this.#inputs = new ReplayInputs(this.#space, this.#heap, input, flatSize(this.#plan));
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
    return {
      outcome,
      exitCode,
      failures: this.#failures.list,
      output: this.#host.output.interleaved(),
      regions: this.#regions,
      input: this.#inputs.input.slice(0, this.#inputs.used),
      iterations: this.#options.fuel - this.#fuel.left,
      approximate: this.#approximate,
      members: this.#members,
    };
  }

  #start(): number {
    if (this.#worlds) this.#host = this.#worlds.open(this.#inputs, false);
    const initialize = this.#plan.kind === 'fuzz' ? (this.#exports[fuzzInitialize] as Export | undefined) : undefined;
    if (initialize) {
      const args = makeCommandLine(this.#inputs);
      // argv leads to the program's name.
      const [, argv] = args;
      const array = this.#space.view.getUint32(argv, true);
      this.#table.setPointer(argv, this.#idAt(array));
      this.#table.setPointer(array, this.#idAt(this.#space.view.getUint32(array, true)));
      initialize(...args, ...args.map((each) => this.#idAt(each)));
    }
    const call = this.#exports[startOf(this.#plan)] as Export;
    const args = makeArguments(this.#plan, this.#inputs);
    const values = args.map(({ value }) => value);
    // Of an integer argument that happens to be an address nobody may say it is a pointer.
    const ids = args.flatMap(({ id, value }, i) =>
      id === undefined || typeof value === 'bigint' ? [] : [this.#isPointer(i) ? this.#idAt(value) : 0],
    );
    if (call.length === values.length + ids.length + 2) {
      const result = this.#heap.allocate(1024)?.start ?? 0;
      values.unshift(result);
      ids.unshift(this.#idAt(result));
    }
    const returned = call(...values, ...ids) as [number, number] | number | undefined;
    const value = Array.isArray(returned) ? returned[0] : returned;
    return this.#plan.kind === 'fuzz' ? fuzzExitCode(value as number | undefined) : 0;
  }

  #isPointer(argument: number): boolean {
    const plan = this.#plan;
    if (plan.kind === 'fuzz') return argument === 0;
    if (plan.kind !== 'entry') return false;
    const { kind } = plan.params[argument].value;
    return kind === 'pointer' || kind === 'struct';
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
    const { words } = this.#space;
    const at = libraryWords >> 2;
    if (words[at] === 0) return (this.#call = undefined);
    const args = Array.from(words.subarray(at + 1, at + 1 + libraryArguments));
    const fn = libraryFunctions[words[at] - 1];
    const known = this.#call;
    if (known?.fn === fn && known.args.every((value, i) => value === args[i])) return known;
    this.#callMemory.begin(args, Array.from(words.subarray(at + 1 + libraryArguments, at + 1 + 2 * libraryArguments)));
    return (this.#call = { fn, args, memory: this.#callMemory });
  }

  // Judging.

  #access(address: number, size: number, isWrite: boolean, id: number, at: number): void {
    const table = this.#table;
    if (id === Provenance.None || id === Provenance.Unknown) {
      this.#accessUnknown(address, size, isWrite, id, at);
      return;
    }
    if (table.isMember(id) && table.contains(id, address, size, isWrite)) return;
    const { object, mark } = table.judged(id, isWrite);
    this.#frameEnd = object.kind === 'stack' ? table.field(table.root(id), Capability.next) : 0;
    if (table.isFrame(id) && mark === Poison.StackRight && this.#isOnStack(address, size)) return;
    const offset = (address - object.start) | 0;
    const bad =
      offset >= 0 && offset < object.size && mark < Poison.StackAfterReturn ? object.start + object.size : address;
    this.#fail(bad, size, isWrite, mark, object);
    this.#stopIfOutside(address, size);
  }

  #fail(
    address: number,
    size: number,
    isWrite: boolean,
    mark: number,
    object: Parameters<Failures['access']>[0]['object'],
  ): void {
    // What is wrong with the call itself comes first: nobody has asked yet.
    const call = this.#libraryCall();
    if (call && call !== this.#judgedCall) {
      this.#judgedCall = call;
      this.#failures.judge(call);
    }
    const before = this.#failures.list.length;
    const isOver = this.#failures.access({ address, size, isWrite, mark, object });
    const failure = this.#failures.list[before];
    if (failure && object?.origin?.isMember) insideStructure.add(failure);
    if (isOver) throw runEnds.failed;
  }

  /** What lies behind the program is ours. */
  #stopIfOutside(address: number, size: number): void {
    if (address < 0 || address + size > coverageBase) throw runEnds.failed;
  }

  #isOnStack(address: number, size: number): boolean {
    const pointer = this.#stackPointer.value as number;
    return address >= pointer - frameReach && address + size <= this.#prepared.layout.stackTop;
  }

  /** A pointer that nobody knows the object of: right if it leads into one at all. */
  #accessUnknown(address: number, size: number, isWrite: boolean, id: number, at: number): void {
    if (
      address >= 0 &&
      (this.#isOnStack(address, size) || this.#isInBlock(address, size) || this.#isInData(address, size))
    ) {
      if (!this.#approximate.has(at)) this.#approximate.set(at, placeName(this.#failures.tracer.capture().place));
      return;
    }
    const block = this.#heap.blockAt(address);
    if (id === Provenance.Unknown && block) {
      const object = this.#objects.find(address);
      this.#fail(address, size, isWrite, this.#space.markAt(address) || Poison.HeapRedzone, object);
    } else this.#fail(address, size, isWrite, Poison.NullPage, undefined);
    this.#stopIfOutside(address, size);
    if (id === Provenance.None && (address >= nullReach || address < 0)) throw runEnds.failed;
  }

  #isInBlock(address: number, size: number): boolean {
    const block = this.#heap.blockAt(address);
    return block !== undefined && !block.freed && address >= block.start && address + size <= block.start + block.size;
  }

  #isInData(address: number, size: number): boolean {
    const { stackTop, dataEnd } = this.#prepared.layout;
    return address >= stackTop && address + size <= Math.max(dataEnd, stackTop);
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
      const writesPointers = name === 'args_get' || name === 'environ_get';
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
    this.#given.length = 0;
    for (let i = 0; i < hostArguments; i++) {
      const id = words[(hostWords >> 2) + i];
      if (id !== 0) this.#given.push(id);
      words[(hostWords >> 2) + i] = 0;
    }
  }

  #own(): Record<string, unknown> {
    return {
      access: (address: number, shape: number, id: number, at: number) =>
        this.#access(address, shape & 0xff, shape >= 0x100, id, at),
      range: (address: number, size: number, isWrite: number, id: number, at: number) =>
        this.#access(address, size >>> 0, isWrite !== 0, id, at),
      recycle: () => {
        this.#unused ??= this.#table.unused();
        const next = this.#unused.next();
        if (next.done) throw runEnds.fuel;
        return next.value;
      },
      metMember: (at: number, id: number) => this.#met(at, id),
      nullArgument: () => {
        const call = this.#libraryCall();
        if (call) this.#failures.judge(call);
        this.#judgedCall = call;
      },
      fuelOut: () => {
        if (!this.#fuel.refill()) throw runEnds.fuel;
      },
      stackOverflow: () => {
        this.#failures.stackOverflow();
        throw runEnds.stack;
      },
      setjmp: (buffer: number, pointer: number) => this.#jumps.setjmp(buffer, pointer),
      longjmp: () => {
        this.#failures.lastJump = new Error('longjmp');
      },
    };
  }

  #met(at: number, id: number): void {
    const start = this.#table.field(id, Capability.start);
    const size = this.#table.field(id, Capability.size);
    const known = this.#members.get(at);
    if (!known) this.#members.set(at, [{ start, size }]);
    else if (known.length < mostStretches && !known.some((each) => each.start === start && each.size === size))
      known.push({ start, size });
  }

  /** The host's reads and writes: through one of the pointers it was given. */
  #touch(address: number, size: number, isWrite: boolean): void {
    const table = this.#table;
    let nearest = 0;
    let distance = Number.POSITIVE_INFINITY;
    for (const id of this.#given) {
      if (id === Provenance.Unknown) continue;
      if (table.contains(id, address, size, isWrite)) return;
      const { start } = table.judged(id, isWrite).object;
      if (Math.abs(address - start) < distance) {
        nearest = id;
        distance = Math.abs(address - start);
      }
    }
    this.#access(address, size, isWrite, nearest, -1);
  }

  /** What the host finds where it reads, it may follow. */
  #follow(address: number): void {
    const id = this.#table.pointerAt(address);
    if (id !== 0 && !this.#given.includes(id)) this.#given.push(id);
  }

  #written(address: number, size: number): void {
    this.#space.bytes.fill(0, provenanceBase + address, provenanceBase + address + size);
  }

  readonly #guest = {
    read: (address: number, size: number): Uint8Array => {
      this.#touch(address, size, false);
      // A vector of buffers leads to them.
      if (size <= mostVector) for (let at = address; at + 4 <= address + size; at += 4) this.#follow(at);
      return this.#space.bytes.subarray(address, address + size);
    },
    write: (address: number, bytes: Uint8Array): void => {
      this.#touch(address, bytes.length, true);
      this.#space.bytes.set(bytes, address);
      this.#written(address, bytes.length);
      if (!this.#writesPointers) return;
      for (let at = address; at + 4 <= address + bytes.length; at += 4)
        this.#table.setPointer(at, this.#idAt(this.#space.view.getUint32(at, true)));
    },
    readU32: (address: number): number => {
      this.#touch(address, 4, false);
      this.#follow(address);
      return this.#space.view.getUint32(address, true);
    },
    writeU32: (address: number, value: number): void => {
      this.#touch(address, 4, true);
      this.#space.view.setUint32(address, value, true);
      this.#table.setPointer(address, this.#writesPointers ? this.#idAt(value) : 0);
    },
    writeU64: (address: number, value: bigint): void => {
      this.#touch(address, 8, true);
      this.#space.view.setBigUint64(address, value, true);
      this.#written(address, 8);
    },
  };

  /** The result of a host function is a pointer to this object. */
  #gives(id: number): void {
    this.#space.words[hostResult >> 2] = id;
  }

  #env(): Record<string, EnvFunction> {
    const live = (address: number): Block | undefined => {
      const block = this.#heap.blockAt(address);
      if (block && block.start === address && !block.freed) return block;
      this.#failures.release({ address, block });
      return undefined;
    };
    const place = (block: Block, key: 'allocated' | 'freed'): void => {
      if (!this.#options.placesBlocks || this.#placed++ >= mostPlaced) return;
      block.origin = { ...block.origin, [key]: placeName(this.#failures.tracer.capture().place) };
    };
    const allocate = (size: number, alignment = 16): number => {
      const block = this.#heap.allocate(size >>> 0, 0, size >>> 0, alignment);
      if (!block) return 0;
      place(block, 'allocated');
      this.#gives(this.#table.idOfBlock(block));
      return block.start;
    };
    const release = (block: Block): void => {
      this.#table.released(block);
      place(block, 'freed');
      this.#heap.release(block);
    };
    return {
      __nm_malloc: (size) => allocate(size),
      __nm_calloc: (count, size) => {
        const total = (count >>> 0) * (size >>> 0);
        const address = total > 0xffffffff ? 0 : allocate(total);
        if (address !== 0) {
          this.#space.bytes.fill(0, address, address + total);
          this.#written(address, total);
        }
        return address;
      },
      __nm_realloc: (address, size) => {
        if (address === 0) return allocate(size);
        const old = live(address);
        const fresh = old ? allocate(size) : 0;
        if (!old || fresh === 0) return 0;
        const shared = Math.min(old.size, size >>> 0);
        const { bytes } = this.#space;
        bytes.copyWithin(fresh, address, address + shared);
        bytes.copyWithin(provenanceBase + fresh, provenanceBase + address, provenanceBase + address + shared);
        release(old);
        return fresh;
      },
      __nm_free: (address) => {
        const block = address === 0 ? undefined : live(address);
        if (block) release(block);
        return undefined;
      },
      __nm_memalign: (alignment, size) => allocate(size, Math.max(16, alignment)),
      __nm_usable_size: (address) => this.#objects.find(address)?.size ?? 0,
      __nm_symbolic: (address, size, name) => {
        if (size === 0) return undefined;
        this.#gather();
        this.#touch(address, size, true);
        const from = this.#inputs.take(size);
        this.#regions.push({ name: this.#space.cString(name), offset: from, size, plan: { kind: 'bytes' } });
        this.#inputs.place(address, from, size);
        this.#written(address, size);
        return undefined;
      },
      __nm_mark: () => undefined,
      __nm_assume: (condition) => {
        if (condition === 0) throw runEnds.assume;
        return undefined;
      },
    };
  }
}
