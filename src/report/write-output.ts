import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Recipe } from '../modes/recipe.js';
import { asSentence } from './out-dir.js';
import type { Output } from './output.js';
import { replaceResults } from './replace-results.js';
import { packOfRuns } from './test-pack.js';
import { type WrittenFile, writeFiles } from './write-files.js';
import { writers } from './writers.js';

/** Writes the out-dir. What an earlier run of the same command left is replaced; anything else there stays. */
export async function writeOutput(folder: string, output: Output): Promise<void> {
  const located = withFolder(output, folder);
  try {
    await replaceResults(folder, output.summary.command, (fresh) => writeFiles(outputFiles(fresh, located)));
  } catch (error) {
    throw asSentence(folder, error);
  }
}

/** A test knows where the names of its program begin, seen from the out-dir, if that lies below: both may be moved. */
function withFolder(output: Output, folder: string): Output {
  const home = relative(folder, process.cwd());
  const isBelow = /^(\.\.\/?)*$/.test(home);
  const located = (recipe: Recipe | undefined) => (isBelow && recipe ? { ...recipe, folder: home || '.' } : recipe);
  const tests = output.tests && Array.from(output.tests, (test) => ({ ...test, recipe: located(test.recipe) }));
  const pack = output.pack && {
    ...output.pack,
    programs: output.pack.programs.map((each) => ({ ...each, program: located(each.program) })),
  };
  return { ...output, tests, pack: pack ?? (tests?.length ? packOfRuns(tests) : undefined) };
}

function* outputFiles(folder: string, output: Output): Generator<WrittenFile> {
  for (const { name, content } of writers) {
    const made = content(output);
    const path = join(folder, name);
    if (typeof made === 'string') yield [path, made];
    else if (made && 'pieces' in made) for (const piece of made.pieces) yield [path, piece, { flag: 'a' }];
    else if (made) {
      mkdirSync(path);
      for (const [file, text] of made) yield [join(path, file), text];
    }
  }
}
