import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { asSentence } from './out-dir.js';
import type { Output } from './output.js';
import { replaceResults } from './replace-results.js';
import { writeFiles } from './write-files.js';
import { type Content, writers } from './writers.js';

/** Writes the out-dir. What an earlier run of the same command left is replaced; anything else there stays. */
export async function writeOutput(folder: string, output: Output): Promise<void> {
  try {
    await replaceResults(folder, output.summary.command, (fresh) => writeFiles(outputFiles(fresh, output)));
  } catch (error) {
    throw asSentence(folder, error);
  }
}

function* outputFiles(folder: string, output: Output): Generator<readonly [path: string, content: Content]> {
  for (const { name, content } of writers) {
    const made = content(output);
    const path = join(folder, name);
    if (typeof made === 'string') yield [path, made];
    else if (made) {
      mkdirSync(path);
      for (const [file, text] of made) yield [join(path, file), text];
    }
  }
}
