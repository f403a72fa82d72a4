import { type Exploration, type ExploreOptions, exploreSources } from '../modes/explore.js';
import { UserError } from '../vocabulary/errors.js';
import { OutDir } from './out-dir.js';
import { type Summary, summarize } from './summary.js';
import { readSuppressions, unmet } from './suppressions.js';
import { writeOutput } from './write-tests.js';

export interface Explored {
  readonly summary: Summary;
  readonly exploration: Exploration;
  /** Why the results are told here only. */
  readonly notWritten?: string;
}

/**
 * Explores, and writes what was found to a folder of its own. While it runs a journal is kept there, so
 * that `resume` goes on where an earlier run ended, whatever ended it.
 */
export async function exploreInto(
  folder: string,
  { resume = false, suppress, ...options }: ExploreOptions & { readonly resume?: boolean; readonly suppress?: string },
): Promise<Explored> {
  const accepted = suppress === undefined ? undefined : readSuppressions(suppress);
  const out = OutDir.open(folder);
  // Until there is something new, what an earlier run left to go on from stays.
  let keepJournal = true;
  try {
    const exploration = await exploreSources({ ...options, accepted, journal: { path: out.journal, resume } });
    const { isUnfinished = false, journalTrouble } = exploration;
    const summary = summarize(exploration, accepted);
    const idle = accepted && summary.complete ? unmet(accepted, summary.suppressed) : [];
    if (idle.length > 0) {
      const message = `No finding has the fingerprint ${idle.join(', ')} any more: take it out of ${suppress}.`;
      options.onEvent?.({ kind: 'notice', message });
    }
    try {
      options.onEvent?.({ kind: 'writing', tests: summary.tests });
      await writeOutput(folder, summary, exploration);
      keepJournal = isUnfinished && options.search !== 'random';
      return { summary, exploration };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const wayOut =
        journalTrouble === undefined ? ' Once there is room, the same command with --resume writes them.' : '';
      return { summary, exploration, notWritten: error.message + wayOut };
    }
  } finally {
    out.close(keepJournal);
  }
}
