import { chooseCheckers } from '../modes/choose-checkers.js';
import { refuseContradictions } from '../modes/choose-plan.js';
import { type Compared, compareSources, type CompareOptions as ModeOptions } from '../modes/compare.js';
import { defaults, type ExploreEvent as ModeEvent } from '../modes/explore.js';
import { formatCompare, formatMismatches } from '../report/compare-console.js';
import { type CompareSummary, savedSides, summarizeCompare } from '../report/compare-summary.js';
import type { Output } from '../report/output.js';
import { formatStats } from '../report/stats-console.js';
import { UserError } from '../vocabulary/errors.js';
import { checkOptions, signalFrom } from './options/check.js';
import {
  checkRows,
  compareRows,
  eventRows,
  limitRows,
  outRows,
  programRows,
  statsRows,
  stopRows,
  tableFor,
} from './options/rows.js';
import { type Outcome, requireWritten, stopwatch, writtenTo } from './outcome.js';
import { type CheckerChoice, type ProgramOptions, programFrom } from './program-options.js';
import { Run } from './run.js';
import { runInto } from './run-into.js';

export type CompareEvent = ModeEvent | { readonly kind: 'done'; readonly summary: CompareSummary };

type Limits = Pick<ModeOptions, 'jobs' | 'rng' | 'time' | 'maxRuns' | 'maxTests' | 'solverTime' | 'fuel' | 'memory'>;

export interface CompareOptions extends Omit<ProgramOptions, 'sources'>, Limits {
  /** Two programs, a source each; or `old` and `new`. */
  readonly sources?: readonly string[];
  readonly old?: readonly string[];
  readonly new?: readonly string[];
  /** Global variables that count, by name. */
  readonly observe?: readonly string[];
  /** Text that does not count, as a regular expression. */
  readonly ignore?: string;
  /** A side that gives up with abort() or a failed assertion is no difference. */
  readonly acceptAbort?: boolean;
  /**
   * Also build both programs with this machine's compiler and sanitizers, and run each difference outside the sandbox:
   * they can do there whatever you can.
   */
  readonly native?: boolean;
  readonly stats?: boolean;
  /** Folder for tests; nothing is written without it. */
  readonly out?: string;
  readonly signal?: AbortSignal;
  /** The events, for who would rather be called than ask. */
  readonly onEvent?: (event: CompareEvent) => void;
}

const optionTable = tableFor<CompareOptions>()({
  ...programRows,
  ...limitRows,
  ...compareRows,
  checkers: checkRows.checkers,
  ...outRows,
  ...statsRows,
  ...stopRows,
  ...eventRows,
});

/** Finds where two programs differ, or proves that they don't. */
export function compare(options: CompareOptions): Run<CompareEvent, CompareSummary> {
  const { signal: outside, onEvent, ...rest } = options;
  return new Run(async (tell, signal) => {
    checkOptions('compare', optionTable, options, []);
    const emit = (event: CompareEvent): void => {
      onEvent?.(event);
      tell(event);
    };
    const compared = await runCompare({ ...rest, signal, onEvent: emit });
    requireWritten(compared);
    const { summary } = compared;
    emit({ kind: 'done', summary });
    return summary;
  }, signalFrom(outside));
}

/** The command: compares, writes to `out` if there is one, and has ready what there is to say. */
export async function runCompare(
  options: Omit<CompareOptions, 'onEvent'> & Pick<ModeOptions, 'onEvent'>,
): Promise<Outcome<CompareSummary>> {
  const took = stopwatch();
  const { a, b } = sidesOf(options);
  const {
    out,
    sources: _,
    old: __,
    new: ___,
    ...mode
  } = programFrom({ ...options, checkers: checked(options), sources: [] });
  refuseContradictions(mode);
  const { result, notWritten } = await runInto(out, 'compare', {
    async run() {
      const compared: Compared = await compareSources({ ...mode, a, b });
      return { compared, summary: summarizeCompare(compared, { stats: mode.stats }) };
    },
    output: ({ compared, summary }): Output => ({ summary, tests: savedSides(compared) }),
  });
  const { summary } = result;
  return {
    summary,
    text: (colors) => formatCompare(summary, { colors, out: writtenTo(out, notWritten), wholeMs: took() }),
    stats: () => `${formatMismatches(summary)}rng ${mode.rng ?? defaults.rng}, ${formatStats(summary.stats)}`,
    notWritten,
    hasFound: summary.differences.length > 0,
  };
}

/** What says nothing about what a program does is left out, unless asked for. */
const aboutPolicy: ReadonlySet<string> = new Set(['format-string', 'command-injection']);

const checked = ({ checkers }: Pick<CompareOptions, 'checkers'>): CheckerChoice =>
  checkers ?? [...chooseCheckers(undefined)].filter((id) => !aboutPolicy.has(id));

function sidesOf({
  sources = [],
  old: before = [],
  new: after = [],
}: Pick<CompareOptions, 'sources' | 'old' | 'new'>): {
  readonly a: readonly string[];
  readonly b: readonly string[];
} {
  if (before.length > 0 || after.length > 0) {
    if (sources.length > 0) {
      throw new UserError('Two programs are named by two sources, or by --old and --new: leave out one or the other.');
    }
    if (before.length === 0 || after.length === 0) {
      throw new UserError(
        `--old and --new go together: name the sources of the ${before.length === 0 ? 'old' : 'new'} program, too.`,
      );
    }
    return { a: before, b: after };
  }
  if (sources.length !== 2) {
    throw new UserError(
      'compare takes two programs of one source each, like a.c b.c; for more sources use --old <src…> --new <src…>.',
    );
  }
  return { a: [sources[0]], b: [sources[1]] };
}
