import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { blobOf } from '../inputs/decode.js';
import { flatSize } from '../inputs/layout.js';
import type { GrammarOptions } from '../modes/grammars.js';
import { type ReachGoal, type ReachLimits, type ReachResult, reachSources } from '../modes/reach.js';
import { type ProgramOptions, recipeOf } from '../modes/recipe.js';
import { replayOnce } from '../modes/replay.js';
import type { RunRecord } from '../search/results/records.js';
import { UserError } from '../vocabulary/errors.js';
import { OutDir, replaceResults } from './out-dir.js';
import { type ReachSummary, summarizeReach, testIdOf } from './reach-summary.js';
import { writeFiles } from './write-files.js';
import { testText } from './write-tests.js';

export type ReachOptions = ProgramOptions & GrammarOptions & ReachLimits & { readonly goal: ReachGoal };

/** Looks for an input that reaches a place, and writes what came of it to a folder of its own. */
export async function reachInto(
  folder: string,
  options: ReachOptions,
): Promise<{ readonly summary: ReachSummary; readonly result: ReachResult; readonly notWritten?: string }> {
  const out = OutDir.open(folder);
  try {
    const { program, result } = await reachSources(options);
    const summary = summarizeReach(program, result);
    const files: (readonly [string, string | Uint8Array])[] = [];
    if (result.reached) {
      const { record } = result.reached;
      const id = testIdOf(result.reached);
      const recipe = recipeOf(program.options);
      // The search stopped at the target; the test says what the program does with the input when nobody watches.
      const whole: RunRecord = { ...record, ...(await replayOnce(recipe, record.input, options)) };
      files.push([join('tests', `${id}.json`), testText(id, whole, { plan: program.plan, recipe })]);
      const isOneBlob = record.layout.every(({ offset }) => offset < flatSize(program.plan));
      const blob = isOneBlob ? blobOf(program.plan, record.input) : undefined;
      if (blob) files.push([join('corpus', id), blob]);
    }
    files.push(['summary.json', `${JSON.stringify(summary, undefined, 2)}\n`]);
    try {
      await replaceResults(folder, async (fresh) => {
        for (const part of ['tests', 'corpus']) {
          if (files.some(([name]) => name.startsWith(join(part, '/')))) mkdirSync(join(fresh, part));
        }
        await writeFiles(files.map(([name, content]) => [join(fresh, name), content] as const));
      });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return { summary, result, notWritten: error.message };
    }
    return { summary, result };
  } finally {
    out.close(false);
  }
}
