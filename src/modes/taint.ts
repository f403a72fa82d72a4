import { TAINTED_SECTION } from '../build/symbols.js';
import type { BuildOptions, ProgramKind } from '../build/types.js';
import { withoutObjectMarks } from '../instrument/exact/marks.js';
import { symbolsOf, userCode } from '../instrument/user-code.js';
import { currentFolder } from '../platform/machine.js';
import { analyseTaint, type TaintResult } from '../static/taint/analyse.js';
import { type SinkKind, sinkKinds } from '../static/taint/models.js';
import { type RankedFlow, rankFlows } from '../static/taint/ranking.js';
import { modelsWith, type NamedParameter } from '../static/taint/user-models.js';
import { UserError } from '../vocabulary/errors.js';
import { decode } from '../wasm/decode.js';
import { type DebugInfo, readDebugInfo, stripTypedefs } from '../wasm/dwarf/index.js';
import { readNames } from '../wasm/names.js';
import type { Module } from '../wasm/types.js';
import { type Building, buildProgram } from './make-program.js';

export interface TaintModeOptions
  extends Pick<BuildOptions, 'onProgress' | 'signal' | 'cacheDir'>,
    Pick<Building, 'onBuilt'> {
  readonly sources: readonly string[];
  readonly flags?: readonly string[];
  readonly compiler?: BuildOptions['compiler'];
  /** A function all of whose arguments come from outside. */
  readonly entry?: string;
  readonly from?: readonly NamedParameter[];
  readonly into?: readonly NamedParameter[];
  /** The kinds of sinks to tell of; all without it. */
  readonly kinds?: readonly SinkKind[];
}

export interface TaintRun extends Omit<TaintResult, 'flows'> {
  /** The most dangerous first; what a reader would take for the same stands together. */
  readonly flows: readonly RankedFlow[];
  /** Flows that were found, each pair of source and sink by itself. */
  readonly found: number;
  /** How the program starts. */
  readonly program: ProgramKind;
  readonly compileMs: number;
  readonly wallMs: number;
}

/** C sources → where data from outside may go. */
export async function taintSources(options: TaintModeOptions): Promise<TaintRun> {
  const built = await buildProgram(options, options);
  const started = performance.now();
  const module = withoutObjectMarks(decode(built.wasm));
  const debug = readDebugInfo(module.customs, currentFolder());
  const names = readNames(module).functions;
  const annotated = annotatedIn(module, debug);
  refuseUnknown([...(options.from ?? []), ...(options.into ?? [])], new Set(names.values()));
  const result = analyseTaint({
    module,
    debug,
    names,
    models: modelsWith(
      [...(options.from ?? []), ...annotated.results],
      options.into ?? [],
      (name) => stripTypedefs(debug.functions.find((each) => each.name === name)?.returnType)?.kind === 'pointer',
    ),
    stdin: symbolsOf(module)?.data.find(({ name }) => name === 'stdin')?.address,
    parameters: annotated.parameters,
    globals: annotated.globals,
    isUserCode: userCode(module),
    entry: options.entry,
  });
  const kinds = new Set(options.kinds ?? Object.keys(sinkKinds));
  const asked = result.flows.filter(({ kind }) => kinds.has(kind));
  return {
    ...result,
    flows: rankFlows(asked),
    found: asked.length,
    program: built.kind,
    compileMs: built.compileMs,
    wallMs: performance.now() - started,
  };
}

interface Annotated {
  readonly parameters: readonly NamedParameter[];
  readonly results: readonly NamedParameter[];
  readonly globals: ReadonlySet<string>;
}

/** What the source itself says comes from outside. */
function annotatedIn({ customs }: Module, debug: DebugInfo): Annotated {
  const texts = new TextDecoder().decode(customs.get(TAINTED_SECTION)).split('\0').slice(0, -1);
  const variables = new Set(debug.globals.map(({ name }) => name));
  const whole = texts.filter((text) => !text.includes('('));
  const parameters = texts.flatMap((text): NamedParameter[] => {
    const [symbol, param] = text.split('(');
    return debug.functions
      .filter(({ name, linkageName }) => param !== undefined && (linkageName ?? name) === symbol)
      .map(({ name, params }) => ({ function: name, param: params.findIndex((each) => each.name === param) }))
      .filter((each) => each.param >= 0);
  });
  return {
    parameters,
    results: whole.filter((name) => !variables.has(name)).map((name) => ({ function: name, param: 'return' })),
    globals: new Set(whole.filter((name) => variables.has(name))),
  };
}

function refuseUnknown(named: readonly NamedParameter[], known: ReadonlySet<string>): void {
  const missing = named.find(({ function: name }) => !known.has(name));
  if (missing) {
    throw new UserError(`The program has no function ${missing.function}: name one it defines or calls.`);
  }
}
