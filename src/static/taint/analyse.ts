import { type DebugFunction, type DebugInfo, type SourceFrame, stripTypedefs } from '../../wasm/dwarf/index.js';
import type { Module } from '../../wasm/types.js';
import type { Flow } from './flows.js';
import { FunctionFlow } from './function-flow.js';
import { anywhere } from './memory.js';
import type { FunctionModel } from './models.js';
import { TaintProgram } from './program.js';
import { pointing, tainted, type Value, withTaints } from './value.js';

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
export function analyseTaint({ module, debug, names, models, isUserCode, entry }: TaintOptions): TaintResult {
  const program = new TaintProgram(module, debug, names, models, isUserCode);
  const { imported } = program.graph;
  const owners = program.functions.flatMap((found, body) => (found ? [body + imported] : []));
  for (const owner of owners) giveFromOutside(program, owner, program.functions[owner - imported]!, entry);
  const flowsOf = owners.map((owner) => new FunctionFlow(program, owner));
  let isSettled = false;
  for (let round = 0; round < mostRounds && !isSettled; round++) {
    program.hasChanged = false;
    program.own.hasGrown = false;
    program.others.hasGrown = false;
    for (const flow of flowsOf) flow.run();
    isSettled = !program.hasChanged && !program.own.hasGrown && !program.others.hasGrown;
  }
  return {
    flows: program.flows.sorted(),
    functions: owners.length,
    sources: program.flows.sources.length,
    isSettled,
  };
}

/** What the outside gives main, a fuzz harness, or the function asked for. */
function giveFromOutside(program: TaintProgram, owner: number, found: DebugFunction, entry: string | undefined): void {
  const { params } = program.summaries[owner];
  const give = (i: number, name: string, make: (source: number, at: SourceFrame) => Value): void => {
    const param = found.params[i];
    const at = { function: found.name, file: found.file, line: param?.line ?? found.line, column: 1 };
    params[i] = make(program.flows.source(name, at), at);
  };
  const both = (source: number, at: SourceFrame): Value =>
    withTaints(outside(program, source, at, 1), tainted(source, stepFrom(at, program, source)).taints);
  const bytes = (source: number, at: SourceFrame): Value => outside(program, source, at, 1);
  const word = (source: number, at: SourceFrame): Value => tainted(source, stepFrom(at, program, source));
  if (entry !== undefined && found.name === entry) {
    found.params.forEach(({ name, type }, i) => {
      give(i, name, stripTypedefs(type)?.kind === 'pointer' ? bytes : word);
    });
    return;
  }
  for (const param of program.models.get(found.name)?.sources ?? []) {
    const type = param === 'return' ? undefined : found.params[param]?.type;
    if (param !== 'return' && type)
      give(param, found.params[param].name, stripTypedefs(type)?.kind === 'pointer' ? bytes : both);
  }
  if (found.name === 'LLVMFuzzerTestOneInput') {
    give(0, 'fuzz input', bytes);
    give(1, 'fuzz input', word);
  } else if (found.name === 'main' && entry === undefined && found.params.length >= 2) {
    give(1, 'argv', (source, at) => outside(program, source, at, 2));
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
