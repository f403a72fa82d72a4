import type { Replay } from '../search/confirming/confirm.js';
import type { CheckerId, Failure } from '../vocabulary/finding.js';
import { placeName } from '../vocabulary/place.js';
import type { NativeCompiler } from './compiler.js';
import { programMain } from './harness.js';
import { type NativeRun, nativeLimits } from './run.js';
import type { NativeFrame, SanitizerReport } from './sanitizer-reports.js';
import { isReportedAs, signsOf, unseenNatively } from './signs.js';
import { assumptionFails } from './support-objects.js';

/** What a test did natively, beside what it did in the sandbox. */
export interface NativeVerdict {
  /** `reproduced`: the same failure at the same line; `same`: no failure here or there; `not-run`: it could not be. */
  readonly verdict: 'reproduced' | 'same' | 'differs' | 'not-run';
  /** The sanitizer's sentence, or what happened instead. */
  readonly text: string;
  /** Why the two may differ. */
  readonly why: readonly string[];
}

export type ReplayInSandbox = Pick<Replay, 'outcome' | 'exitCode' | 'failures' | 'endedAt' | 'regions' | 'input'> & {
  /** As JSON of `Effects`. */
  readonly effects?: string;
};

/** Did a native run do what the sandbox's did? */
export function judge(
  run: NativeRun,
  { failures, exitCode, outcome }: ReplayInSandbox,
  reports: readonly SanitizerReport[],
  compiler: NativeCompiler,
): NativeVerdict {
  const said = ({ file, line, text }: SanitizerReport): string => `${file}:${line}: ${text}`;
  for (const failure of failures) {
    const same = reports.find((report) => isSame(report, failure));
    if (same) return { verdict: 'reproduced', text: said(same), why: [] };
    if (isStillThere(run, reports, failure)) {
      return { verdict: 'reproduced', text: endingOf(run, failure), why: [] };
    }
  }
  const why = whyItDiffers(failures, run, compiler);
  const [report] = reports;
  if (report && !run.timedOut) return { verdict: 'differs', text: `fails differently: ${said(report)}`, why };
  const ending = endingOf(run, failures[0]);
  if (failures.length > 0) return { verdict: 'differs', text: ending, why };
  const isSameEnd = run.exitCode === (outcome === 'exited' ? exitCode & 0xff : 0);
  return isSameEnd ? { verdict: 'same', text: ending, why: [] } : { verdict: 'differs', text: ending, why };
}

function isSame({ checker: reported, file, line, stack }: SanitizerReport, { checker, place }: Failure): boolean {
  if (reported === 'undefined' || !isReportedAs(checker, reported)) return false;
  const isPlace = (at: Omit<NativeFrame, 'function'>): boolean =>
    at.line === place.line && at.file !== '' && placeName(place).includes(at.file);
  return signsOf(checker).where === 'in the stack' ? stack.some(isPlace) : isPlace({ file, line });
}

/**
 * A loop that never ends: out of time, the program was in it or in what it calls. One that was inside malloc at that
 * moment, or is too slow, can't say where it was.
 */
function isStillThere({ timedOut }: NativeRun, reports: readonly SanitizerReport[], { checker, place }: Failure) {
  if (checker !== 'hang' || !timedOut) return false;
  const name = place.function === 'main' ? programMain : place.function;
  const frames = reports.flatMap(({ stack }) => stack);
  return frames.length === 0 || frames.some((frame) => frame.function === name);
}

function endingOf({ exitCode, signal, timedOut }: NativeRun, failure: Failure | undefined): string {
  const seconds = (failure && signsOf(failure.checker).seconds) ?? nativeLimits.seconds;
  if (timedOut) return `still ran after ${seconds} s and was ended`;
  return signal === undefined ? `no failure, exit code ${exitCode}` : `ended by ${signal}`;
}

const emptyBlock = 'malloc(0) gives a block of one byte under AddressSanitizer';

/** What sanitizers or this machine may see differently. */
const differences: Readonly<Partial<Record<CheckerId, string>>> = {
  'array-overflow': 'sanitizers see an access where it lands: far outside its object that may be other memory',
  'array-underflow': 'sanitizers see an access where it lands: far outside its object that may be other memory',
  'stack-overflow': "this machine's stack may be larger than the sandbox's 8 MB",
};

function whyItDiffers(failures: readonly Failure[], run: NativeRun, { is32Bit, bits }: NativeCompiler): string[] {
  return [
    ...(is32Bit || bits === 64
      ? []
      : ['long and pointers have 64 bits here, 32 in the sandbox (gcc-multilib would give -m32)']),
    ...(run.stderr.includes(assumptionFails) ? ['an assumption of the program does not hold here'] : []),
    ...new Set(
      failures.flatMap((failure) => {
        if (failure.reason === 'empty-block') return emptyBlock;
        return unseenNatively(failure) ?? differences[failure.checker] ?? [];
      }),
    ),
  ];
}
