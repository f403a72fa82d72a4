import type { BuildOptions } from '../build/types.js';
import { withoutObjectMarks } from '../instrument/exact/marks.js';
import { userCode } from '../instrument/user-code.js';
import { currentFolder } from '../platform/machine.js';
import { analyseTaint, type TaintResult } from '../static/taint/analyse.js';
import { modelsWith, type NamedParameter } from '../static/taint/user-models.js';
import { UserError } from '../vocabulary/errors.js';
import { decode } from '../wasm/decode.js';
import { readDebugInfo } from '../wasm/dwarf/index.js';
import { readNames } from '../wasm/names.js';
import { buildProgram } from './make-program.js';

export interface TaintModeOptions extends Pick<BuildOptions, 'onProgress' | 'signal' | 'cacheDir'> {
  readonly sources: readonly string[];
  readonly flags?: readonly string[];
  readonly compiler?: BuildOptions['compiler'];
  /** A function all of whose arguments come from outside. */
  readonly entry?: string;
  readonly from?: readonly NamedParameter[];
  readonly into?: readonly NamedParameter[];
}

export interface TaintRun extends TaintResult {
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
  refuseUnknown([...(options.from ?? []), ...(options.into ?? [])], new Set(names.values()));
  const result = analyseTaint({
    module,
    debug,
    names,
    models: modelsWith(options.from ?? [], options.into ?? []),
    isUserCode: userCode(module),
    entry: options.entry,
  });
  return { ...result, compileMs: built.compileMs, wallMs: performance.now() - started };
}

function refuseUnknown(named: readonly NamedParameter[], known: ReadonlySet<string>): void {
  const missing = named.find(({ function: name }) => !known.has(name));
  if (missing) {
    throw new UserError(`The program has no function ${missing.function}: name one it defines or calls.`);
  }
}
