import { type TaintModeOptions, taintSources } from '../modes/taint.js';
import { formatTaint, summarizeTaint, type TaintSummary } from '../report/taint-report.js';
import { verifyCommand } from '../report/verify-command.js';
import { parseKinds, parseParameters } from '../static/taint/user-models.js';
import { checkOptions } from './options/check.js';
import { buildRows, flowRows, outRows, progressRows, stopRows, tableFor } from './options/rows.js';
import { type Outcome, requireWritten } from './outcome.js';
import { runInto } from './run-into.js';

export type { SinkKind } from '../static/taint/models.js';
export { type NamedParameter, parseKinds, parseParameters } from '../static/taint/user-models.js';

export interface TaintOptions extends Omit<TaintModeOptions, 'from' | 'into' | 'kinds' | 'onBuilt'> {
  /** Your own sources: `net_read:2`, `get_length:return`. */
  readonly from?: readonly string[];
  /** Your own sinks: `my_alloc:1:allocation-size`. */
  readonly into?: readonly string[];
  /** Only these kinds of sinks: `allocation-size`, `format`, … */
  readonly kinds?: readonly string[];
  /** Folder for taint.sarif; nothing is written without it. */
  readonly out?: string;
}

const optionTable = tableFor<TaintOptions>()({
  ...buildRows,
  ...flowRows,
  ...outRows,
  ...stopRows,
  ...progressRows,
});

/** Where data from outside may go: flows to dangerous arguments, some of which may be impossible. */
export async function taint(given: TaintOptions): Promise<TaintSummary> {
  checkOptions('taint', optionTable, given, ['sources']);
  const { from = [], into = [], kinds, ...options } = given;
  const { summary } = await runTaint({
    ...options,
    from: parseParameters(from.join('\n'), '--sources'),
    into: parseParameters(into.join('\n'), '--sinks'),
    kinds: kinds && parseKinds(kinds),
  });
  return summary;
}

/** The command: analyses, writes to `out` if there is one, and has ready what there is to say. */
export async function runTaint({
  out,
  ...options
}: TaintModeOptions & { readonly out?: string }): Promise<Outcome<TaintSummary>> {
  const flows = await taintSources(options);
  const summary = summarizeTaint(flows);
  const { notWritten } = await runInto(out, 'taint', { run: async () => flows, output: () => ({ summary, flows }) });
  const { sources, entry, compiler, flags: cFlags = [] } = options;
  const outcome: Outcome<TaintSummary> = {
    summary,
    text(colors) {
      const told = formatTaint(summary, colors);
      if (out === undefined || summary.flows.length === 0) return told;
      const from = flows.flows.flatMap(({ source, otherSources }) => [source, ...otherSources]);
      const command = verifyCommand({ out, sources, entry, compiler, cFlags, program: flows.program, from });
      return `${told}\nWhich are real: ${command}`;
    },
    notWritten,
    hasFound: summary.flows.length > 0,
  };
  requireWritten(outcome);
  return outcome;
}
