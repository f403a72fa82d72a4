import { type DebugFunction, type DebugInfo, type SourceFrame, sizeOf } from '../../wasm/dwarf/index.js';
import type { Module } from '../../wasm/types.js';
import { ProgramGraph } from '../program-graph.js';
import { Flows } from './flows.js';
import { anywhere, Locations, Memory, type ObjectSpan } from './memory.js';
import type { FunctionModel } from './models.js';
import { nothing, type Value } from './value.js';

/** A function as callers know it: what it is given and gives back, over all calls. */
interface Summary {
  readonly params: Value[];
  result: Value;
}

interface GlobalRange {
  readonly start: number;
  readonly end: number;
  readonly object: number;
}

/** An object that is part of another: a variable in its function's frame. */
interface Part extends ObjectSpan {
  readonly part: number;
}

/** Everything the analysis of one function shares with that of the others. */
export class TaintProgram {
  readonly graph: ProgramGraph;
  readonly flows = new Flows();
  readonly locations = new Locations();
  /** What functions other than its owner wrote to an object. */
  readonly others = new Memory();
  /** What the owner wrote: for the others to read. */
  readonly own = new Memory();
  readonly summaries: readonly Summary[];
  hasChanged = false;
  #objects = 0;
  readonly #frames = new Map<number, number>();
  readonly #allocations = new Map<string, number>();
  readonly #layouts = new Map<number, readonly Part[]>();
  readonly #parts = new Map<number, Part>();
  readonly #sizes = new Map<number, number>();
  readonly #globals: readonly GlobalRange[];
  /** Data that no variable is known for: string constants. Nobody may write there, so nothing is ever stored in it. */
  readonly constants: number;

  constructor(
    readonly module: Module,
    readonly debug: DebugInfo,
    readonly names: ReadonlyMap<number, string>,
    readonly models: ReadonlyMap<string, FunctionModel>,
    isUserCode: (address: number, file: string) => boolean,
  ) {
    this.graph = new ProgramGraph(module);
    this.summaries = Array.from({ length: this.graph.count }, () => ({ params: [], result: nothing }));
    this.constants = this.object();
    this.#globals = debug.globals
      .flatMap(({ address, type }): GlobalRange[] => {
        const size = sizeOf(type);
        if (address === undefined || size === undefined || size === 0) return [];
        const object = this.object();
        this.#sizes.set(object, size);
        return [{ start: address, end: address + size, object }];
      })
      .sort((a, b) => a.start - b.start);
    this.functions = module.bodies.map(({ start }) => {
      const found = debug.functionAt(start);
      return found && isUserCode(start, found.file) ? found : undefined;
    });
  }

  /** By body: the user's functions; undefined for the library's, which models stand for. */
  readonly functions: readonly (DebugFunction | undefined)[];

  object(): number {
    return this.#objects++;
  }

  frameOf(owner: number): number {
    let object = this.#frames.get(owner);
    if (object === undefined) this.#frames.set(owner, (object = this.object()));
    return object;
  }

  /** Says which variables a frame has: from then on what is written to one does not reach its neighbours. */
  layOutFrame(owner: number, base: number): void {
    const object = this.frameOf(owner);
    if (this.#layouts.has(object)) return;
    const found = this.functions[owner - this.graph.imported];
    const parts = [...(found?.params ?? []), ...(found?.variables ?? [])].flatMap(({ location, type }): Part[] => {
      const size = sizeOf(type);
      if (location?.kind !== 'frame' || !size) return [];
      const from = base + location.offset;
      return [{ part: this.object(), object, from, to: from + size }];
    });
    this.#layouts.set(object, parts);
    for (const part of parts) this.#parts.set(part.part, part);
  }

  /** The same place, as one in a variable if it lies in one. */
  #inVariable(object: number, offset: number): number {
    const part = this.#layouts.get(object)?.find(({ from, to }) => from <= offset && offset < to);
    return part ? this.locations.number(part.part, offset - part.from) : this.locations.number(object, offset);
  }

  shifted(place: number, by: number): number {
    const { locations } = this;
    const offset = locations.offsetOf(place);
    return offset === anywhere ? place : this.#inVariable(locations.objectOf(place), offset + by);
  }

  /** The bytes an access of a place touches. */
  spanOf(place: number, size: number): ObjectSpan {
    const object = this.locations.objectOf(place);
    const offset = this.locations.offsetOf(place);
    const part = this.#parts.get(object);
    const start = part ? part.from : 0;
    const end = part ? part.to : (this.#sizes.get(object) ?? Number.POSITIVE_INFINITY);
    if (offset === anywhere) return { object: part?.object ?? object, from: part ? start : anywhere, to: end };
    const from = start + offset;
    // An access may begin behind its object; how much a copy writes is not known.
    return {
      object: part?.object ?? object,
      from,
      to: size === Number.POSITIVE_INFINITY ? Math.max(end, from + 1) : from + size,
    };
  }

  allocation(owner: number, index: number): number {
    const key = `${owner} ${index}`;
    let object = this.#allocations.get(key);
    if (object === undefined) this.#allocations.set(key, (object = this.object()));
    return object;
  }

  /** The variable an address lies in (or right behind), and how far. */
  globalAt(address: number): number {
    let low = 0;
    let high = this.#globals.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#globals[middle].start <= address) low = middle + 1;
      else high = middle;
    }
    const found = this.#globals[low - 1];
    if (found && address <= found.end) return this.locations.number(found.object, address - found.start);
    return this.locations.number(this.constants, address);
  }

  placeOf(owner: number, at: number): SourceFrame | undefined {
    const function_ = this.functions[owner - this.graph.imported];
    const [frame] = this.debug.framesAt(at);
    return frame && function_ ? frame : undefined;
  }
}
