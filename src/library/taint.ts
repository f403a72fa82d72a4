import { type TaintModeOptions, taintSources } from '../modes/taint.js';
import { formatTaint, summarizeTaint, type TaintSummary } from '../report/taint-report.js';
import { verifyCommand } from '../report/verify-command.js';
import { parseParameters } from '../static/taint/user-models.js';
import { type Outcome, requireWritten } from './outcome.js';
import { runInto } from './run-into.js';

export { type NamedParameter, parseParameters } from '../static/taint/user-models.js';

export interface TaintOptions extends Omit<TaintModeOptions, 'from' | 'into'> {
  /** Your own sources: `net_read:2`, `get_length:return`. */
  readonly from?: readonly string[];
  /** Your own sinks: `my_alloc:1:allocation-size`. */
  readonly into?: readonly string[];
  /** Folder for taint.sarif; nothing is written without it. */
  readonly out?: string;
}

/** Where data from outside may go: flows to dangerous arguments, some of which may be impossible. */
export async function taint({ from = [], into = [], ...options }: TaintOptions): Promise<TaintSummary> {
  const { summary } = await runTaint({
    ...options,
    from: parseParameters(from.join('\n'), '--sources'),
    into: parseParameters(into.join('\n'), '--sinks'),
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
  const { notWritten } = await runInto(out, { run: async () => flows, output: () => ({ summary, flows }) });
  const { sources, entry, flags: cFlags = [] } = options;
  const outcome: Outcome<TaintSummary> = {
    summary,
    text(colors) {
      const told = formatTaint(summary, colors);
      if (out === undefined || summary.flows.length === 0) return told;
      const command = verifyCommand({ out, sources, entry, cFlags, flows: summary.flows });
      return `${told}\nWhich are real: ${command}`;
    },
    notWritten,
    hasFound: summary.flows.length > 0,
  };
  requireWritten(outcome);
  return outcome;
}
