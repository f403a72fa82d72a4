import type { SourceFrame } from '../../wasm/dwarf/index.js';
import type { SourceInput } from './flows.js';
import { anywhere } from './locations.js';
import { type FunctionModel, sinkKinds } from './models.js';
import type { TaintProgram } from './program.js';
import {
  carried,
  join,
  joinTaints,
  nothing,
  pointing,
  type Step,
  type Taints,
  tainted,
  type Value,
  withTaints,
} from './value.js';

const noModel: FunctionModel = {};

/** Of the function a call is in: who it is, and its view of memory (function-flow.ts). */
interface CallingFunction {
  readonly program: TaintProgram;
  readonly owner: number;
  locationsOf(address: Value): number[];
  readAt(place: number, size: number): Value;
  writeAt(place: number, size: number, value: Value, isOnly: boolean): void;
}

/** A call of a function whose code is not followed: what it takes, gives and writes is in its model. */
export function callModel(
  flow: CallingFunction,
  name: string,
  model: FunctionModel | undefined,
  args: readonly Value[],
  index: number,
  at: SourceFrame | undefined,
): Value {
  // The compiler's and our own helpers do nothing with data.
  if (!at || /^(__asan|__ubsan|__nearmiss|__nm_|llvm)/.test(name)) return nothing;
  const { program } = flow;
  const known = model ?? noModel;
  for (const { kind, param } of known.sinks ?? []) {
    const value = args[param] ?? nothing;
    const danger = sinkKinds[kind].contents ? { taints: contentsOf(flow, value, 1) } : value;
    program.flows.arrives(kind, name, danger, at);
  }
  // `&table[n]`, n from outside, is an index whoever uses it.
  for (const param of new Set(known.copies?.flat())) {
    const value = args[param] ?? nothing;
    if (value.taints.size > 0) program.flows.arrives('array-index', name, value, at);
  }
  const step: Step = { at, text: `comes from ${known.from ?? name}`, before: undefined, length: 1 };
  const fresh =
    known.sources || known.scans?.from === -1
      ? tainted(
          program.flows.source(known.from ?? name, at, {
            inputs: inputsOf(flow, known, args),
            bytes: mostRead(known, args),
            otherwise: known.input,
          }),
          step,
        )
      : nothing;
  let result = nothing;
  if (known.opens !== undefined) {
    const inputs: SourceInput[] = known.opens === 'recv' ? [{ kind: 'recv' }] : filesOf(flow, args[known.opens]);
    result = pointing([program.locations.number(program.stream(flow.owner, index, { inputs }), 0)]);
  }
  if (known.allocates) result = pointing([program.locations.number(program.allocation(flow.owner, index), 0)]);
  if (known.allocatesInto !== undefined) {
    const made = pointing([program.locations.number(program.allocation(flow.owner, index), 0)]);
    fill(flow, made, fresh);
    for (const place of flow.locationsOf(args[known.allocatesInto] ?? nothing)) flow.writeAt(place, 4, made, false);
  }
  for (const param of known.sources ?? []) {
    if (param !== 'return') fill(flow, args[param] ?? nothing, fresh);
    else if (known.allocates) fill(flow, result, fresh);
    else result = join(result, fresh);
  }
  for (const [to, from] of known.copies ?? []) {
    const moved = contentsOf(flow, args[from] ?? nothing, 2);
    fill(
      flow,
      to < 0 ? result : (args[to] ?? nothing),
      carried({ ...nothing, taints: moved }, at, `copied by ${name}`),
    );
  }
  if (known.scans) {
    const { from, into } = known.scans;
    const read =
      from < 0
        ? fresh
        : carried({ ...nothing, taints: contentsOf(flow, args[from] ?? nothing, 1) }, at, `read by ${name}`);
    // What follows the format is passed in memory: pointers to what is written.
    for (const place of anywhereIn(flow, args[into] ?? nothing)) fill(flow, flow.readAt(place, 4), read);
  }
  if (known.returns !== undefined) {
    const returned = args[known.returns] ?? nothing;
    const isInside = known.returns === 0 && !known.copies && !known.sinks && !known.sources && !known.allocates;
    result = join(result, isInside ? insideOf(flow, returned) : returned);
  }
  if (known.reads) {
    const taints = known.reads.reduce<Taints>(
      (all, param) => joinTaints(all, contentsOf(flow, args[param] ?? nothing, 1)),
      new Map(),
    );
    result = withTaints(result, carried({ ...nothing, taints }, at, `read by ${name}`).taints);
  }
  if (model) return result;
  // Nobody knows this function: what goes in may come out.
  let taints: Taints = new Map();
  for (const arg of args) taints = joinTaints(joinTaints(taints, arg.taints), contentsOf(flow, arg, 1));
  const through = carried({ ...nothing, taints }, at, `through ${name}`);
  if (taints.size > 0) for (const arg of args) if (arg.points.size > 0) fill(flow, arg, through);
  return through;
}

/** Which of the program's inputs a source reads. */
function inputsOf(
  flow: CallingFunction,
  { input, stream, isDescriptor }: FunctionModel,
  args: readonly Value[],
): SourceInput[] {
  if (input === undefined) return [];
  if (input === 'environment') return textsOf(flow, args[0]).map((name) => ({ kind: 'environment', name }));
  if (stream === undefined) return [{ kind: input }];
  const { points, constant } = args[stream] ?? nothing;
  if (isDescriptor && constant === 0) return [{ kind: 'stdin' }];
  return [...points].flatMap((place) => flow.program.streamAt(place)?.inputs ?? []);
}

/** The files a name may name: those the program itself names, or one that an argument does. */
function filesOf(flow: CallingFunction, name: Value | undefined): SourceInput[] {
  const named = textsOf(flow, name).map((text): SourceInput => ({ kind: 'file', name: text }));
  const isArgument = [...contentsOf(flow, name ?? nothing, 1).keys()].some(
    (source) => flow.program.flows.sources[source]?.name === 'argv',
  );
  return isArgument ? [...named, { kind: 'named-by-argument' }] : named;
}

/** Texts of the program's own that a value may point to. */
function textsOf({ program }: CallingFunction, pointer: Value | undefined): string[] {
  const { locations } = program;
  return [...(pointer ?? nothing).points].flatMap((place) => {
    const offset = locations.offsetOf(place);
    if (locations.objectOf(place) !== program.constants || offset === anywhere) return [];
    return program.textAt(offset) ?? [];
  });
}

/** Bytes that are read at once, if that is a record: who reads a page takes less. */
function mostRead({ most }: FunctionModel, args: readonly Value[]): number {
  const counts = most?.map((param) => args[param]?.constant ?? 0) ?? [];
  const bytes = counts.length === 0 ? 0 : counts.reduce((product, count) => product * count, 1);
  return bytes <= smallBuffer || (counts.length > 1 && counts.at(-1) === 1) ? bytes : 0;
}

const smallBuffer = 64;

/** All that a pointer's objects hold comes from `value`. */
function fill(flow: CallingFunction, pointer: Value, value: Value): void {
  if (value.taints.size === 0) return;
  for (const place of flow.locationsOf(pointer)) {
    const { locations } = flow.program;
    const object = locations.objectOf(place);
    const from = locations.offsetOf(place);
    // From here to the end: how much is written is not followed.
    flow.writeAt(locations.number(object, from), Number.POSITIVE_INFINITY, value, false);
  }
}

/** Taints of what a pointer points to; deeper levels follow pointers found there. */
function contentsOf(flow: CallingFunction, pointer: Value, depth: number): Taints {
  let taints: Taints = new Map();
  for (const place of flow.locationsOf(pointer)) {
    const value = flow.readAt(place, Number.POSITIVE_INFINITY);
    taints = joinTaints(taints, value.taints);
    if (depth > 1) taints = joinTaints(taints, contentsOf(flow, { ...value, constant: undefined }, depth - 1));
  }
  return taints;
}

/** A pointer somewhere into the same objects: how far depends on contents, which is no index from outside. */
function insideOf(flow: CallingFunction, pointer: Value): Value {
  return { points: new Set(anywhereIn(flow, pointer)), taints: pointer.taints };
}

function anywhereIn(flow: CallingFunction, pointer: Value): number[] {
  const { locations } = flow.program;
  return flow.locationsOf(pointer).map((place) => locations.number(locations.objectOf(place), anywhere));
}
