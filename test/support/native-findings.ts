import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type NativeOutcome, runReplays } from '../../src/modes/native-replay.js';
import { NotNatively } from '../../src/native/compile-program.js';
import { findNativeCompiler, type NativeCompiler, works } from '../../src/native/compiler.js';
import { judge, type ReplayInSandbox } from '../../src/native/judge.js';
import { unseenNatively } from '../../src/native/signs.js';
import type { Failure } from '../../src/vocabulary/finding.js';
import type { ExploredCase } from './engine.js';
import type { ProgramCase } from './expectations.js';
import { openOptions } from './opened.js';

/** What became of a finding's input on the machine itself. */
export interface NativeFinding {
  readonly failure: Failure;
  /** `by clang`: gcc has no such check. */
  readonly shown: 'failed' | 'by clang' | 'cannot be seen' | 'cannot be run' | 'no';
  /** What the sanitizer said, or why nothing can be said. */
  readonly text: string;
}

/** Runs the input of every finding of a case on a native build with sanitizers. */
export async function findingsNatively({ program, opened, exploration }: ExploredCase): Promise<NativeFinding[]> {
  const options = openOptions(program.command.slice(1));
  const { bugs, plan } = exploration;
  const made = { built: opened.built, plan };
  const replays = bugs.map(({ record, failure }): ReplayInSandbox => {
    const { outcome, exitCode, regions } = opened.engine.replay().replay(record.input);
    return { outcome, exitCode, failures: [failure], regions: [...regions], input: record.input.slice() };
  });
  const run = async (some: readonly ReplayInSandbox[], compiler: NativeCompiler): Promise<NativeOutcome[] | string> => {
    try {
      return await runReplays({ ...options, sources: [program.file] } as never, made, some, compiler);
    } catch (error) {
      if (error instanceof NotNatively) return error.message;
      throw error;
    }
  };
  const bits = opened.prepared.layout.pointerSize === 8 ? 64 : 32;
  const gcc = findNativeCompiler(bits)!;
  const ran = await run(replays, gcc);
  const findings = replays.map((replay, i): NativeFinding => {
    const [failure] = replay.failures as [Failure];
    if (typeof ran === 'string') return { failure, shown: 'cannot be run', text: ran };
    const { run: outcome, reports } = ran[i]!;
    const { verdict, text } = judge(outcome, replay, reports, gcc);
    if (verdict === 'reproduced') return { failure, shown: 'failed', text };
    const reason = unseenNatively(failure);
    return { failure, shown: reason ? 'cannot be seen' : 'no', text: reason ?? text };
  });
  const unseen = replays.filter((_, i) => findings[i]!.shown === 'cannot be seen' && isForClang(findings[i]!));
  const clang = unseen.length > 0 ? secondCompiler(bits) : undefined;
  if (!clang) return findings;
  const second = await run(unseen, clang);
  if (typeof second === 'string') throw new Error(`${clang.command}: ${second}`);
  return findings.map((finding, i) => {
    const at = unseen.indexOf(replays[i]!);
    return at < 0 ? finding : byClang(finding, second[at]!);
  });
}

/** What is wrong with these, one sentence each: what should fail natively and does not, or does and should not. */
export function wrongNatively(program: ProgramCase, findings: readonly NativeFinding[]): string[] {
  const unseen = new Set(program.unseenNatively.map(({ checker, line }) => `${checker} ${line}`));
  const wrong = findings.filter(({ failure: { checker, place }, shown }) => {
    // Nobody is there to connect to.
    if (shown === 'cannot be run') return !program.command.includes('--recv');
    return (shown === 'no') !== unseen.has(`${checker} ${place.line}`);
  });
  return wrong.map(({ failure, text }) => `${failure.checker} at line ${failure.place.line}: ${text}`);
}

/** How many failed, and why the others did not. */
export function tellNatively(all: readonly NativeFinding[]): string {
  const count = (shown: NativeFinding['shown']): number => all.filter((each) => each.shown === shown).length;
  const kinds = new Set(all.filter(({ shown }) => shown === 'cannot be seen').map(({ failure }) => failure.checker));
  return (
    `${all.length} findings: ${count('failed')} fail natively at the same line, ${count('by clang')} by clang's checks alone, ` +
    `${count('cannot be seen')} are of kinds sanitizers can't show (${[...kinds].sort().join(', ')}), ` +
    `${count('cannot be run')} can't be run natively, ${count('no')} are not seen for a reason given.`
  );
}

const isForClang = ({ failure }: NativeFinding): boolean =>
  /^(integer|alloc|sign-extension|conversion|unsigned|function-type|division)/.test(failure.checker);

/** The size of a block, a length or an index may have been computed lines above where it is used. */
function byClang({ failure }: NativeFinding, { reports }: NativeOutcome): NativeFinding {
  const isUse = /^(alloc|sign)/.test(failure.checker) || failure.reason === 'wrapped';
  const isLine = isUse ? () => true : (line: number) => line === failure.place.line;
  const isMeant = /^(function|division)/.test(failure.checker)
    ? (checker: string) => checker === failure.checker
    : (checker: string) => /integer-overflow|conversion/.test(checker);
  const report = reports.find(({ checker, line }) => isMeant(checker) && isLine(line));
  return report
    ? { failure, shown: 'by clang', text: `${report.file}:${report.line}: ${report.text}` }
    : { failure, shown: 'no', text: `clang does not see it either (${reports.map(({ text }) => text)})` };
}

const secondSanitizers = [
  '-fsanitize=unsigned-integer-overflow,implicit-conversion,float-cast-overflow,float-divide-by-zero,function',
  '-fsanitize-recover=all',
];
const known = new Map<32 | 64, NativeCompiler | undefined>();

/** A clang that looks for what gcc does not: numbers that wrap around, conversions that lose, types of functions. */
function secondCompiler(bits: 32 | 64): NativeCompiler | undefined {
  if (known.has(bits)) return known.get(bits);
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-clang-'));
  const is32Bit = bits === 32 && (findNativeCompiler()?.is32Bit ?? true);
  const candidates = ['clang-22', 'clang-21', 'clang-20', 'clang-19', 'clang'].map((command): NativeCompiler => {
    return { command, is32Bit, bits, sanitizers: secondSanitizers };
  });
  known.set(
    bits,
    candidates.find((each) => works(each, join(folder, 'probe'))),
  );
  rmSync(folder, { recursive: true });
  return known.get(bits);
}
