import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { namesIn } from '../made-files.js';
import type { EmittedTests } from './emitted-test.js';
import { emitFormats } from './formats.js';
import type { EmitFormat } from './names.js';

/** Writes tests in a format. A file that is as it should be is not touched; gives the names of all. */
export function writeEmitted(format: EmitFormat, tests: EmittedTests): string[] {
  const { files, perTest } = emitFormats[format];
  const { folder } = tests;
  const made = files(tests);
  for (const [path, content, isExecutable] of made) {
    const place = join(folder, path);
    const bytes = Buffer.from(content);
    if (existsSync(place) && readFileSync(place).equals(bytes)) continue;
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, bytes);
    if (isExecutable) chmodSync(place, 0o755);
  }
  const tops = new Set(made.map(([path]) => path.split('/')[0]));
  for (const name of perTest ? namesIn(folder) : []) {
    if (perTest!.test(name) && !tops.has(name)) rmSync(join(folder, name), { recursive: true });
  }
  return made.map(([path]) => path);
}
