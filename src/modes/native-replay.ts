import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sortFlags } from '../build/flags.js';
import { listSources } from '../build/sources.js';
import { sameKind } from '../checkers/index.js';
import { decodeInput, type InputValue } from '../inputs/decode.js';
import { flatSize } from '../inputs/layout.js';
import type { InputPlan } from '../inputs/plan.js';
import { bytesOf } from '../native/c-values.js';
import { findNativeCompiler, type NativeCompiler, sanitizerFlags } from '../native/compiler.js';
import { type NativeEntry, type NativeTest, nativeHarness, programMain } from '../native/harness.js';
import { type NativeRun, nativeLimits, runNatively } from '../native/run.js';
import { type SanitizerReport, sanitizerReports } from '../native/sanitizer-reports.js';
import type { Replay } from '../search/confirm.js';
import { UserError } from '../vocabulary/errors.js';
import type { CheckerId, Failure } from '../vocabulary/finding.js';
import { placeName } from '../vocabulary/place.js';
import { decode } from '../wasm/decode.js';
import { readDebugInfo, typeName } from '../wasm/dwarf/index.js';
import type { MadeProgram } from './make-program.js';
import type { ProgramOptions } from './recipe.js';

/** What a test did natively, beside what it did in the sandbox. */
export interface NativeVerdict {
  /** `reproduced`: the same failure at the same line; `same`: no failure here or there; `not-run`: it could not be. */
  readonly verdict: 'reproduced' | 'same' | 'differs' | 'not-run';
  /** The sanitizer's sentence, or what happened instead. */
  readonly text: string;
  /** Why the two may differ. */
  readonly why: readonly string[];
}

export type ReplayInSandbox = Pick<Replay, 'outcome' | 'exitCode' | 'failures' | 'regions' | 'input'>;

const cFile = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** Tests that are compiled into one program. */
const atOnce = 200;

/** Builds the program with this machine's compiler and sanitizers, outside the sandbox, and runs tests on it. */
export async function replayNatively(
  options: ProgramOptions,
  made: MadeProgram,
  replays: readonly ReplayInSandbox[],
  onProgress: (message: string) => void = () => {},
): Promise<NativeVerdict[]> {
  const compiler = findNativeCompiler();
  if (!compiler) {
    throw new UserError(
      '--native needs gcc or clang with its address sanitizer (Debian: apt install gcc gcc-multilib).',
    );
  }
  const verdicts: NativeVerdict[] = [];
  for (let from = 0; from < replays.length; from += atOnce) {
    const some = replays.slice(from, from + atOnce);
    try {
      verdicts.push(...(await replaySome(options, made, some, compiler, onProgress)));
    } catch (error) {
      if (!(error instanceof NotNatively)) throw error;
      verdicts.push(...some.map((): NativeVerdict => ({ verdict: 'not-run', text: error.message, why: [] })));
    }
  }
  return verdicts;
}

/** The sentence says why a program can't be run natively. */
class NotNatively extends Error {}

async function replaySome(
  options: ProgramOptions,
  { built, plan }: MadeProgram,
  replays: readonly ReplayInSandbox[],
  compiler: NativeCompiler,
  onProgress: (message: string) => void,
): Promise<NativeVerdict[]> {
  if (options.sources.some((source) => source.endsWith('.wasm'))) throw new NotNatively('its C sources are not known');
  if (plan.kind === 'main' && plan.recv) throw new NotNatively('its input comes over a connection');
  if (options.mounts?.length) throw new NotNatively('it reads folders that are mounted in the sandbox (--mount)');
  const sources = listSources(options.sources);
  const entry = plan.kind === 'entry' ? entryOf(plan, built.wasm) : undefined;
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
    const others = sources.filter((source) => resolve(source) !== entry?.file);
    onProgress(`compiling with ${nameOf(compiler)}`);
    await compile(compiler, { folder, sources: others, flags: options.flags ?? [], isFuzz: plan.kind === 'fuzz' });
    const verdicts: NativeVerdict[] = [];
    for (const [i, test] of tests.entries()) {
      const place = join(folder, `run-${i}`);
      mkdirSync(place);
      placeFiles(place, test.input.files as Record<string, InputValue> | undefined);
      placeLinks(place, options.links);
      const run = await runNatively(join(folder, 'program'), [String(i)], place);
      verdicts.push(judge(run, replays[i], sanitizerReports(run.stderr, sources), compiler));
      rmSync(place, { recursive: true });
    }
    return verdicts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function entryOf(plan: InputPlan & { kind: 'entry' }, wasm: Uint8Array): NativeEntry {
  const entry = readDebugInfo(decode(wasm).customs).functions.find(({ name }) => name === plan.function);
  const params = plan.params.map(({ name, value }) => {
    const known = entry?.params.find((param) => param.name === name);
    const type = known ? typeName(known.type) : '?';
    if (/[?…]/.test(type)) throw new NotNatively(`the type of its parameter ${name} has no name to call it by`);
    return { name, value, type };
  });
  return { file: resolve(entry?.unit ?? ''), params };
}

interface NativeBuild {
  readonly folder: string;
  readonly sources: readonly string[];
  readonly flags: readonly string[];
  readonly isFuzz: boolean;
}

function compile(compiler: NativeCompiler, { folder, sources, flags, isFuzz }: NativeBuild): Promise<void> {
  const user = sortFlags(flags);
  const words = [
    ...(compiler.is32Bit ? ['-m32'] : []),
    ...['-g', '-O0', '-w', '-fno-builtin', ...sanitizerFlags],
    ...['-D__NEARMISS__=1', `-Dmain=${programMain}`, `-I${cFile('runtime-c/include')}`],
    ...(isFuzz ? ['-DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION'] : []),
    ...user.compile,
    ...[join(folder, 'harness.c'), ...sources, cFile('native-c/engine.c'), cFile('runtime-c/symbolic.c')],
    ...['-o', join(folder, 'program'), ...user.link, '-lm'],
  ];
  return new Promise((done, failed) => {
    execFile(compiler.command, words, { timeout: 120_000, maxBuffer: 1 << 24 }, (error, _, stderr) => {
      if (!error) return done();
      const first = stderr.split('\n').find((line) => /error|undefined reference/.test(line)) ?? error.message;
      failed(new NotNatively(`${nameOf(compiler)} does not build it: ${first.replaceAll(folder, '…')}`));
    });
  });
}

function placeFiles(folder: string, files: Record<string, InputValue> = {}): void {
  for (const [name, content] of Object.entries(files)) writeFileSync(placeIn(folder, name), bytesOf(content) ?? '');
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

function judge(
  run: NativeRun,
  { failures, exitCode, outcome }: ReplayInSandbox,
  reports: readonly SanitizerReport[],
  compiler: NativeCompiler,
): NativeVerdict {
  const said = ({ file, line, text }: SanitizerReport): string => `${file}:${line}: ${text}`;
  for (const failure of failures) {
    const same = reports.find((report) => isSame(report, failure));
    if (same) return { verdict: 'reproduced', text: said(same), why: [] };
  }
  const why = whyItDiffers(failures, run, compiler);
  const [report] = reports;
  if (report) return { verdict: 'differs', text: `fails differently: ${said(report)}`, why };
  const ending = endingOf(run);
  if (failures.length > 0) return { verdict: 'differs', text: ending, why };
  const isSameEnd = run.exitCode === (outcome === 'exited' ? exitCode & 0xff : 0);
  return isSameEnd ? { verdict: 'same', text: ending, why: [] } : { verdict: 'differs', text: ending, why };
}

function isSame(report: SanitizerReport, { checker, place }: Failure): boolean {
  const isPlace = place.line === report.line && placeName(place).includes(report.file);
  if (report.checker === 'undefined' || !isPlace) return false;
  // An assertion of our own is an abort for the machine, a bad access that can't be is a signal.
  return sameKind(report.checker, checker) || asMachineSees[checker] === report.checker;
}

const asMachineSees: Readonly<Partial<Record<CheckerId, CheckerId>>> = {
  abort: 'assertion',
  assertion: 'abort',
  'string-overflow': 'array-overflow',
  'stack-smash': 'array-overflow',
  'unterminated-string': 'array-overflow',
  'nonnull-argument': 'null-dereference',
  'integer-underflow': 'integer-overflow',
};

function endingOf({ exitCode, signal, timedOut }: NativeRun): string {
  if (timedOut) return `still ran after ${nativeLimits.seconds} s and was ended`;
  return signal === undefined ? `no failure, exit code ${exitCode}` : `ended by ${signal}`;
}

const emptyBlock = 'malloc(0) gives a block of one byte under AddressSanitizer';

/** What sanitizers or this machine see differently. */
const differences: Readonly<Partial<Record<CheckerId, string>>> = {
  'array-overflow': 'sanitizers see an access where it lands: far outside its object that may be other memory',
  'array-underflow': 'sanitizers see an access where it lands: far outside its object that may be other memory',
  'integer-overflow': 'unsigned wrap-around is no error for sanitizers',
  'integer-underflow': 'unsigned wrap-around is no error for sanitizers',
  'stack-overflow': "this machine's stack may be larger than the sandbox's 8 MB",
  conversion: 'sanitizers do not check conversions by default',
  'uninitialised-use': 'these sanitizers do not look for uninitialised memory',
};

function whyItDiffers(failures: readonly Failure[], run: NativeRun, { is32Bit }: NativeCompiler): string[] {
  return [
    ...(is32Bit ? [] : ['long and pointers have 64 bits here, 32 in the sandbox (gcc-multilib would give -m32)']),
    ...(/an assumption does not hold/.test(run.stderr) ? ['an assumption of the program does not hold here'] : []),
    ...new Set(
      failures.flatMap(
        ({ checker, message }) => (/ of 0 bytes/.test(message) ? emptyBlock : differences[checker]) ?? [],
      ),
    ),
  ];
}

const nameOf = ({ command, is32Bit }: NativeCompiler): string => `${command}${is32Bit ? ' -m32' : ''}`;
