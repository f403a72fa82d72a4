import { type TaintModeOptions, taintSources } from '../modes/taint.js';
import { taintInto } from '../report/taint-into.js';
import { summarizeTaint, type TaintSummary } from '../report/taint-report.js';
import { parseParameters } from '../static/taint/user-models.js';

export interface TaintOptions extends Omit<TaintModeOptions, 'from' | 'into'> {
  /** Your own sources: `net_read:2`, `get_length:return`. */
  readonly from?: readonly string[];
  /** Your own sinks: `my_alloc:1:allocation-size`. */
  readonly into?: readonly string[];
  /** Folder for taint.sarif; nothing is written without it. */
  readonly out?: string;
}

/** Where data from outside may go: flows to dangerous arguments, some of which may be impossible. */
export async function taint({ from = [], into = [], out, ...options }: TaintOptions): Promise<TaintSummary> {
  const run = await taintSources({
    ...options,
    from: parseParameters(from.join('\n'), '--sources'),
    into: parseParameters(into.join('\n'), '--sinks'),
  });
  return out === undefined ? summarizeTaint(run) : taintInto(out, run);
}
