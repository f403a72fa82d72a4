import { decodeInput, type InputValue } from '../inputs/decode.js';
import { refuseContradictions } from '../modes/choose-plan.js';
import {
  defaults,
  type Exploration,
  exploreSources,
  type ExploreEvent as ModeEvent,
  type ExploreOptions as ModeOptions,
} from '../modes/explore.js';
import { formatCheckTables } from '../report/check-tables.js';
import { formatStats, formatSummary } from '../report/console.js';
import { coverageByFile } from '../report/coverage.js';
import { findingId } from '../report/findings.js';
import { hintFor } from '../report/hint.js';
import type { Output } from '../report/output.js';
import { type SavedTestObject, savedTest } from '../report/saved-test.js';
import { type Summary, summarize } from '../report/summary.js';
import { readSuppressions, unmet } from '../report/suppressions.js';
import { savedRuns } from '../report/tests.js';
import type { Outcome as RunOutcome } from '../search/results/records.js';
import type { Finding } from '../vocabulary/finding.js';
import { checkOptions, signalFrom } from './options/check.js';
import {
  checkRows,
  eventRows,
  grammarRows,
  limitRows,
  outRows,
  programRows,
  resumeRows,
  seedRows,
  stopRows,
  stringRows,
  tableFor,
} from './options/rows.js';
import { type Outcome, requireWritten, stopwatch, writtenTo } from './outcome.js';
import { type ProgramOptions, programFrom } from './program-options.js';
import { Run } from './run.js';
import { runInto } from './run-into.js';

export type ExploreEvent =
  | ModeEvent
  /** A path nobody took before, and an input that takes it. They come while the search runs. */
  | {
      readonly kind: 'path';
      readonly input: Readonly<Record<string, InputValue>>;
      readonly outcome: RunOutcome;
      readonly exitCode: number;
    }
  /** A bug, confirmed by a replay. They come when the search has ended. */
  | { readonly kind: 'finding'; readonly finding: Finding }
  /** What tests/<id>.json would hold, one a path and one a bug. */
  | { readonly kind: 'test'; readonly test: SavedTestObject }
  /** The last event. */
  | { readonly kind: 'done'; readonly summary: Summary };

type Limits = Omit<
  ModeOptions,
  keyof ProgramOptions | 'tied' | 'journal' | 'accepted' | 'onEvent' | 'onPath' | 'signal'
>;

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

const optionTable = tableFor<ExploreOptions>()({
  ...programRows,
  ...limitRows,
  ...checkRows,
  ...stringRows,
  ...grammarRows,
  ...seedRows,
  ...outRows,
  ...resumeRows,
  ...stopRows,
  ...eventRows,
});

/** Explores the paths of a C program, checks properties on each, and tells what fails and for which input. */
export function explore(options: ExploreOptions): Run<ExploreEvent, Summary> {
  const { signal: outside, onEvent, ...rest } = options;
  return new Run(async (tell, signal) => {
    checkOptions('explore', optionTable, options, ['sources']);
    const emit = (event: ExploreEvent): void => {
      onEvent?.(event);
      tell(event);
    };
    const explored = await runExplore({
      ...rest,
      signal,
      onEvent: emit,
      onPath: ({ input, layout, outcome, exitCode }, plan) =>
        emit({ kind: 'path', input: decodeInput(plan, input, layout), outcome, exitCode }),
    });
    requireWritten(explored);
    const { summary, exploration } = explored;
    for (const finding of summary.findings) emit({ kind: 'finding', finding });
    for (const test of savedRuns(exploration)) emit({ kind: 'test', test: savedTest(test) });
    emit({ kind: 'done', summary });
    return summary;
  }, signalFrom(outside));
}

interface Explored extends Outcome<Summary> {
  readonly exploration: Exploration;
}

/** The command: explores, writes to `out` if there is one, and has ready what there is to say. */
export async function runExplore(
  options: Omit<ExploreOptions, 'onEvent'> & Pick<ModeOptions, 'onEvent' | 'onPath'>,
): Promise<Explored> {
  const took = stopwatch();
  const { out, resume = false, suppress, ...mode } = programFrom(options);
  refuseContradictions(mode);
  const accepted = suppress === undefined ? undefined : readSuppressions(suppress);
  const { result, notWritten } = await runInto(out, 'explore', {
    async run(path) {
      const journal = path === undefined ? undefined : { path, resume };
      const exploration = await exploreSources({ ...mode, accepted, journal });
      return { exploration, summary: summarize(exploration, accepted) };
    },
    output({ exploration, summary }) {
      const idle = accepted && summary.complete ? unmet(accepted, summary.suppressed) : [];
      if (idle.length > 0) {
        const message = `No finding has the fingerprint ${idle.join(', ')} any more: take it out of ${suppress}.`;
        mode.onEvent?.({ kind: 'notice', message });
      }
      mode.onEvent?.({ kind: 'writing', tests: summary.tests });
      return outputOf(summary, exploration);
    },
    keepsJournal: ({ exploration }) => (exploration.isUnfinished ?? false) && mode.search !== 'random',
  });
  const { summary, exploration } = result;
  const wayOut =
    exploration.journalTrouble === undefined ? ' Once there is room, the same command with --resume writes them.' : '';
  return {
    summary,
    exploration,
    text: (colors) => formatSummary(summary, { colors, out: writtenTo(out, notWritten), wholeMs: took() }),
    stats() {
      const { stats, bugs } = exploration;
      return `rng ${mode.rng ?? defaults.rng}, ${formatStats(stats)}${formatCheckTables(stats, bugs)}`;
    },
    hint: () => hintFor(exploration, summary, mode.len),
    notWritten: notWritten && notWritten + wayOut,
    hasFound: summary.findings.length > 0,
  };
}

/** What an exploration leaves in an out-dir. */
export function outputOf(summary: Summary, exploration: Exploration): Output {
  return {
    summary,
    tests: savedRuns(exploration),
    corpus: savedRuns(exploration),
    findings: { ...summary, branches: new Map(exploration.bugs.map((bug) => [findingId(bug), bug.branches])) },
    coverage: () => coverageByFile(exploration.coverage, exploration.coveredByTests),
  };
}
