import { refuseContradictions } from '../modes/choose-plan.js';
import { defaults, type ExploreEvent as ModeEvent } from '../modes/explore.js';
import type { GrammarOptions } from '../modes/grammars.js';
import { type ReachLimits as ModeLimits, type ReachGoal, type ReachResult, reachSources } from '../modes/reach.js';
import { parseWantedPlace } from '../modes/reach-places.js';
import type { ReachProgram } from '../modes/reach-program.js';
import { recipeOf } from '../modes/recipe.js';
import { type ReplayOptions, replayOnce } from '../modes/replay.js';
import type { Output } from '../report/output.js';
import { formatReach } from '../report/reach-console.js';
import { type ReachSummary, summarizeReach, testIdOf } from '../report/reach-summary.js';
import type { SavedRun } from '../report/saved-run.js';
import { formatStats } from '../report/stats-console.js';
import { readSuppressions } from '../report/suppressions.js';
import { UserError } from '../vocabulary/errors.js';
import { checkOptions, signalFrom } from './options/check.js';
import {
  checkRows,
  eventRows,
  goalRows,
  guidedRows,
  limitRows,
  outRows,
  programRows,
  resumeRows,
  statsRows,
  stopRows,
  tableFor,
} from './options/rows.js';
import { type Outcome, requireWritten, stopwatch, writtenTo } from './outcome.js';
import { type CheckerChoice, type ProgramOptions, programFrom } from './program-options.js';
import { Run } from './run.js';
import { runInto } from './run-into.js';

export { parseWantedPlace } from '../modes/reach-places.js';

export type ReachEvent = ModeEvent | { readonly kind: 'done'; readonly summary: ReachSummary };

export interface ReachOptions
  extends Omit<ProgramOptions, 'checkers'>,
    Omit<ModeLimits, 'onEvent' | 'checkers' | 'journal'> {
  /** Checks made on the way there; none, unless told. */
  readonly checkers?: CheckerChoice;
  /** File with fingerprints of findings known and accepted. */
  readonly suppress?: string;
  /** Go on where the last search into `out` ended, whatever ended it. */
  readonly resume?: boolean;
  /** `f.c:18`. */
  readonly to: string;
  /** A C expression over what is in scope there, before the line. */
  readonly when?: string;
  /** In order: `f.c:10`, or a branch and its direction, `f.c:14:true`. */
  readonly via?: readonly string[];
  readonly avoid?: readonly string[];
  /** Folder for the test; nothing is written without it. */
  readonly out?: string;
  /** The events, for who would rather be called than ask. */
  readonly onEvent?: (event: ReachEvent) => void;
}

const optionTable = tableFor<ReachOptions>()({
  ...programRows,
  ...limitRows,
  ...guidedRows,
  ...goalRows,
  checkers: checkRows.checkers,
  suppress: checkRows.suppress,
  ...outRows,
  ...resumeRows,
  ...statsRows,
  ...stopRows,
  ...eventRows,
});

/** Finds an input that reaches a point of a C program, or shows that none exists. */
export function reach(options: ReachOptions): Run<ReachEvent, ReachSummary> {
  const { to, when, via = [], avoid, signal: outside, onEvent, ...rest } = options;
  return new Run(async (tell, signal) => {
    checkOptions('reach', optionTable, options, ['sources', 'to']);
    const emit = (event: ReachEvent): void => {
      onEvent?.(event);
      tell(event);
    };
    const goal = { to: { place: to, when }, via: via.map((text) => parseWantedPlace(text, 'via')), avoid };
    const reached = await runReach({ ...rest, goal, signal, onEvent: emit });
    requireWritten(reached);
    const { summary } = reached;
    emit({ kind: 'done', summary });
    return summary;
  }, signalFrom(outside));
}

type GoalOptions = Omit<ReachOptions, 'to' | 'when' | 'via' | 'avoid' | 'onEvent'> &
  GrammarOptions &
  Pick<ModeLimits, 'onEvent'> & { readonly goal: ReachGoal };

/** The command: looks for the input, writes to `out` if there is one, and has ready what there is to say. */
export async function runReach(options: GoalOptions): Promise<Outcome<ReachSummary>> {
  const took = stopwatch();
  const { out, resume = false, suppress, checkers, ...mode } = programFrom(options);
  refuseContradictions(mode);
  const accepted = suppress === undefined ? undefined : readSuppressions(suppress);
  if (accepted && options.checkers === undefined) {
    throw new UserError('--suppress is about what fails on the way: say what to look for with --checkers.');
  }
  const limits = { ...mode, ...(options.checkers !== undefined && { checkers }) };
  const ran = await runInto(out, 'reach', {
    async run(path) {
      const journal = path === undefined ? undefined : { path, resume };
      const { program, result } = await reachSources({ ...limits, journal });
      const summary = summarizeReach(program, result, { accepted, stats: mode.stats });
      const wanted = [...(result.reached ? [result.reached] : []), ...result.bugs];
      const saved = out === undefined ? [] : await Promise.all(wanted.map((each) => testOf(program, each, mode)));
      return { result, summary, saved };
    },
    output: ({ summary, saved }): Output => ({
      summary,
      ...(saved.length > 0 && { tests: saved.map(({ test }) => test), corpus: saved.map(({ raw }) => raw) }),
      ...(options.checkers !== undefined && { findings: { ...summary, suppressed: summary.suppressed ?? [] } }),
    }),
    keepsJournal: ({ result }) => result.verdict === 'unknown' && (result.search.isUnfinished ?? false),
  });
  const { notWritten } = ran;
  const { summary } = ran.result;
  return {
    summary,
    text: (colors) => formatReach(summary, { colors, out: writtenTo(out, notWritten), wholeMs: took() }),
    stats: () => `rng ${mode.rng ?? defaults.rng}, ${formatStats(summary.stats)}`,
    notWritten,
    hasFound: summary.verdict === 'reached' || summary.findings.length > 0,
  };
}

/** The search stopped at the target; the test says what the program does with the input when nobody watches. */
async function testOf(
  { plan, options }: ReachProgram,
  { record }: Pick<NonNullable<ReachResult['reached']>, 'record'>,
  replaying: ReplayOptions,
): Promise<{ readonly test: SavedRun; readonly raw: SavedRun }> {
  const recipe = recipeOf(options);
  const whole = { ...record, ...(await replayOnce(recipe, record.input, replaying)) };
  const saved = { id: testIdOf({ record }), plan, recipe };
  return { test: { ...saved, record: () => whole }, raw: { ...saved, record: () => record } };
}
