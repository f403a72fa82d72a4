import { type DebugFunction, type DebugInfo, type SourceFrame, sizeOf } from '../../wasm/dwarf/index.js';
import { Opcode } from '../../wasm/opcodes.js';
import type { Module } from '../../wasm/types.js';
import { ProgramGraph } from '../program-graph.js';
import { Flows, type SourceInput, type Wrapped } from './flows.js';
import { anywhere, Locations } from './locations.js';
import { Memory, type ObjectSpan } from './memory.js';
import type { FunctionModel } from './models.js';
import { constantValue, nothing, pointing, type Value } from './value.js';

/** A function as callers know it: what it is given and gives back, over all calls. */
interface Summary {
  readonly params: Value[];
  result: Value;
  /** Where it allocates as much as a parameter says, by parameter and place. */
  readonly allocations: Map<string, HandedOn>;
}

/** An allocation whose size is a parameter: it is the function's own if the function returns `object`. */
export interface HandedOn extends Wrapped {
  readonly param: number;
  readonly object: number;
}

/** What is known of something opened: `fread` from it reads these. */
interface Stream {
  readonly inputs: readonly SourceInput[];
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

/** Words of one variable that are told apart as pointers from the beginning. */
const mostFields = 64;

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
  readonly #data: readonly { readonly start: number; readonly bytes: Uint8Array }[];
  readonly #streams = new Map<number, Stream>();
  /** What argv points to: who reads its third word wants two arguments. */
  arguments: { readonly object: number; readonly source: number; count: number } | undefined;
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
    this.summaries = Array.from({ length: this.graph.count }, () => ({
      params: [],
      result: nothing,
      allocations: new Map(),
    }));
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
    this.#data = module.data.flatMap(({ mode, offset, bytes }) =>
      mode === 'active' && offset[0]?.op === Opcode.I32Const ? [{ start: offset[0].x >>> 0, bytes }] : [],
    );
    this.#pointInitially();
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

  /** What a call opens. */
  stream(owner: number, index: number, { inputs }: Stream): number {
    const object = this.allocation(owner, index);
    const known = this.#streams.get(object)?.inputs ?? [];
    const isNew = (input: SourceInput) => !known.some((each) => JSON.stringify(each) === JSON.stringify(input));
    const added = inputs.filter(isNew);
    if (added.length > 0 || !this.#streams.has(object)) {
      this.#streams.set(object, { inputs: [...known, ...added] });
      this.hasChanged = true;
    }
    return object;
  }

  /** Who reads libc's variable has the stream. */
  standardInput(address: number): void {
    const object = this.object();
    this.#streams.set(object, { inputs: [{ kind: 'stdin' }] });
    const stream = pointing([this.locations.number(object, 0)]);
    this.others.write({ object: this.constants, from: address, to: address + 4 }, stream);
  }

  streamAt(place: number): Stream | undefined {
    return this.#streams.get(this.locations.objectOf(place));
  }

  /** The variable an address lies in (or right behind), and how far; undefined where there is none. */
  variableAt(address: number): number | undefined {
    let low = 0;
    let high = this.#globals.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#globals[middle].start <= address) low = middle + 1;
      else high = middle;
    }
    const found = this.#globals[low - 1];
    if (!found || address > found.end) return undefined;
    return this.locations.number(found.object, address - found.start);
  }

  globalAt(address: number): number {
    return this.variableAt(address) ?? this.locations.number(this.constants, address);
  }

  /**
   * A number. One that may be the address of a variable or a text points there besides: where values are joined, a
   * constant is no longer known, and the place still is.
   */
  constant(value: number): Value {
    const known = this.#constants.get(value);
    if (known) return known;
    const address = value >>> 0;
    const isData = this.#data.some(({ start, bytes }) => start <= address && address < start + bytes.length);
    const place = this.variableAt(address) ?? (isData ? this.globalAt(address) : undefined);
    const made = place === undefined ? constantValue(value) : { ...pointing([place]), constant: value };
    this.#constants.set(value, made);
    return made;
  }

  /** The text of the program's own that begins at an address. */
  textAt(address: number): string | undefined {
    for (const { start, bytes } of this.#data) {
      if (address < start || address >= start + bytes.length) continue;
      const from = address - start;
      const end = bytes.indexOf(0, from);
      return end < 0 ? undefined : new TextDecoder().decode(bytes.subarray(from, end));
    }
    return undefined;
  }

  /** Variables that begin as pointers: `static char *at = buffer;`. */
  #pointInitially(): void {
    for (const { start, end, object } of this.#globals) {
      const segment = this.#data.find((each) => each.start <= start && start < each.start + each.bytes.length);
      if (!segment) continue;
      const { bytes } = segment;
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      let count = 0;
      for (let at = (start + 3) & ~3; at + 4 <= Math.min(end, segment.start + bytes.length); at += 4) {
        const place = this.variableAt(view.getUint32(at - segment.start, true));
        if (place === undefined) continue;
        const from = ++count > mostFields ? anywhere : at - start;
        this.others.write({ object, from, to: from === anywhere ? end - start : from + 4 }, pointing([place]));
      }
    }
  }

  readonly #constants = new Map<number, Value>();

  placeOf(owner: number, at: number): SourceFrame | undefined {
    const function_ = this.functions[owner - this.graph.imported];
    const [frame] = this.debug.framesAt(at);
    return frame && function_ ? frame : undefined;
  }
}
