import type { SourceFrame } from '../../wasm/dwarf/index.js';
import { Opcode, opcodes } from '../../wasm/opcodes.js';
import type { Instr } from '../../wasm/types.js';
import { callModel } from './calls.js';
import type { Comparison } from './flows.js';
import { anywhere, widened } from './locations.js';
import { Contents } from './memory.js';
import type { HandedOn, TaintProgram } from './program.js';
import {
  carried,
  join,
  joinTaints,
  markOf,
  nothing,
  paramsIn,
  pointing,
  type Taints,
  unmarked,
  type Value,
  withTaints,
} from './value.js';

const loadSizes: Readonly<Record<string, number>> = { '8': 1, '16': 2, '32': 4 };

/** Bytes a load or store moves. */
function sizeOfAccess(name: string): number {
  const narrow = /(?:load|store)(8|16|32)/.exec(name)?.[1];
  if (narrow) return loadSizes[narrow];
  return /^[if]64/.test(name) ? 8 : 4;
}

/**
 * Follows data through one function. Its own frame is followed in the order of its blocks, with what a store leaves
 * gone for good; everything else is joined over all that ever happens to it. Locals are too: at the level we compile,
 * variables live in the frame and locals hold single results.
 */
export class FunctionFlow {
  readonly frame: number;
  readonly #code: readonly Instr[];
  readonly #locals = new Map<number, Value>();
  readonly #frameBase: number;
  /** What becomes of a parameter in here is seen by a mark it carries, besides what callers give it. */
  readonly #marks: readonly Taints[];
  /** Where a parameter is compared, by its number. */
  readonly #compared = new Map<number, Map<string, Comparison>>();

  constructor(
    readonly program: TaintProgram,
    readonly owner: number,
  ) {
    this.frame = program.frameOf(owner);
    this.#marks = program.graph.signature(owner).params.map((_, i) => markOf(i));
    const body = owner - program.graph.imported;
    this.#code = program.module.bodies[body].code;
    const base = program.functions[body]?.frameBase;
    this.#frameBase = base?.kind === 'local' ? base.index : -1;
  }

  /** Follows all blocks until nothing in here changes. */
  run(): void {
    const { params } = this.program.summaries[this.owner];
    this.#marks.forEach((mark, i) => {
      this.#set(i, withTaints(params[i] ?? nothing, mark));
    });
    for (let before = -1; before !== this.#localsVersion; ) {
      before = this.#localsVersion;
      this.#followBlocks();
    }
  }

  #followBlocks(): void {
    const cfg = this.program.graph.cfg(this.owner);
    const states: (State | undefined)[] = [{ memory: Contents.empty, stack: [] }];
    const pending = new Set([0]);
    // States only grow, so this ends by itself; the limit is for what would take too long.
    for (let visits = 0; pending.size > 0 && visits < cfg.blocks.length * mostVisits; visits++) {
      const [number] = pending;
      pending.delete(number);
      const { start, end, successors, handlers } = cfg.blocks[number];
      const after = this.#walk(start, end, states[number]!);
      for (const next of [...successors, ...handlers]) {
        const known = states[next];
        const joined = known ? joinStates(known, after) : after;
        if (joined === known) continue;
        states[next] = joined;
        pending.add(next);
      }
    }
  }

  place(index: number): SourceFrame | undefined {
    return this.program.placeOf(this.owner, this.#code[index].at);
  }

  /** The places an address may be. */
  locationsOf(address: Value, offset = 0): number[] {
    const { program } = this;
    if (address.constant !== undefined) return [program.globalAt((address.constant + offset) >>> 0)];
    const places = [...address.points].map((place) => program.shifted(place, offset));
    // `table[i]` is compiled to an access at i whose offset is the table's address.
    const table = offset < firstAddress ? undefined : program.variableAt(offset >>> 0);
    return table === undefined ? places : [...places, widened(table)];
  }

  read(address: Value, offset: number, size: number): Value {
    let value = nothing;
    for (const place of this.locationsOf(address, offset)) value = join(value, this.readAt(place, size));
    return value;
  }

  readAt(place: number, size: number): Value {
    const { own, others, arguments: argv } = this.program;
    const { object, ...span } = this.program.spanOf(place, size);
    if (object === argv?.object && span.from > 0) argv.count = Math.max(argv.count, Math.floor(span.from / 4));
    const ours = object === this.frame ? this.#state : own.contents(object);
    return join(ours.read(span), others.contents(object).read(span));
  }

  write(address: Value, offset: number, size: number, value: Value): void {
    const places = this.locationsOf(address, offset);
    for (const place of places) this.writeAt(place, size, value, places.length === 1 && address.constant === undefined);
  }

  writeAt(place: number, size: number, value: Value, isOnly: boolean): void {
    const { locations, own, others } = this.program;
    const span = this.program.spanOf(place, size);
    // Where a pointer may point to a text of the program's own or to a buffer, it is the buffer that is written to.
    if (span.object === this.program.constants) return;
    if (span.object === this.frame) {
      this.#state = this.#state.written(span, value, isOnly && locations.offsetOf(place) !== anywhere);
      own.write(span, unmarked(value));
    } else others.write(span, unmarked(value));
  }

  #state = Contents.empty;
  #localsVersion = 0;

  #set(local: number, value: Value): void {
    const before = this.#locals.get(local);
    const after = before ? join(before, value) : value;
    if (after === before) return;
    this.#locals.set(local, after);
    this.#localsVersion++;
    if (local === this.#frameBase) this.#layOut(after);
  }

  #layOut(base: Value): void {
    const { locations } = this.program;
    const [place] = base.points;
    if (place !== undefined && locations.objectOf(place) === this.frame) {
      this.program.layOutFrame(this.owner, locations.offsetOf(place));
    }
  }

  #walk(start: number, end: number, { memory, stack: before }: State): State {
    this.#state = memory;
    const stack = [...before];
    const pop = (): Value => stack.pop() ?? nothing;
    for (let index = start; index < end; index++) this.#step(this.#code[index], index, stack, pop);
    return { memory: this.#state, stack };
  }

  #step(instr: Instr, index: number, stack: Value[], pop: () => Value): void {
    const { op, x, y } = instr;
    switch (op) {
      case Opcode.BrIf:
      case Opcode.BrTable:
      case Opcode.If:
        // `if (n)` and `switch (n)` say what n is equal to.
        this.#compare(pop(), index, false);
        return;
      case Opcode.Drop:
        pop();
        return;
      case Opcode.Return:
        this.#returned(stack);
        return;
      case Opcode.Call:
      case Opcode.CallIndirect:
        this.#call(instr, index, stack, pop);
        return;
      case Opcode.Select:
      case Opcode.SelectT: {
        pop();
        stack.push(join(pop(), pop()));
        return;
      }
      case Opcode.LocalGet:
        stack.push(this.#locals.get(x) ?? nothing);
        return;
      case Opcode.LocalSet:
        this.#set(x, pop());
        return;
      case Opcode.LocalTee:
        this.#set(x, stack.at(-1) ?? nothing);
        return;
      case Opcode.GlobalGet:
        stack.push(x === 0 ? pointing([this.program.locations.number(this.frame, 0)]) : nothing);
        return;
      case Opcode.GlobalSet:
        pop();
        return;
      case Opcode.I32Const:
        stack.push(this.program.constant(x));
        return;
    }
    const info = opcodes.get(op);
    if (info?.signature === undefined) {
      if (op === Opcode.End && index === this.#code.length - 1) this.#returned(stack);
      return;
    }
    const [params, results] = info.signature.split(':');
    const args = Array.from(params, pop).reverse();
    const { name } = info;
    if (name.includes('.load')) {
      this.#addressed(args[0], index);
      stack.push(this.read(args[0], y, sizeOfAccess(name)));
    } else if (name.includes('.store')) {
      this.#addressed(args[0], index);
      this.write(args[0], y, sizeOfAccess(name), carried(args[1], this.place(index), 'stored here'));
    } else if (results.length > 0) stack.push(this.#computed(name, args, index));
  }

  #returned(stack: readonly Value[]): void {
    const value = stack.at(-1);
    const summary = this.program.summaries[this.owner];
    if (!value) return;
    const joined = join(summary.result, unmarked(value));
    if (joined === summary.result) return;
    summary.result = joined;
    this.program.hasChanged = true;
  }

  /** An address that depends on data from outside is an index from outside. */
  #addressed(address: Value, index: number): void {
    if (address.taints.size > 0) this.program.flows.arrives('array-index', 'an access', address, this.place(index));
  }

  #computed(name: string, args: readonly Value[], index: number): Value {
    const [a = nothing, b = nothing] = args;
    const operation = name.slice(4);
    if (/^(eq|ne|lt|gt|le|ge)/.test(operation)) {
      this.#compare(withTaints(a, b.taints), index, !/^(eq|ne)/.test(operation));
      return nothing;
    }
    if (/^(div|rem)_/.test(operation) && b.taints.size > 0) {
      this.program.flows.arrives('divisor', operation.startsWith('div') ? '/' : '%', b, this.place(index));
    }
    const taints = joinTaints(a.taints, b.taints);
    if (operation === 'add' || operation === 'sub') return { ...this.#sum(a, b, operation === 'sub'), taints };
    // The frame is aligned by masking: still the frame.
    if (operation === 'and' && b.constant !== undefined && b.constant < 0) return { points: a.points, taints };
    const constant = folded(operation, a.constant, b.constant);
    return constant === undefined ? { points: nothing.points, taints } : { ...this.program.constant(constant), taints };
  }

  #compare(value: Value, index: number, isOrdering: boolean): void {
    if (value.taints.size === 0) return;
    const at = this.place(index);
    this.program.flows.compared(value, at, isOrdering);
    if (!at) return;
    for (const param of paramsIn(value)) {
      let places = this.#compared.get(param);
      if (!places) this.#compared.set(param, (places = new Map()));
      const key = `${at.line} ${isOrdering}`;
      if (!places.has(key)) places.set(key, { at, isOrdering });
    }
  }

  #sum(a: Value, b: Value, isDifference: boolean): Value {
    if (a.constant !== undefined && b.constant !== undefined) {
      return this.program.constant((isDifference ? a.constant - b.constant : a.constant + b.constant) | 0);
    }
    const by = b.constant === undefined ? undefined : isDifference ? -b.constant : b.constant;
    if (a.points.size > 0 && by !== undefined) {
      return pointing([...a.points].map((place) => this.program.shifted(place, by)));
    }
    if (b.points.size > 0 && a.constant !== undefined && !isDifference) return this.#sum(b, a, false);
    const bases = new Set<number>();
    for (const each of isDifference ? [a] : [a, b]) {
      for (const place of each.points) bases.add(place);
      // A variable's address with an index: constants below the first page are just numbers.
      if (each.constant !== undefined && each.constant >>> 0 >= firstAddress) {
        bases.add(this.program.globalAt(each.constant >>> 0));
      }
    }
    return pointing([...bases].map(widened));
  }

  #call(instr: Instr, index: number, stack: Value[], pop: () => Value): void {
    const { program } = this;
    const { graph } = program;
    if (instr.op === Opcode.CallIndirect) pop();
    const block = graph.cfg(this.owner).blockAt(index);
    const callees = graph.callees(this.owner, block);
    const type = program.graph.typeOf(instr);
    const marked = Array.from(type.params, pop).reverse();
    const args = marked.map(unmarked);
    let result = nothing;
    for (const callee of callees) {
      const user = callee >= graph.imported ? program.functions[callee - graph.imported] : undefined;
      const name = program.names.get(callee) ?? '';
      const at = this.place(index);
      const model = program.models.get(name);
      if (user) {
        result = join(result, this.#callUser(callee, user.name, args, at));
        if (at) this.#callAllocator(callee, user.name, marked, at);
      }
      // A function of the user's own may be a source or a sink besides.
      if (!user || model) result = join(result, callModel(this, name, model, args, index, at));
      if (at && model?.allocates) {
        for (const { kind, param } of model.sinks ?? []) {
          if (kind !== 'allocation-size') continue;
          this.#handsOn(
            marked[param],
            { inner: at, through: [at], sink: name, object: program.allocation(this.owner, index) },
            [],
          );
        }
      }
    }
    if (type.results.length > 0) stack.push(result);
  }

  #callUser(callee: number, name: string, args: readonly Value[], at: SourceFrame | undefined): Value {
    const { program } = this;
    const { params, result } = program.summaries[callee];
    args.forEach((arg, i) => {
      const given = carried(arg, at, `given to ${name}`);
      const joined = params[i] ? join(params[i], given) : given;
      if (joined === params[i]) return;
      params[i] = joined;
      program.hasChanged = true;
    });
    return carried(result, at, `from ${name}`);
  }

  /** A function that returns as much memory as it is told to is an allocation where it is called: `xmalloc(n)`. */
  #callAllocator(callee: number, name: string, marked: readonly Value[], at: SourceFrame): void {
    const { summaries, flows, locations } = this.program;
    const { allocations, result } = summaries[callee];
    if (allocations.size === 0) return;
    const returned = new Set(Array.from(result.points, (place) => locations.objectOf(place)));
    for (const wrapped of allocations.values()) {
      const value = marked[wrapped.param];
      if (!value || !returned.has(wrapped.object)) continue;
      flows.arrives('allocation-size', name, value, at, wrapped);
      this.#handsOn(value, { ...wrapped, through: [...wrapped.through, at] }, wrapped.comparisons);
    }
  }

  /** Keeps that an allocation's size is made of parameters of this function. */
  #handsOn(
    size: Value | undefined,
    { inner, through, sink, object }: Omit<HandedOn, 'param' | 'comparisons'>,
    before: readonly Comparison[],
  ): void {
    const { program } = this;
    const { allocations } = program.summaries[this.owner];
    for (const param of size ? paramsIn(size) : []) {
      const all = [...before, ...(this.#compared.get(param)?.values() ?? [])];
      const comparisons = all.filter((each, i) => all.indexOf(each) === i);
      const key = `${param} ${object}`;
      const known = allocations.get(key);
      if (known && known.comparisons.length >= comparisons.length) continue;
      allocations.set(key, { param, inner, through, sink, object, comparisons });
      program.hasChanged = true;
    }
  }
}

/** What is known where a block begins: the function's own frame, and results still on the operand stack. */
interface State {
  readonly memory: Contents;
  readonly stack: readonly Value[];
}

function joinStates(a: State, b: State): State {
  const memory = a.memory.joined(b.memory);
  // Of different heights only where a block ends that left something below: the top is what counts.
  const height = Math.min(a.stack.length, b.stack.length);
  const tops = a.stack.slice(a.stack.length - height);
  const others = b.stack.slice(b.stack.length - height);
  const stack = tops.map((value, i) => join(value, others[i]));
  const isSame = memory === a.memory && height === a.stack.length && stack.every((value, i) => value === a.stack[i]);
  return isSame ? a : { memory, stack };
}

/** Times a block is followed, on average. */
const mostVisits = 40;

/** Below this, constants are numbers, not addresses. */
const firstAddress = 1024;

function folded(operation: string, a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (operation === 'mul') return Math.imul(a, b);
  if (operation === 'shl') return a << b;
  if (operation === 'and') return a & b;
  if (operation === 'or') return a | b;
  return undefined;
}
