import {
  type DebugFunction,
  type DebugInfo,
  type DebugType,
  type SourceFrame,
  sizeOf,
  stripTypedefs,
} from '../../wasm/dwarf/index.js';
import type { Module } from '../../wasm/types.js';
import type { Flow, SourceInput } from './flows.js';
import { FunctionFlow } from './function-flow.js';
import { anywhere } from './locations.js';
import type { FunctionModel } from './models.js';
import { TaintProgram } from './program.js';
import type { NamedParameter } from './user-models.js';
import { join, pointing, tainted, type Value, withTaints } from './value.js';

/** Rounds over all functions; programs settle after a few. */
const mostRounds = 60;

interface TaintOptions {
  readonly module: Module;
  readonly debug: DebugInfo;
  /** Function numbers to names. */
  readonly names: ReadonlyMap<number, string>;
  readonly models: ReadonlyMap<string, FunctionModel>;
  readonly isUserCode: (address: number, file: string) => boolean;
  /** A function whose every argument comes from outside. */
  readonly entry?: string;
  /** Parameters that do, inside their function. */
  readonly parameters?: readonly NamedParameter[];
  /** The address of libc's variable `stdin`. */
  readonly stdin?: number;
  /** Names of variables whose content does. */
  readonly globals?: ReadonlySet<string>;
}

export interface TaintResult {
  readonly flows: readonly Flow[];
  /** Functions of the user that were followed. */
  readonly functions: number;
  readonly sources: number;
  /** Nothing changed any more: all flows the model allows are here. */
  readonly isSettled: boolean;
}

/** Where data from outside may go, over all paths: what it says may be wrong, what it leaves out is beyond the models. */
export function analyseTaint({ module, debug, names, models, isUserCode, entry, ...own }: TaintOptions): TaintResult {
  const program = new TaintProgram(module, debug, names, models, isUserCode);
  const { imported } = program.graph;
  const owners = program.functions.flatMap((found, body) => (found ? [body + imported] : []));
  for (const owner of owners) {
    const found = program.functions[owner - imported]!;
    const annotated = (own.parameters ?? []).filter(({ function: name }) => name === found.name);
    giveFromOutside(program, owner, found, entry, annotated);
  }
  if (own.stdin !== undefined) program.standardInput(own.stdin);
  giveGlobals(program, own.globals ?? new Set());
  const flowsOf = owners.map((owner) => new FunctionFlow(program, owner));
  let isSettled = false;
  for (let round = 0; round < mostRounds && !isSettled; round++) {
    program.hasChanged = false;
    program.own.hasGrown = false;
    program.others.hasGrown = false;
    for (const flow of flowsOf) flow.run();
    isSettled = !program.hasChanged && !program.own.hasGrown && !program.others.hasGrown;
  }
  if (program.arguments) {
    const { source, count } = program.arguments;
    program.flows.sources.forEach(({ inputs }, number) => {
      // Who names a file in an argument has to give those before it too.
      const isAsked = number === source || inputs.some(({ kind }) => kind === 'named-by-argument');
      if (isAsked) inputs.push({ kind: 'arguments', count });
    });
  }
  return {
    flows: program.flows.sorted(),
    functions: owners.length,
    sources: program.flows.sources.length,
    isSettled,
  };
}

/** What the outside gives main, a fuzz harness, or the function asked for. */
function giveFromOutside(
  program: TaintProgram,
  owner: number,
  found: DebugFunction,
  entry: string | undefined,
  annotated: readonly NamedParameter[],
): void {
  const { params } = program.summaries[owner];
  const give = (i: number, name: string, make: (source: number, at: SourceFrame) => Value): void => {
    const param = found.params[i];
    const at = { function: found.name, file: found.file, line: param?.line ?? found.line, column: 1 };
    const inputs: readonly SourceInput[] = name === 'argv' ? [] : [{ kind: 'parameter', name: found.name }];
    const given = make(program.flows.source(name, at, { inputs }), at);
    params[i] = params[i] ? join(params[i], given) : given;
  };
  const both = (source: number, at: SourceFrame): Value =>
    withTaints(outside(program, source, at, 1), tainted(source, stepFrom(at, program, source)).taints);
  const bytes = (source: number, at: SourceFrame): Value => outside(program, source, at, 1);
  const word = (source: number, at: SourceFrame): Value => tainted(source, stepFrom(at, program, source));
  if (entry !== undefined && found.name === entry) {
    found.params.forEach(({ name, type }, i) => {
      give(i, name, isInMemory(type) ? bytes : word);
    });
    return;
  }
  const sources = program.models.get(found.name)?.sources ?? [];
  for (const param of new Set([...sources, ...annotated.map((each) => each.param)])) {
    const type = param === 'return' ? undefined : found.params[param]?.type;
    if (param !== 'return' && type) give(param, found.params[param].name, isInMemory(type) ? bytes : both);
  }
  if (found.name === 'LLVMFuzzerTestOneInput') {
    give(0, 'fuzz input', bytes);
    give(1, 'fuzz input', word);
  } else if (found.name === 'main' && entry === undefined && found.params.length >= 2) {
    give(1, 'argv', (source, at) => {
      const value = outside(program, source, at, 2);
      const [place] = value.points;
      program.arguments = { object: program.locations.objectOf(place), source, count: 1 };
      return value;
    });
  }
}

/** Passed as an address: what comes from outside is what lies there. */
const isInMemory = (type: DebugType): boolean =>
  ['pointer', 'struct', 'union', 'array'].includes(stripTypedefs(type)?.kind ?? '');

/** Variables whose content comes from outside, whatever the program puts there. */
function giveGlobals(program: TaintProgram, names: ReadonlySet<string>): void {
  for (const { name, type, file, line, address, function: owner } of program.debug.globals) {
    const size = sizeOf(type);
    if (!names.has(name) || address === undefined || !size) continue;
    const at = { function: owner ?? name, file, line, column: 1 };
    const source = program.flows.source(name, at);
    const isPointer = stripTypedefs(type)?.kind === 'pointer';
    const value = isPointer ? outside(program, source, at, 1) : tainted(source, stepFrom(at, program, source));
    const object = program.locations.objectOf(program.globalAt(address));
    program.others.write({ object, from: anywhere, to: size }, value);
  }
}

const stepFrom = (at: SourceFrame, program: TaintProgram, source: number) => ({
  at,
  text: `comes from ${program.flows.sources[source].name}`,
  before: undefined,
  length: 1,
});

/** A pointer to bytes from outside, or (levels > 1) to pointers to such bytes. */
function outside(program: TaintProgram, source: number, at: SourceFrame, levels: number): Value {
  const object = program.object();
  const value = levels > 1 ? outside(program, source, at, levels - 1) : tainted(source, stepFrom(at, program, source));
  program.others.write({ object, from: anywhere, to: Number.POSITIVE_INFINITY }, value);
  return pointing([program.locations.number(object, 0)]);
}
