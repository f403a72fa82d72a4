import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { replaceResults } from './out-dir.js';
import type { Output } from './output.js';
import { writeFiles } from './write-files.js';
import { type Content, writers } from './writers.js';

/** Writes the out-dir. What an earlier run left of ours is replaced; anything else there stays. */
export async function writeOutput(folder: string, output: Output): Promise<void> {
  await replaceResults(folder, (fresh) => writeFiles(outputFiles(fresh, output)));
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
