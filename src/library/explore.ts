import { decodeInput, type InputValue } from '../inputs/decode.js';
import type { InputPlan } from '../inputs/plan.js';
import { refuseContradictions } from '../modes/choose-plan.js';
import {
  defaults,
  type Exploration,
  exploreSources,
  type ExploreEvent as ModeEvent,
  type ExploreOptions as ModeOptions,
} from '../modes/explore.js';
import { comparedWith, newFindings, readBaseline } from '../report/baseline.js';
import { formatSummary } from '../report/console.js';
import { coverageByFile } from '../report/coverage.js';
import { findingFrom } from '../report/findings.js';
import { hintFor } from '../report/hint.js';
import { keptTests } from '../report/kept-tests.js';
import { testsBeside } from '../report/made-files.js';
import type { Output } from '../report/output.js';
import { TimelineDraft } from '../report/page/timeline.js';
import type { SavedRun } from '../report/saved-run.js';
import { type SavedTestObject, savedTest } from '../report/saved-test.js';
import { formatStats } from '../report/stats-console.js';
import { type Summary, summarize } from '../report/summary.js';
import { readSuppressions, type Suppressions, unmet } from '../report/suppressions.js';
import { packHeader, packOf } from '../report/test-pack.js';
import { savedRuns } from '../report/tests.js';
import type { Outcome as RunOutcome, RunRecord } from '../search/results/records.js';
import { findingId, fullTestId, shortIdLength } from '../search/results/test-id.js';
import type { SeenBug } from '../search/search.js';
import { UserError } from '../vocabulary/errors.js';
import type { Finding } from '../vocabulary/finding.js';
import { type EmitFormat, emit } from './emit.js';
import { checkOptions, signalFrom } from './options/check.js';
import {
  checkRows,
  emitRows,
  engineRows,
  eventRows,
  grammarRows,
  limitRows,
  outRows,
  programRows,
  resumeRows,
  seedRows,
  statsRows,
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
  /**
   * A bug, as soon as a replay has confirmed it. Its input, and what it is called after, may be others in the end: the
   * summary has what counts.
   */
  | { readonly kind: 'finding'; readonly finding: Finding }
  /** What tests/<id>.json would hold: while the search runs, and at its end those that were not told as they are now. */
  | { readonly kind: 'test'; readonly test: SavedTestObject }
  /** The last event. */
  | { readonly kind: 'done'; readonly summary: Summary };

type Limits = Omit<
  ModeOptions,
  keyof ProgramOptions | 'tied' | 'journal' | 'header' | 'accepted' | 'onEvent' | 'onPath' | 'onBug' | 'signal'
>;

export interface ExploreOptions extends ProgramOptions, Limits {
  /** Folder for tests and findings; nothing is written without it. */
  readonly out?: string;
  /** Go on where the last exploration into `out` ended, whatever ended it. */
  readonly resume?: boolean;
  /** File with fingerprints of findings known and accepted. */
  readonly suppress?: string;
  /** A findings.sarif of an earlier run: only what it does not have counts. */
  readonly baseline?: string;
  /** Also write tests to keep, to `emitted` in `out`; as few as keep branch coverage and every finding. */
  readonly emit?: EmitFormat;
  /** Tests that have files of their own are as few as keep branch coverage, and every finding's. */
  readonly minimise?: boolean;
  /** Ends the exploration; what was found until then is told. */
  readonly signal?: AbortSignal;
  /** The events, for who would rather be called than ask. */
  readonly onEvent?: (event: ExploreEvent) => void;
}

const optionTable = tableFor<ExploreOptions>()({
  ...programRows,
  ...limitRows,
  ...checkRows,
  ...engineRows,
  ...stringRows,
  ...grammarRows,
  ...seedRows,
  ...outRows,
  ...resumeRows,
  ...statsRows,
  ...stopRows,
  ...eventRows,
  ...emitRows,
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
    const told = new Set<string>();
    const tellTest = (test: SavedRun): void => {
      if (told.has(test.id)) return;
      told.add(test.id);
      emit({ kind: 'test', test: savedTest(test) });
    };
    const tellFinding = (finding: Finding): void => {
      if (told.has(finding.id)) return;
      told.add(finding.id);
      emit({ kind: 'finding', finding });
    };
    const explored = await runExplore({
      ...rest,
      signal,
      onEvent: emit,
      onFinding: tellFinding,
      beforeEnd(ended) {
        requireWritten(ended);
        for (const finding of ended.summary.findings) tellFinding(finding);
        for (const test of savedRuns(ended.exploration)) tellTest(test);
      },
      onPath(record, plan, recipe) {
        const { input, layout, outcome, exitCode } = record;
        emit({ kind: 'path', input: decodeInput(plan, input, layout), outcome, exitCode });
        tellTest({ id: shortTestId(record), record: () => record, plan, recipe });
      },
    });
    emit({ kind: 'done', summary: explored.summary });
    return explored.summary;
  }, signalFrom(outside));
}

interface Explored extends Outcome<Summary> {
  /** Its tests can be read no longer. */
  readonly exploration: Exploration;
}

interface Endings {
  /** Called while the tests can still be read. */
  beforeEnd?(ended: Explored): void;
  /** Called as soon as a bug is confirmed, unless it is accepted. */
  onFinding?(finding: Finding, record: RunRecord, plan: InputPlan): void;
}

/** The command: explores, writes to `out` if there is one, and has ready what there is to say. */
export async function runExplore(
  options: Omit<ExploreOptions, 'onEvent'> & Pick<ModeOptions, 'onEvent' | 'onPath'> & Endings,
): Promise<Explored> {
  const took = stopwatch();
  const { beforeEnd, onFinding, emit: format, minimise = false, ...given } = options;
  if (format && given.out === undefined) throw new UserError('--emit writes files: say where with --out.');
  const { out, resume = false, suppress, baseline: log, ...asked } = programFrom(given);
  const timeline = new TimelineDraft();
  const mode = {
    ...asked,
    onEvent(event: ModeEvent) {
      if (event.kind === 'progress') timeline.note(event);
      asked.onEvent?.(event);
    },
  };
  refuseContradictions(mode);
  const accepted = suppress === undefined ? undefined : readSuppressions(suppress);
  const baseline = log === undefined ? undefined : readBaseline(log);
  // Neither is what --stop-on-first waits for.
  const known = new Map([...(baseline ?? []), ...(accepted?.keys() ?? [])].map((fingerprint) => [fingerprint, '']));
  const { result, notWritten } = await runInto(out, 'explore', {
    async run(path) {
      const journal = path === undefined ? undefined : { path, resume, tests: testsBeside(path) };
      const exploration = await exploreSources({
        ...{ ...mode, accepted: known, journal, header },
        onBug: onFinding && ((bug, plan) => tellLive(bug, plan, accepted, onFinding)),
      });
      const summary = summarize(exploration, { accepted, stats: mode.stats });
      return { exploration, summary: { ...summary, findings: comparedWith(summary.findings, baseline) } };
    },
    output({ exploration, summary }) {
      const idle = accepted && summary.complete ? unmet(accepted, summary.suppressed) : [];
      if (idle.length > 0) {
        const message = `No finding has the fingerprint ${idle.join(', ')} any more: take it out of ${suppress}.`;
        mode.onEvent({ kind: 'notice', message });
      }
      mode.onEvent({ kind: 'writing', tests: summary.tests });
      return outputOf(summary, exploration, minimise);
    },
    keepsJournal: ({ exploration }) => (exploration.isUnfinished ?? false) && mode.search !== 'random',
  });
  const { summary, exploration } = result;
  const wayOut =
    exploration.journalTrouble === undefined ? ' Once there is room, the same command with --resume writes them.' : '';
  const explored: Explored = {
    summary,
    exploration,
    text: (colors) => formatSummary(summary, { colors, out: writtenTo(out, notWritten), wholeMs: took() }),
    timeline: () => timeline.timeline(lastProgress(exploration)),
    stats: () => `rng ${mode.rng ?? defaults.rng}, ${formatStats(summary.stats)}`,
    hint: () => hintFor(exploration, summary, mode.len),
    notWritten: notWritten && notWritten + wayOut,
    hasFound: newFindings(summary.findings).length > 0,
  };
  try {
    if (format && notWritten === undefined) await emit(out!, { emit: format });
    beforeEnd?.(explored);
  } finally {
    exploration.tests.store.close();
  }
  return explored;
}

/** A bug in the words of the run that showed it first. */
function tellLive(
  { bucket, failure, record }: SeenBug,
  plan: InputPlan,
  accepted: Suppressions | undefined,
  tell: NonNullable<Endings['onFinding']>,
): void {
  const input = decodeInput(plan, record.input, record.layout);
  const test = `tests/${shortTestId(record)}.json`;
  const finding = findingFrom({ bucket, failure }, { test, input });
  if (!accepted?.has(finding.fingerprint)) tell(finding, record, plan);
}

/** How far it had come when it was over. */
const lastProgress = ({ stats, tests, covered }: Exploration) => ({
  elapsedMs: stats.wallMs,
  runs: stats.runs,
  paths: tests.size,
  covered: covered.reduce((count, each) => count + Number(each !== 0), 0),
});

const shortTestId = (record: RunRecord): string => fullTestId(record).slice(0, shortIdLength);

const header: ModeOptions['header'] = (program, plan) => packHeader([{ program, plan }]);

/** What an exploration leaves in an out-dir. */
export function outputOf(summary: Summary, exploration: Exploration, minimise = false): Output {
  const kept = keptTests(exploration, minimise);
  return {
    summary,
    tests: savedRuns(exploration, kept),
    corpus: savedRuns(exploration, kept),
    pack: packOf(exploration),
    findings: { ...summary, branches: new Map(exploration.bugs.map((bug) => [findingId(bug), bug.branches])) },
    coverage: () => coverageByFile(exploration.coverage, exploration.coveredByTests),
  };
}
