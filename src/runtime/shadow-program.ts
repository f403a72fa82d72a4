import { setFlagsFromString } from 'node:v8';
import { checkers } from '../checkers/index.js';
import { Builder } from '../expr/build.js';
import { ExprStore } from '../expr/store.js';
import { applyBinary, applyUnary, truth } from '../expr/wasm-ops.js';
import { ProgramExit } from '../host/guest.js';
import { createHostState, defaultHostConfig, type HostState, wasiFunctions } from '../host/wasi.js';
import { flatSize, layoutOf } from '../inputs/layout.js';
import type { InputPlan } from '../inputs/plan.js';
import { coverageReserve } from '../instrument/function.js';
import { nullPageSize, Poison, programLimit, Tag, tagBase } from '../instrument/layout.js';
import type { Prepared } from '../instrument/prepare.js';
import type { ExprId, SiteId } from '../vocabulary/brands.js';
import type { CheckerId } from '../vocabulary/finding.js';
import type { AbiName } from './abi.js';
import { Failures } from './failures.js';
import { Heap } from './heap.js';
import { Objects } from './objects.js';
import { RunEnd, runEnds } from './run-end.js';
import { ShadowAccesses } from './shadow-accesses.js';
import { ShadowHeap } from './shadow-heap.js';
import { ShadowInputs } from './shadow-inputs.js';
import { ShadowMemory } from './shadow-memory.js';
import { ShadowRun } from './shadow-run.js';
import { StackTracer } from './stack-trace.js';
import { makeArguments } from './starter.js';
import type { RunResult, ShadowProgram } from './types.js';

setFlagsFromString('--experimental-wasm-branch-hinting');

export interface ProgramOptions {
  readonly checkers: ReadonlySet<CheckerId>;
  /** Loop iterations a run may take. */
  readonly fuel: number;
}

type Export = (...args: (number | bigint)[]) => unknown;

/** A program with shadows, in this thread. `run` starts from the same state each time. */
export function openShadow(prepared: Prepared, plan: InputPlan, options: ProgramOptions): ShadowProgram {
  return new Shadow(prepared, plan, options);
}

class Shadow implements ShadowProgram {
  readonly builder = new Builder(new ExprStore());
  readonly store = this.builder.store;
  readonly sites;
  readonly #prepared: Prepared;
  readonly #plan: InputPlan;
  readonly #options: ProgramOptions;
  readonly #run = new ShadowRun(this.builder);
  readonly #failures: Failures;
  readonly #memory: ShadowMemory;
  readonly #heap: Heap;
  readonly #objects: Objects;
  readonly #accesses: ShadowAccesses;
  readonly #shadowHeap: ShadowHeap;
  readonly #inputs: ShadowInputs;
  readonly #exports: Record<string, unknown>;
  readonly #globals: { global: WebAssembly.Global; value: number | bigint }[] = [];
  readonly #snapshot: Uint8Array;
  readonly #regions;
  readonly #flatSize: number;
  #host: HostState = createHostState(defaultHostConfig);

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
    const module = new WebAssembly.Module(prepared.shadow.bytes as Uint8Array<ArrayBuffer>);
    const instance = new WebAssembly.Instance(module, this.#imports(module) as WebAssembly.Imports);
    this.#exports = instance.exports;
    const memory = instance.exports.memory as unknown as WebAssembly.Memory;
    this.#memory = new ShadowMemory(memory, this.builder, layout.stackTop, layout.heapBase);
    this.#heap = new Heap(this.#memory, layout.heapBase);
    this.#objects = new Objects(this.#memory, this.#heap, layout.stackTop, prepared.symbols.data);
    this.#accesses = new ShadowAccesses(
      this.#memory,
      this.#heap,
      this.#objects,
      this.#run,
      this.#failures,
      prepared.sites,
    );
    this.#shadowHeap = new ShadowHeap(this.#memory, this.#heap, this.#accesses, this.#run, this.#failures, 0);
    this.#inputs = new ShadowInputs(this.#run, this.#memory, this.#heap, this.#shadowHeap);
    this.#memory.mark(0, nullPageSize, Poison.NullPage);
    this.#objects.markGuards();
    this.#setCounter('nearmiss.fuel', options.fuel);
    this.#setCounter('nearmiss.stackLow', layout.stackTop);
    const initialize = (this.#exports._initialize ?? this.#exports.__wasm_call_ctors) as Export | undefined;
    initialize?.();
    for (const [name, value] of Object.entries(this.#exports)) {
      if (!name.startsWith('nearmiss.global.')) continue;
      const global = value as WebAssembly.Global;
      this.#globals.push({ global, value: global.value });
    }
    this.#snapshot = this.#memory.bytes.slice(layout.stackTop, layout.heapBase);
  }

  #setCounter(name: string, value: number): void {
    (this.#exports[name] as WebAssembly.Global).value = value;
  }

  *symbolicBytes(): Iterable<{ address: number; expr: ExprId; value: number }> {
    const memory = this.#memory;
    const { top } = memory;
    const tags = memory.bytes.subarray(tagBase, tagBase + top);
    for (let address = tags.indexOf(Tag.Symbolic); address >= 0; address = tags.indexOf(Tag.Symbolic, address + 1)) {
      yield { address, expr: memory.byteId(address), value: memory.bytes[address] };
    }
  }

  /** Forgets every expression; between runs only. */
  clear(): void {
    this.store.clear();
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
    this.#accesses.guardedBlocks = 0;
    for (const { global, value } of this.#globals) global.value = value;
    this.#setCounter('nearmiss.fuel', this.#options.fuel);
    this.#setCounter('nearmiss.stackLow', layout.stackTop);
    const coverage = programLimit - coverageReserve;
    memory.bytes.fill(0, coverage, coverage + this.#prepared.coverage.length);
    this.#failures.reset();
    this.#run.reset(input);
    this.#host = createHostState(defaultHostConfig);
  }

  run(input: Uint8Array): RunResult {
    this.#reset(input);
    const run = this.#run;
    run.take(this.#flatSize);
    run.regions = [...this.#regions];
    return this.#guarded(() => this.#start());
  }

  call(name: string, args: readonly number[]): RunResult & { value: number } {
    this.#reset(new Uint8Array(0));
    let value = 0;
    const result = this.#guarded(() => {
      const returned = (this.#exports[name] as Export)(...args, ...args.map(() => 0)) as [number, number] | undefined;
      value = returned?.[0] ?? 0;
    });
    return { ...result, value };
  }

  /** Runs the program until it returns, exits, fails or is stopped, and tells what happened. */
  #guarded(start: () => void): RunResult {
    const run = this.#run;
    let outcome: RunResult['outcome'] = 'returned';
    let exitCode = 0;
    try {
      start();
    } catch (error) {
      if (error instanceof RunEnd) outcome = error.outcome;
      else if (error instanceof ProgramExit) {
        outcome = 'exited';
        exitCode = error.code;
      } else if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
        outcome = error instanceof RangeError ? 'stack' : 'failed';
        this.#failures.trap(error);
      } else throw error;
    }
    for (const [name] of this.#host.unmodelled) {
      run.approximations.push({ reason: 'unmodelled-call', site: 0, detail: name });
    }
    const coverage = programLimit - coverageReserve;
    return {
      outcome,
      exitCode,
      trace: run.log,
      checks: run.checks,
      failures: this.#failures.list,
      approximations: run.approximations,
      regions: run.regions,
      input: run.input.slice(0, run.used),
      output: this.#host.output.interleaved(),
      coverage: this.#memory.bytes.subarray(coverage, coverage + this.#prepared.coverage.length),
    };
  }

  #start(): void {
    const args = makeArguments(this.#plan, this.#inputs);
    const name = this.#plan.kind === 'fuzz' ? 'LLVMFuzzerTestOneInput' : this.#plan.function;
    const call = this.#exports[name] as Export;
    const values = args.map(({ value }) => value);
    const ids = args.flatMap(({ id }) => (id === undefined ? [] : [id]));
    // A struct result: the caller passes where to put it.
    if (call.length === values.length + ids.length + 2) {
      values.unshift(this.#heap.allocate(1024)?.start ?? 0);
      ids.unshift(0);
    }
    call(...values, ...ids);
  }

  #imports(module: WebAssembly.Module): Record<string, Record<string, unknown>> {
    const abi = this.#abi();
    const imports: Record<string, Record<string, unknown>> = { nearmiss: abi, env: {}, wasi_snapshot_preview1: {} };
    const env = this.#env();
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      if (from === 'env') imports.env[name] = env[name] ?? (name.startsWith('__ubsan_') ? env.ubsan : undefined);
      else if (from === 'wasi_snapshot_preview1') {
        const call = wasiFunctions[name];
        imports[from][name] = (...args: (number | bigint)[]) => call(this.#guest, this.#host, ...args);
      }
    }
    return imports;
  }

  readonly #guest = {
    read: (address: number, size: number): Uint8Array => {
      this.#accesses.range(address, size, false, 0);
      return this.#memory.bytes.subarray(address, address + size);
    },
    write: (address: number, bytes: Uint8Array): void => {
      this.#accesses.range(address, bytes.length, true, 0);
      this.#memory.bytes.set(bytes, address);
      this.#memory.writeId(address, bytes.length, 0);
    },
    readU32: (address: number): number => {
      this.#accesses.range(address, 4, false, 0);
      this.#guest.pin(address, 4);
      return this.#memory.view.getUint32(address, true);
    },
    writeU32: (address: number, value: number): void => {
      this.#accesses.range(address, 4, true, 0);
      this.#memory.view.setUint32(address, value, true);
      this.#memory.writeId(address, 4, 0);
    },
    writeU64: (address: number, value: bigint): void => {
      this.#accesses.range(address, 8, true, 0);
      this.#memory.view.setBigUint64(address, value, true);
      this.#memory.writeId(address, 8, 0);
    },
    pin: (address: number, size: number): void => {
      for (let i = 0; i < size; i++) {
        const id = this.#memory.byteId(address + i);
        if (id !== 0) this.#run.pin(id, this.#memory.bytes[address + i], 0, 0);
      }
    },
  };

  /** What the linked program imports from env: see runtime-c/engine.h. Arguments' ids follow the arguments. */
  #env(): Record<string, (...args: number[]) => number | undefined> {
    const stop = (kind: 'assertion' | 'abort' | 'unreachable', detail: string): never => {
      this.#failures.stop({ kind, detail });
      throw runEnds.failed;
    };
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
      __nm_usable_size: (address) => this.#shadowHeap.usableSize(address),
      __nm_symbolic: (address, size, name, addressId, sizeId) => {
        this.#makeSymbolic(address, size, this.#memory.cString(name), addressId, sizeId);
        return undefined;
      },
      __nm_assume: (condition, id) => {
        if (id === 0) {
          if (condition === 0) throw runEnds.assume;
        } else this.#run.assume(truth(this.builder, id), condition !== 0);
        return undefined;
      },
      __nm_assert_fail: (text) => stop('assertion', this.#memory.cString(text)),
      __nm_abort: () => stop('abort', ''),
      ubsan: () => stop('unreachable', ''),
      __asan_register_globals: (address, count) => {
        this.#objects.registerGlobals(address, count);
        return undefined;
      },
      __asan_poison_stack_memory: (address, size) => {
        this.#memory.mark(address, size, Poison.StackAfterScope);
        return undefined;
      },
      __asan_unpoison_stack_memory: (address, size) => {
        this.#memory.mark(address, size, 0);
        return undefined;
      },
      __asan_alloca_poison: (address, size) => {
        const end = address + size;
        const aligned = (end + 31) & ~31;
        this.#memory.mark(address - 32, 32, Poison.StackLeft);
        this.#memory.mark(end, aligned + 32 - end, Poison.StackRight);
        return undefined;
      },
      __asan_allocas_unpoison: (top, bottom) => {
        if (top !== 0 && top < bottom) this.#memory.mark(top, bottom - top, 0);
        return undefined;
      },
    };
  }

  #makeSymbolic(address: number, size: number, name: string, addressId: ExprId, sizeId: ExprId): void {
    if (addressId !== 0) this.#run.pin(addressId, address, 0, 0);
    if (sizeId !== 0) this.#run.pin(sizeId, size, 0, 0);
    if (size === 0) return;
    this.#accesses.range(address, size, true, 0);
    const from = this.#run.take(size);
    this.#run.regions.push({ name, offset: from, size, plan: { kind: 'bytes' } });
    this.#inputs.place(address, from, size);
  }

  #abi(): Record<AbiName, (...args: number[]) => number | undefined> {
    const { builder, store } = this;
    const run = this.#run;
    const plain = (id: ExprId): ExprId => (store.isConst(id) ? 0 : id);
    const divisionCheckers = checkers.filter(({ divide }) => divide);
    const divide = (
      op: number,
      dividend: ExprId,
      divisor: ExprId,
      width: 32 | 64,
      failed: boolean,
      site: SiteId,
    ): ExprId => {
      const kind = (op - (width === 32 ? 0x6d : 0x7f)) & 3;
      const division = { dividend, divisor, width, isSigned: (kind & 1) === 0, isRemainder: kind >= 2 };
      for (const { id, divide: check } of divisionCheckers) {
        run.check(id, check?.condition(builder, division) ?? 0, 0, failed, site);
      }
      return plain(applyBinary(builder, op, dividend, divisor));
    };
    return {
      branch: (id, value, site) => {
        run.branch(id, value, site);
        return undefined;
      },
      choose: (id, value, site) => {
        run.choose(id, value, site);
        return undefined;
      },
      unary: (op, id) => (id === 0 ? 0 : plain(applyUnary(builder, op, id))),
      binary32: (op, aId, a, bId, b) => {
        if (aId === 0) {
          if (bId === 0) return 0;
          aId = store.constant(32, a);
        } else if (bId === 0) bId = store.constant(32, b);
        return plain(applyBinary(builder, op, aId, bId));
      },
      binary64: (op, aId, aLow, aHigh, bId, bLow, bHigh) => {
        if (aId === 0) {
          if (bId === 0) return 0;
          aId = store.constant(64, aLow, aHigh);
        } else if (bId === 0) bId = store.constant(64, bLow, bHigh);
        return plain(applyBinary(builder, op, aId, bId));
      },
      select32: (cId, c, aId, a, bId, b) => {
        if (cId === 0) return c !== 0 ? aId : bId;
        const then = aId === 0 ? store.constant(32, a) : aId;
        const otherwise = bId === 0 ? store.constant(32, b) : bId;
        return plain(builder.ite(truth(builder, cId), then, otherwise));
      },
      select64: (cId, c, aId, aLow, aHigh, bId, bLow, bHigh) => {
        if (cId === 0) return c !== 0 ? aId : bId;
        const then = aId === 0 ? store.constant(64, aLow, aHigh) : aId;
        const otherwise = bId === 0 ? store.constant(64, bLow, bHigh) : bId;
        return plain(builder.ite(truth(builder, cId), then, otherwise));
      },
      divide32: (op, aId, a, bId, b, site) => {
        if (aId === 0 && bId === 0) return 0;
        const dividend = aId === 0 ? store.constant(32, a) : aId;
        const divisor = bId === 0 ? store.constant(32, b) : bId;
        const failed = b === 0 || (op === 0x6d && b === -1 && a === -0x80000000);
        return divide(op, dividend, divisor, 32, failed, site);
      },
      divide64: (op, aId, aLow, aHigh, bId, bLow, bHigh, site) => {
        if (aId === 0 && bId === 0) return 0;
        const dividend = aId === 0 ? store.constant(64, aLow, aHigh) : aId;
        const divisor = bId === 0 ? store.constant(64, bLow, bHigh) : bId;
        const isZero = (bLow | bHigh) === 0;
        const overflows = op === 0x7f && (bLow & bHigh) === -1 && aLow === 0 && aHigh === -0x80000000;
        return divide(op, dividend, divisor, 64, isZero || overflows, site);
      },
      load: (address, addressId, site) => this.#accesses.load(address, addressId, site),
      store: (address, addressId, valueId, low, high, site) => {
        this.#accesses.store(address, addressId, valueId, low, high, site);
        return undefined;
      },
      copy: (to, toId, from, fromId, size, sizeId, site) => {
        this.#accesses.copy(to, toId, from, fromId, size, sizeId, site);
        return undefined;
      },
      fill: (to, toId, value, valueId, size, sizeId, site) => {
        this.#accesses.fill(to, toId, value, valueId, size, sizeId, site);
        return undefined;
      },
      pin: (id, value, site) => {
        run.pin(id, value, 0, site);
        return undefined;
      },
      target: (id, value, site) => {
        run.target(id, value, site);
        return undefined;
      },
      pinFloat: (id, low, high, site) => {
        run.concretize(id, low, high, site, 'concretized-float');
        return undefined;
      },
      fuelOut: (site) => {
        run.approximations.push({ reason: 'hang', site });
        throw runEnds.fuel;
      },
      stackOverflow: () => {
        this.#failures.stop({ kind: 'stack-overflow', detail: '' });
        throw runEnds.stack;
      },
    };
  }
}
