import { OutDir } from '../report/out-dir.js';
import type { Output } from '../report/output.js';
import { writeOutput } from '../report/write-output.js';
import { UserError } from '../vocabulary/errors.js';

/** A mode, and what it leaves in an out-dir. */
interface Steps<Result> {
  /** Runs the mode. `journal`: where it may keep what a later run can go on from. */
  run(journal: string | undefined): Promise<Result>;
  output(result: Result): Output;
  /** Is the journal worth keeping once the results are written? Without it: none is kept, whatever happens. */
  keepsJournal?(result: Result): boolean;
}

/**
 * The one way results get into a folder: it is held for this run alone from before the first step, and what an
 * earlier run of the command left there is replaced when the new results are whole. Without a folder the mode just runs.
 */
export async function runInto<Result>(
  folder: string | undefined,
  command: string,
  { run, output, keepsJournal }: Steps<Result>,
): Promise<{ readonly result: Result; readonly notWritten?: string }> {
  if (folder === undefined) return { result: await run(undefined) };
  const out = OutDir.open(folder, command);
  // Until there is something new, what an earlier run left to go on from stays.
  let keepJournal = keepsJournal !== undefined;
  try {
    const result = await run(out.journal);
    try {
      await writeOutput(folder, output(result));
      out.isWritten = true;
      keepJournal = keepsJournal?.(result) ?? false;
      return { result };
    } catch (error) {
      if (!(error instanceof UserError && error.reason === 'not-written')) throw error;
      return { result, notWritten: error.message };
    }
  } finally {
    out.close(keepJournal);
  }
}
