import type { Outcome } from '../library/outcome.js';
import { colorsFor } from '../library/terminal.js';
import type { Terminal } from './terminal.js';

/** How a command ends: what it says, where, and its exit code. */
export function tellOutcome(
  { stdout, stderr }: Terminal,
  flags: { readonly json?: boolean; readonly stats?: boolean; readonly quiet?: boolean },
  outcome: Outcome,
): number {
  const { summary, notWritten, hasFound } = outcome;
  const text = flags.json ? JSON.stringify(summary, undefined, 2) : outcome.text(colorsFor(stdout));
  stdout.write(`${text}\n`);
  if (flags.stats && outcome.stats) (flags.json ? stderr : stdout).write(outcome.stats());
  if (notWritten !== undefined) stderr.write(`nearmiss: ${notWritten}\n`);
  const hint = flags.json || flags.quiet ? undefined : outcome.hint?.();
  if (hint !== undefined) stderr.write(`nearmiss: ${hint}\n`);
  if (notWritten !== undefined) return 2;
  return hasFound ? 1 : 0;
}
