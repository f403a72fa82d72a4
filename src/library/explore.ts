import { decodeInput, type InputValue } from '../inputs/decode.js';
import type { ExploreEvent as ModeEvent, ExploreOptions as ModeOptions } from '../modes/explore.js';
import { exploreSources } from '../modes/explore.js';
import { exploreInto } from '../report/explore-into.js';
import { type SavedTestObject, savedTest } from '../report/saved-test.js';
import { type Summary, summarize } from '../report/summary.js';
import { readSuppressions } from '../report/suppressions.js';
import { testsOf } from '../report/tests.js';
import type { Outcome } from '../search/results/records.js';
import { UserError } from '../vocabulary/errors.js';
import type { Finding } from '../vocabulary/finding.js';
import { type ProgramOptions, programFrom } from './program-options.js';
import { Run } from './run.js';

export type ExploreEvent =
  | ModeEvent
  /** A path nobody took before, and an input that takes it. They come while the search runs. */
  | {
      readonly kind: 'path';
      readonly input: Readonly<Record<string, InputValue>>;
      readonly outcome: Outcome;
      readonly exitCode: number;
    }
  /** A bug, confirmed by a replay. They come when the search has ended. */
  | { readonly kind: 'finding'; readonly finding: Finding }
  /** What tests/<id>.json would hold, one a path and one a bug. */
  | { readonly kind: 'test'; readonly test: SavedTestObject }
  /** The last event. */
  | { readonly kind: 'done'; readonly summary: Summary };

type Limits = Omit<ModeOptions, keyof ProgramOptions | 'journal' | 'accepted' | 'onEvent' | 'onPath' | 'signal'>;

export interface ExploreOptions extends ProgramOptions, Limits {
  /** Folder for tests and findings; nothing is written without it. */
  readonly out?: string;
  /** Go on where the last exploration into `out` ended, whatever ended it. */
  readonly resume?: boolean;
  /** File with fingerprints of findings known and accepted. */
  readonly suppress?: string;
  /** Ends the exploration; what was found until then is told. */
  readonly signal?: AbortSignal;
  /** The events, for who would rather be called than ask. */
  readonly onEvent?: (event: ExploreEvent) => void;
}

/** Explores the paths of a C program, checks properties on each, and tells what fails and for which input. */
export function explore(options: ExploreOptions): Run<ExploreEvent, Summary> {
  const { out, signal: outside, onEvent, ...rest } = options;
  return new Run(async (tell, signal) => {
    const emit = (event: ExploreEvent): void => {
      onEvent?.(event);
      tell(event);
    };
    const { resume, suppress, ...mode } = programFrom(rest);
    const watched: ModeOptions = {
      ...mode,
      signal,
      onEvent: emit,
      onPath: ({ input, layout, outcome, exitCode }, plan) =>
        emit({ kind: 'path', input: decodeInput(plan, input, layout), outcome, exitCode }),
    };
    const { summary, exploration } =
      out === undefined ? await exploreHere(watched, suppress) : await exploreTo(out, { ...watched, resume, suppress });
    for (const finding of summary.findings) emit({ kind: 'finding', finding });
    for (const { id, record } of testsOf(exploration))
      emit({ kind: 'test', test: savedTest(id, record(), exploration) });
    emit({ kind: 'done', summary });
    return summary;
  }, outside);
}

async function exploreHere(options: ModeOptions, suppress: string | undefined) {
  const accepted = suppress === undefined ? undefined : readSuppressions(suppress);
  const exploration = await exploreSources({ ...options, accepted });
  return { exploration, summary: summarize(exploration, accepted) };
}

async function exploreTo(out: string, options: Parameters<typeof exploreInto>[1]) {
  const { notWritten, ...explored } = await exploreInto(out, options);
  if (notWritten !== undefined) throw new UserError(notWritten);
  return explored;
}
