import type { InputPlan } from '../inputs/plan.js';
import { NotNatively } from '../native/compile-program.js';
import type { NativeCompiler } from '../native/compiler.js';
import { judge, type NativeVerdict, type ReplayInSandbox } from '../native/judge.js';
import { fromLatin1 } from '../platform/bytes.js';
import { type CompareRules, counted, isSame } from '../runtime/compare-shown.js';
import type { ObservationPlan, Shown } from '../runtime/observed.js';
import { type MadeProgram, planProgram } from './make-program.js';
import { type NativeOutcome, runReplays } from './native-replay.js';

/** What a program did with a difference's input outside the sandbox. */
export interface NativeSide extends NativeVerdict {
  /** What it showed there, where that can be seen: the number it returned, or its standard output. */
  readonly shown?: Shown;
}

/** A difference as one of the programs shows it in the sandbox. */
export interface SeenOnSide {
  readonly replay: ReplayInSandbox;
  readonly shown: Shown | undefined;
}

/** Builds one of the two programs with this machine's compiler and runs all differences' inputs on it. */
export async function sideNatively(
  { built, options }: MadeProgram,
  { result }: ObservationPlan,
  seen: readonly SeenOnSide[],
  rules: CompareRules,
  compiler: NativeCompiler,
  onProgress: (message: string) => void,
): Promise<NativeSide[]> {
  // By its own names of its parameters, which may differ from the other program's.
  const plan: InputPlan = planProgram(built, options).plan;
  const wanted = { result: result?.kind === 'int' || result?.kind === 'float', output: true };
  try {
    const replays = seen.map(({ replay }) => replay);
    const outcomes = await runReplays(options, { built, plan }, replays, compiler, onProgress, wanted);
    return outcomes.map((outcome, i) => judgeShown(outcome, seen[i], rules, compiler));
  } catch (error) {
    if (!(error instanceof NotNatively)) throw error;
    return seen.map(() => ({ verdict: 'not-run', text: error.message, why: [] }));
  }
}

/** It has to end as in the sandbox, and show the same where that can be seen. */
function judgeShown(
  outcome: NativeOutcome,
  seen: SeenOnSide,
  rules: CompareRules,
  compiler: NativeCompiler,
): NativeSide {
  const verdict = judge(outcome.run, seen.replay, outcome.reports, compiler);
  const shown = seen.shown && shownNatively(outcome, seen.shown);
  if (!shown || verdict.verdict !== 'same') return verdict;
  const isAlike = isSame(counted(seen.shown!, rules), counted(shown, rules));
  return { ...verdict, verdict: isAlike ? 'same' : 'differs', shown };
}

function shownNatively({ run, returned }: NativeOutcome, inSandbox: Shown): Shown | undefined {
  const { what, name, form, bytes } = inSandbox;
  if (what === 'output' && name === 'stdout' && run.stdout !== undefined) {
    return { what, name, form, bytes: fromLatin1(run.stdout) };
  }
  if (what !== 'return' || !returned || (form.kind !== 'int' && form.kind !== 'float')) return undefined;
  // A long has more bytes on some machines; those that the sandbox has are compared.
  return { what, name, form, bytes: returned.subarray(0, bytes.length) };
}
