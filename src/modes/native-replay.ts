import { isProgram } from '../build/build.js';
import { listSources } from '../build/sources.js';
import { type CompiledUnit, readUnitsOf } from '../build/symbols.js';
import { decodeInput, type InputValue } from '../inputs/decode.js';
import { flatSize } from '../inputs/layout.js';
import type { InputPlan } from '../inputs/plan.js';
import { userFiles } from '../instrument/user-code.js';
import { bytesOf } from '../native/c-values.js';
import { compileProgram, NotNatively, nameOf } from '../native/compile-program.js';
import { findNativeCompiler, type NativeCompiler } from '../native/compiler.js';
import { type NativeEntry, type NativeTest, nativeHarness } from '../native/harness.js';
import { judge, type NativeVerdict, type ReplayInSandbox } from '../native/judge.js';
import { type NativeRun, type NativeRunOptions, runNatively } from '../native/run.js';
import { type SanitizerReport, sanitizerReports } from '../native/sanitizer-reports.js';
import { signsOf } from '../native/signs.js';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  tmpdir,
  writeFileSync,
} from '../platform/files.js';
import { currentFolder } from '../platform/machine.js';
import { dirname, isAbsolute, join, normalize, resolve } from '../platform/paths.js';
import { UserError } from '../vocabulary/errors.js';
import { decode } from '../wasm/decode.js';
import { readDebugInfo, typeName } from '../wasm/dwarf/index.js';
import { exploredWorld } from './explored-world.js';
import type { MadeProgram } from './make-program.js';
import type { ProgramOptions } from './recipe.js';

/** Tests that are compiled into one program. */
const atOnce = 200;

/** Builds the program with this machine's compiler and sanitizers, outside the sandbox, and runs tests on it. */
export async function replayNatively(
  options: ProgramOptions,
  made: MadeProgram,
  replays: readonly ReplayInSandbox[],
  onProgress: (message: string) => void = () => {},
): Promise<NativeVerdict[]> {
  const compiler = requireNativeCompiler(made.prepared.layout.pointerSize === 8 ? 64 : 32);
  const verdicts: NativeVerdict[] = [];
  for (let from = 0; from < replays.length; from += atOnce) {
    const some = replays.slice(from, from + atOnce);
    try {
      const ran = await runReplays(options, made, some, compiler, onProgress);
      verdicts.push(...ran.map(({ run, reports }, i) => judge(run, some[i], reports, compiler)));
    } catch (error) {
      if (!(error instanceof NotNatively)) throw error;
      verdicts.push(...some.map((): NativeVerdict => ({ verdict: 'not-run', text: error.message, why: [] })));
    }
  }
  return verdicts;
}

export function requireNativeCompiler(bits?: 32 | 64): NativeCompiler {
  const compiler = findNativeCompiler(bits);
  if (compiler) return compiler;
  throw new UserError('--native needs gcc or clang with its address sanitizer (Debian: apt install gcc gcc-multilib).');
}

/** What a test did on the machine itself, and what sanitizers said of it. */
export interface NativeOutcome {
  readonly run: NativeRun;
  readonly reports: readonly SanitizerReport[];
  /** What the entry returned, where that was asked for and it did. */
  readonly returned?: Uint8Array;
}

/** What is wanted of a run besides how it ended. */
interface Wanted {
  readonly result: boolean;
  readonly output: boolean;
}

/** One build of the program, and a run of it for each replay's input. Throws `NotNatively` when that can't be. */
export async function runReplays(
  options: ProgramOptions,
  { built, plan }: Pick<MadeProgram, 'built' | 'plan'>,
  replays: readonly ReplayInSandbox[],
  compiler: NativeCompiler,
  onProgress: (message: string) => void = () => {},
  wanted: Wanted = { result: false, output: false },
): Promise<NativeOutcome[]> {
  const units = options.sources.some(isProgram) ? readUnitsOf(decode(built.wasm).customs) : undefined;
  if (units?.length === 0) {
    throw new NotNatively('its C sources are not known: make it again with nearmiss cc, which notes them now');
  }
  if (plan.kind === 'main' && plan.recv) throw new NotNatively('its input comes over a connection');
  if (options.mounts?.length) throw new NotNatively('it reads folders that are mounted in the sandbox (--mount)');
  const sources = units ? units.map(pathOf) : listSources(options.sources);
  const entry = plan.kind === 'entry' ? { ...entryOf(plan, built.wasm), showsResult: wanted.result } : undefined;
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-native-'));
  try {
    const tests = replays.map(({ input, regions }): NativeTest => {
      const end = flatSize(plan);
      const taken = regions.filter(({ offset }) => offset >= end);
      return {
        input: decodeInput(plan, input),
        taken: taken.map(({ offset, size }) => input.slice(offset, offset + size)),
      };
    });
    writeFileSync(join(folder, 'harness.c'), nativeHarness(plan, tests, entry));
    const isOther = (source: string): boolean => resolve(source) !== entry?.file;
    // The harness includes the entry's own file, which wants its own flags.
    const own = units?.find((unit) => !isOther(pathOf(unit)));
    const flags = own ? own.flags.map((flag) => inFolderOfUnit(own, flag)) : (options.flags ?? []);
    onProgress(`compiling with ${nameOf(compiler)}`);
    await compileProgram(compiler, {
      folder,
      sources: units ? [] : sources.filter(isOther),
      flags,
      units: units?.filter((unit) => isOther(pathOf(unit))),
      isFuzz: plan.kind === 'fuzz',
      explored: exploredWorld(options),
    });
    const module = decode(built.wasm);
    const files = [...new Set([...sources, ...userFiles(module, readDebugInfo(module.customs, currentFolder()))])];
    const outcomes: NativeOutcome[] = [];
    for (const [i, test] of tests.entries()) {
      const place = join(folder, `run-${i}`);
      mkdirSync(place);
      placeFiles(place, test.input.files as Record<string, InputValue> | undefined);
      placeLinks(place, options.links);
      const result = join(folder, `result-${i}`);
      const words = [String(i), ...(wanted.result ? [result] : [])];
      const asked = { ...askedOf(replays[i]), keepsOutput: wanted.output };
      const run = await runNatively(join(folder, 'program'), words, place, asked);
      const returned = existsSync(result) ? readFileSync(result) : undefined;
      outcomes.push({ run, reports: sanitizerReports(run.stderr, files), returned });
      rmSync(place, { recursive: true });
    }
    return outcomes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const pathOf = ({ folder, source }: CompiledUnit): string => resolve(folder, source);

/** A flag of a makefile's, seen from anywhere: `-Iinclude` is a folder of its own. */
const inFolderOfUnit = ({ folder }: CompiledUnit, flag: string): string =>
  flag.replace(/^(-I|-iquote|-isystem|-idirafter)(?=[^/])/, `$1${folder}/`);

/** A run has to be asked for what it is to show. */
function askedOf({ failures: [failure] }: ReplayInSandbox): NativeRunOptions {
  const { options, seconds } = failure ? signsOf(failure.checker) : {};
  return { seconds, sanitizerOptions: options };
}

function entryOf(plan: InputPlan & { kind: 'entry' }, wasm: Uint8Array): NativeEntry {
  const entry = readDebugInfo(decode(wasm).customs, currentFolder()).functions.find(
    ({ name }) => name === plan.function,
  );
  const params = plan.params.map(({ name, value }) => {
    const known = entry?.params.find((param) => param.name === name);
    const type = known ? typeName(known.type) : '?';
    if (/[?…]/.test(type)) throw new NotNatively(`the type of its parameter ${name} has no name to call it by`);
    return { name, value, type };
  });
  return { file: resolve(entry?.unit ?? ''), params };
}

function placeFiles(folder: string, files: Record<string, InputValue> = {}): void {
  for (const [name, content] of Object.entries(files)) {
    const place = placeIn(folder, name);
    if (name.endsWith('/')) mkdirSync(place, { recursive: true });
    else writeFileSync(place, bytesOf(content) ?? '');
  }
}

function placeLinks(folder: string, links: ReadonlyMap<string, string> = new Map()): void {
  for (const [name, target] of links) symlinkSync(target, placeIn(folder, name));
}

function placeIn(folder: string, name: string): string {
  if (isAbsolute(name) || normalize(name).startsWith('..')) {
    throw new NotNatively(`the file ${name} would lie outside the folder it runs in`);
  }
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  return join(folder, name);
}
