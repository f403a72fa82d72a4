import { nullPageSize, Poison, Tag, tagBase } from '../abi/layout.js';
import { lengthParameters, libraryFunctions } from '../abi/library-functions.js';
import { isStep, sameKind } from '../checkers/index.js';
import type { LibraryCall } from '../checkers/types.js';
import { endUnmodelled } from '../host/process.js';
import { createHostState, defaultHostConfig, type HostState, hostConfigWith } from '../host/wasi.js';
import { fuzzExitCode, fuzzInitialize } from '../inputs/fuzz.js';
import { flatSize, layoutOf } from '../inputs/layout.js';
import type { InputPlan, InputRegion } from '../inputs/plan.js';
import { startOf } from '../inputs/start.js';
import { withoutObjectMarks } from '../instrument/exact/marks.js';
import { markerOf } from '../instrument/markers.js';
import type { Prepared } from '../instrument/prepare.js';
import { replayModule } from '../instrument/replay-imports.js';
import { buildWatchedModule } from '../instrument/watched-module.js';
import { includesBytes } from '../platform/bytes.js';
import { fits32 } from '../vocabulary/arithmetic.js';
import { type Place, placeName } from '../vocabulary/place.js';
import { decode } from '../wasm/decode.js';
import { ringAlarm } from './alarm.js';
import { MemoryOfCalls } from './call-memory.js';
import { withCxx } from './cxx-env.js';
import { type EntryCall, effectsOf, isAboutNumbers, noCall } from './effects.js';
import { Failures } from './failures.js';
import { FuelTank } from './fuel-tank.js';
import { Goals } from './goals.js';
import { Heap } from './heap.js';
import { answerImports, commonEnv, type EnvFunction } from './imports.js';
import { Jumps } from './jumps.js';
import { Leaks } from './leaks.js';
import { MainWorlds } from './main-world.js';
import { Objects } from './objects.js';
import { type GivenObject, type ObservationPlan, observe, type Shown } from './observed.js';
import { outcomeOf } from './outcome.js';
import type { ProgramOptions } from './program-options.js';
import { longestDistance, Repetition } from './repetition.js';
import { ReplayInputs } from './replay-inputs.js';
import { runEnds } from './run-end.js';
import { Space } from './space.js';
import { StackTracer } from './stack-trace.js';
import { asPointer, makeArguments, makeCommandLine } from './starter.js';
import type { Hang, Replannable, ReplayProgram } from './types.js';
import { WrappedSizes } from './wrapped-sizes.js';

/** Blocks of a replay lie this far apart: wherever a wild index of the shadow run led, it hits poison here. */
const replayGap = 1 << 16;

type Export = (...args: (number | bigint)[]) => unknown;
type Replayed = ReturnType<ReplayProgram['replay']>;

/** Most endless loops can be proved after few turns; then nobody has to wait for the fuel to be used up. */
const soon = 1 << 18;
const soonApart = 1 << 12;

/** Allocations of a replay whose place is remembered. */
const mostPlaced = 100;

/** The oracle: a fresh instance for each input, no shadows, passive checks only. */
export function openReplay(prepared: Prepared, plan: InputPlan, options: ProgramOptions): ReplayProgram & Replannable {
  let current = plan;
  const module = new WebAssembly.Module(prepared.replay.bytes as Uint8Array<ArrayBuffer>);
  const tracer = new StackTracer(prepared.wasm, prepared.replay.positions, prepared.replay.addresses);
  let watched: { module: WebAssembly.Module; tracer: StackTracer } | undefined;
  const run = (input: Uint8Array, fuel: number): Replayed =>
    new Replay(prepared, current, { ...options, fuel }, module, tracer).run(input);
  const hang = (input: Uint8Array, longest = longestDistance): Hang | undefined => {
    watched ??= openWatched(prepared);
    const replay = new Replay(prepared, current, options, watched.module, watched.tracer, longest);
    const { failures } = replay.run(input);
    const failure = failures.find(({ checker }) => checker === 'hang');
    return failure && failures.every(isAboutNumbers) ? { failure, ...replay.round } : undefined;
  };
  return {
    setPlan(next) {
      current = next;
    },
    hang: (input) => hang(input),
    overflow: (input) => run(input, options.fuel).failures.find(({ checker }) => checker === 'stack-overflow'),
    replay: (input, isEnough, looksForHang = true) => {
      let replayed = run(input, Math.min(options.fuel, soon));
      if (replayed.outcome !== 'fuel' || isEnough?.(replayed.failures)) return replayed;
      const canHang = (): boolean =>
        looksForHang && replayed.outcome === 'fuel' && replayed.failures.every(isAboutNumbers);
      let proved = canHang() ? hang(input, soonApart) : undefined;
      if (!proved) {
        if (options.fuel > soon) replayed = run(input, options.fuel);
        if (canHang()) proved = hang(input);
      }
      return proved ? { ...replayed, failures: [...replayed.failures, proved.failure] } : replayed;
    },
  };
}

/** The module that can prove a hang; only runs that are out of fuel pay for it. */
function openWatched(prepared: Prepared): { module: WebAssembly.Module; tracer: StackTracer } {
  const { bytes, positions, addresses } = buildWatchedModule(
    withoutObjectMarks(decode(prepared.wasm)),
    prepared.replayOptions,
  );
  return {
    module: new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>),
    tracer: new StackTracer(prepared.wasm, positions, addresses),
  };
}

class Replay {
  readonly #failures: Failures;
  readonly #sizes: WrappedSizes;
  #placed = 0;
  readonly #jumps = new Jumps();
  readonly #goals: Goals | undefined;
  readonly #space: Space;
  readonly #heap: Heap;
  readonly #objects: Objects;
  #host: HostState = createHostState(defaultHostConfig);
  readonly #exports: Record<string, unknown>;
  readonly #fuel: FuelTank;
  readonly #regions: InputRegion[];
  #inputs: ReplayInputs;
  #repetition: Repetition | undefined;
  /** The library function the user's code is in. */
  #call: LibraryCall | undefined;
  readonly #callMemory: MemoryOfCalls;
  readonly #leaks: Leaks;
  #endedAt: Place | undefined;
  #entryCall: EntryCall = noCall;
  readonly #given: GivenObject[] = [];

  constructor(
    readonly prepared: Prepared,
    readonly plan: InputPlan,
    readonly options: ProgramOptions,
    module: WebAssembly.Module,
    tracer: StackTracer,
    /** With probes that look for a state that comes back: how far apart at most they remember one. */
    longest?: number,
  ) {
    this.#failures = new Failures(options.checkers, tracer);
    this.#sizes = new WrappedSizes(prepared.layout.pointerSize === 8 ? 64 : 32);
    this.#failures.remembersBlocks = true;
    this.#goals = options.goals && new Goals(options.goals, this.#failures, () => {}, sameKind);
    this.#regions = [...layoutOf(plan)];
    const instance = new WebAssembly.Instance(module, this.#imports(module));
    this.#exports = instance.exports;
    this.#fuel = new FuelTank(instance.exports, options.stopSign);
    this.#space = new Space(instance.exports.memory as WebAssembly.Memory);
    const { layout } = prepared;
    // Watched, memory is kept small: it is compared as a whole.
    this.#heap = new Heap(this.#space, layout.heapBase, longest ? 0 : replayGap);
    this.#heap.onLargeBlock = (bytes) => this.#fuel.pay(bytes);
    this.#heap.onFull = () => endUnmodelled(this.#host, 'malloc');
    this.#objects = new Objects(this.#space, this.#heap, layout.stackTop, prepared.symbols.data, layout.pointerSize);
    this.#inputs = new ReplayInputs(this.#space, this.#heap, new Uint8Array(0), flatSize(plan), layout.pointerSize);
    // Without shadows: what also stands in the input may well come from there.
    this.#callMemory = new MemoryOfCalls(this.#space, this.#objects, tracer, (address, count) =>
      includesBytes(this.#inputs.input, this.#space.bytes.subarray(address, address + count)),
    );
    this.#failures.call = () => this.#call;
    this.#failures.callee = () => (this.#exports['nearmiss.callee'] as WebAssembly.Global).value as number;
    const pointer = instance.exports.__stack_pointer as WebAssembly.Global;
    this.#leaks = new Leaks(this.#space, this.#heap, this.#failures, layout, () => pointer.value as number);
    this.#failures.frameOf = (object) => this.#objects.frameOf(object);
    if (longest) this.#repetition = this.#watch(instance.exports, longest);
  }

  /** Of the repetition that was found. */
  get round(): Pick<Hang, 'period' | 'start'> {
    const { period, fuelBefore } = this.#repetition ?? { period: 0, fuelBefore: 0 };
    return { period, start: this.options.fuel - fuelBefore };
  }

  #watch(exports: Record<string, unknown>, longest: number): Repetition {
    const around = {
      space: this.#space,
      heap: this.#heap,
      jumps: this.#jumps,
      globals: Object.entries(exports).flatMap(([name, value]) =>
        name.startsWith('nearmiss.global.') ? [value as WebAssembly.Global] : [],
      ),
      host: () => this.#host,
      inputUsed: () => this.#inputs.used,
      fuelLeft: () => this.#fuel.left,
    };
    return new Repetition(around, longest);
  }

  run(input: Uint8Array): Replayed {
    this.#inputs = new ReplayInputs(
      this.#space,
      this.#heap,
      input,
      flatSize(this.plan),
      this.prepared.layout.pointerSize,
    );
    if (this.options.observes) this.#inputs.onObject = (object) => this.#given.push(object);
    this.#space.mark(0, nullPageSize, Poison.NullPage);
    this.#objects.markGuards();
    this.#fuel.fill(this.options.fuel);
    const { outcome, exitCode } = outcomeOf(() => {
      const initialize = (this.#exports._initialize ?? this.#exports.__wasm_call_ctors) as Export | undefined;
      if (this.plan.kind !== 'main') initialize?.();
      return this.#start();
    }, this.#failures);
    this.#leaks.judge(outcome, this.#entryCall.returned);
    const failures = this.#failures.list;
    const whole = this.#inputs.input.slice(0, this.#inputs.used);
    return {
      outcome,
      exitCode,
      failures,
      endedAt: this.#endedAt,
      output: this.#host.output.interleaved(),
      regions: this.#regions,
      input: whole,
      effects: () =>
        effectsOf(this.plan, this.#entryCall, { outcome, failures, input: whole }, this.#objects, this.#host.output),
      ...(this.options.observes && { shown: this.#observe(this.options.observes) }),
    };
  }

  #observe(plan: ObservationPlan): Shown[] {
    const { bytes, view } = this.#space;
    const around = {
      ...{ bytes, view, byteId: () => 0, concretize: () => {} },
      find: (address: number) => this.#objects.find(address),
    };
    const { returned, result = 0 } = this.#entryCall;
    const value = returned as number | bigint | undefined;
    return observe(plan, around, this.#given, { value, idOf: () => 0, structAt: result }, this.#host);
  }

  #start(): number {
    if (this.prepared.surroundings) this.#host = createHostState(hostConfigWith(this.prepared.surroundings));
    if (this.plan.kind === 'main')
      this.#host = new MainWorlds(this.plan, hostConfigWith(this.prepared.surroundings)).open(this.#inputs, false);
    const initialize = this.plan.kind === 'fuzz' ? (this.#exports[fuzzInitialize] as Export | undefined) : undefined;
    if (initialize) initialize(...makeCommandLine(this.#inputs));
    const call = this.#exports[startOf(this.plan)] as Export;
    const values = makeArguments(this.plan, this.#inputs).map(({ value }) => value);
    const result = call.length === values.length + 1 ? (this.#heap.allocate(1024)?.start ?? 0) : undefined;
    this.#entryCall = { args: values, result, returned: undefined };
    const returned = call(...(result === undefined ? values : [asPointer(this.#inputs, result), ...values])) as
      | number
      | undefined;
    this.#entryCall = { args: values, result, returned };
    return this.plan.kind === 'fuzz' ? fuzzExitCode(returned) : 0;
  }

  #touch(address: number, size: number, isWrite: number): void {
    address |= 0;
    size >>>= 0;
    const { top } = this.#space;
    let bad = -1;
    for (let i = 0; i < size && bad < 0; i++) {
      if (address + i < 0 || address + i >= top || this.#space.markAt(address + i) !== 0) bad = address + i;
    }
    if (bad < 0 && address >= 0) {
      if (isWrite !== 0 && this.#failures.findsUnwritten) this.#written(address, size);
      return;
    }
    const outside = address < 0 || bad >= top;
    const object = this.#objects.find(outside && address >= 0 ? address : bad);
    const mark = outside ? -1 : this.#space.markAt(bad);
    const access = { address: bad, size, isWrite: isWrite !== 0, mark, object };
    if (this.#failures.access(access)) throw runEnds.failed;
  }

  #isUnwritten(address: number): boolean {
    return this.#space.bytes[tagBase + address] === Tag.Unwritten;
  }

  #written(address: number, size: number): void {
    for (let i = 0; i < size; i++) if (this.#isUnwritten(address + i)) this.#space.mark(address + i, 1, 0);
  }

  /** A read of one value: is none of its bytes written? */
  #lookForUnwritten(address: number, size: number): void {
    for (let i = 0; i < size; i++) if (!this.#isUnwritten(address + i)) return;
    this.#failures.readUnwritten({ address, size, isWrite: false, mark: 0, object: this.#objects.find(address) });
  }

  #imports(module: WebAssembly.Module): WebAssembly.Imports {
    return answerImports(module, {
      own: { name: replayModule, functions: this.#replayImports() },
      env: {
        ...commonEnv(
          () => this.#space,
          () => this.#objects,
          this.#failures,
        ),
        ...withCxx(this.#env(), () => ({ heap: this.#heap, space: this.#space, failures: this.#failures })),
      },
      check: (marker) => this.#check(marker),
      guest: this.#guest,
      host: () => this.#host,
    });
  }

  /** What a marker does when it is called: the operation is done once more, with numbers that have no end. */
  #check(marker: {
    module: string;
    name: string;
  }): ((left: number | bigint, right?: number | bigint) => void) | undefined {
    const what = markerOf(marker);
    if (!what) return () => {};
    const { width, signed } = what.type;
    const exact = (value: number | bigint): bigint => (signed ? BigInt(value) : BigInt.asUintN(width, BigInt(value)));
    if (what.operation === 'element') {
      return (value) => {
        const use = this.#sizes.use(this.#sizes.asTold(BigInt.asUintN(width, BigInt(value))));
        if (use) this.#failures.index(use, -1, this.#marker);
      };
    }
    const isSize = isStep(what, this.#sizes.bits === 64);
    const isHeard = this.#failures.listeners(what).length > 0;
    return (left, right = 0) => {
      if (typeof left === 'number' && fits32(what, left, right as number)) return;
      if (isSize && this.#sizes.wants(what)) this.#sizes.note(what, exact(left), exact(right));
      if (isHeard) this.#failures.arithmetic(what, exact(left), exact(right), { at: this.#marker });
    };
  }

  /** The mark of a check that was called last. */
  get #marker(): number {
    return (this.#exports['nearmiss.marker'] as WebAssembly.Global).value as number;
  }

  #replayImports(): Record<string, unknown> {
    return {
      access: (address: number, size: number, isWrite: number) => {
        if (isWrite === 0 && this.#failures.findsUnwritten) this.#lookForUnwritten(address, size);
        this.#touch(address, size, isWrite);
      },
      range: (address: number, size: number, isWrite: number) => this.#touch(address, size, isWrite),
      setjmp: (buffer: number, pointer: number) => this.#jumps.setjmp(buffer, pointer),
      longjmp: (buffer: number, pointer: number) => {
        this.#failures.lastJump = new Error('longjmp');
        this.#jumps.longjmp(buffer, pointer, this.#space);
      },
      probe: (loop: number, activation: number, bytes: number) => {
        const isEndless = this.#repetition?.probe(loop, activation, bytes);
        if (isEndless) this.#failures.stop({ kind: 'hang', detail: '' });
        if (isEndless || this.#repetition?.isGivenUp) throw runEnds.fuel;
      },
      library: (fn: number, ...args: number[]) => {
        const call = { fn: libraryFunctions[fn], args, memory: this.#callMemory };
        this.#call = call;
        const lengths = lengthParameters(call.fn).map((at) => args[at]);
        this.#failures.judge(
          call,
          lengths.flatMap((length) => this.#sizes.use(length, call.fn.name) ?? []),
        );
      },
      libraryEnd: () => {
        this.#call = undefined;
      },
      mark: (goal: number) => this.#goals?.mark(goal),
      fuelOut: () => {
        if (this.#fuel.refill() || ringAlarm(this.#exports, this.#host, this.#fuel, this.options.fuel)) return;
        this.#endedAt = this.#failures.tracer.capture().place;
        throw runEnds.fuel;
      },
      stackOverflow: () => {
        this.#failures.stackOverflow();
        throw runEnds.stack;
      },
    };
  }

  readonly #guest = {
    read: (address: number, size: number): Uint8Array => {
      this.#touch(address, size, 0);
      return this.#space.bytes.subarray(address, address + size);
    },
    write: (address: number, bytes: Uint8Array): void => {
      this.#touch(address, bytes.length, 1);
      this.#space.bytes.set(bytes, address);
    },
    readU32: (address: number): number => {
      this.#touch(address, 4, 0);
      return this.#space.view.getUint32(address, true);
    },
    writeU32: (address: number, value: number): void => {
      this.#touch(address, 4, 1);
      this.#space.view.setUint32(address, value, true);
    },
    writeU64: (address: number, value: bigint): void => {
      this.#touch(address, 8, 1);
      this.#space.view.setBigUint64(address, value, true);
    },
  };

  #env(): Record<string, EnvFunction> {
    const live = (address: number) => {
      const block = this.#heap.blockAt(address);
      if (block && block.start === address && !block.freed) return block;
      this.#failures.release({ address, block });
      return undefined;
    };
    const allocate = (size: number, alignment = 16): number => {
      const block = this.#heap.allocate(size >>> 0, 0, size >>> 0, alignment);
      // A stack costs microseconds: those of a program that allocates all the time are not looked up.
      if (block && this.#placed++ < mostPlaced) {
        block.origin = { allocated: placeName(this.#failures.tracer.capture().place) };
      }
      if (block && this.#failures.findsUnwritten) this.#space.mark(block.start, block.size, Tag.Unwritten);
      return block?.start ?? 0;
    };
    return {
      __nm_malloc: (size) => {
        this.#sizes.judge('malloc', size, this.#failures);
        return allocate(size);
      },
      __nm_calloc: (count, size) => {
        const total = (count >>> 0) * (size >>> 0);
        // A product that 64 bits hold is no wrong one, only more than there is.
        const product = this.#sizes.bits === 64 ? undefined : total;
        this.#sizes.judge('calloc', total >>> 0, this.#failures, product, [count, size]);
        const address = total > 0xffffffff ? 0 : allocate(total);
        if (address !== 0) {
          this.#space.bytes.fill(0, address, address + total);
          this.#space.mark(address, total, 0);
        }
        return address;
      },
      __nm_realloc: (address, size) => {
        this.#sizes.judge(address === 0 ? 'malloc' : 'realloc', size, this.#failures);
        if (address === 0) return allocate(size);
        const old = live(address);
        const fresh = old ? allocate(size) : 0;
        if (!old || fresh === 0) return 0;
        const shared = Math.min(old.size, size >>> 0);
        this.#space.bytes.copyWithin(fresh, address, address + shared);
        for (let i = 0; this.#failures.findsUnwritten && i < shared; i++) {
          if (!this.#isUnwritten(address + i)) this.#written(fresh + i, 1);
        }
        this.#heap.release(old);
        return fresh;
      },
      __nm_free: (address) => {
        const block = address === 0 ? undefined : live(address);
        if (!block) return undefined;
        if (this.#placed++ < mostPlaced) {
          block.origin = { ...block.origin, freed: placeName(this.#failures.tracer.capture().place) };
        }
        this.#heap.release(block);
        return undefined;
      },
      __nm_memalign: (alignment, size) => allocate(size, Math.max(16, alignment)),
      __nm_usable_size: (address) => this.#objects.find(address)?.size ?? 0,
      __nm_symbolic: (address, size, name) => {
        if (size === 0) return undefined;
        this.#touch(address, size, 1);
        const from = this.#inputs.take(size);
        this.#regions.push({ name: this.#space.cString(name), offset: from, size, plan: { kind: 'bytes' } });
        this.#inputs.place(address, from, size);
        return undefined;
      },
      __nm_mark: (id) => {
        this.#goals?.probe(id);
        return undefined;
      },
      __nm_assume: mustHold,
      __nm_bound: mustHold,
    };
  }
}

function mustHold(condition: number): undefined {
  if (condition === 0) throw runEnds.assume;
}
