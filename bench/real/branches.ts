import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Build } from './builds.js';
import { matching } from './matching.js';

interface Measured {
  readonly covered: number;
  readonly total: number;
  /** Inputs on which the native build dies or takes longer than a second. */
  readonly died: number;
}

interface GcovFile {
  readonly file: string;
  readonly lines: readonly { readonly branches: readonly { readonly count: number }[] }[];
}

/** Branches of a library, harness left out, that the inputs of a folder take in the one build for gcov. */
export function branchesOf({ program, folder }: Build, corpus: string): Measured {
  const objects = join(folder, 'objects');
  for (const data of matching(objects, '*.gcda')) rmSync(join(objects, data));
  const { stdout, status, stderr } = spawnSync(program, [corpus], { cwd: objects, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${corpus}: ${status} ${stderr}`);
  const notes = matching(objects, '*.gcno');
  const { stdout: json } = spawnSync('gcov', ['--json-format', '--branch-probabilities', '--stdout', ...notes], {
    cwd: objects,
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let covered = 0;
  let total = 0;
  for (const line of jsonLines(json)) {
    const { files, current_working_directory: cwd } = line;
    for (const { file, lines } of files) {
      // The library's copies lie in numbered folders; the harness and headers of the system elsewhere.
      if (!/^\d\//.test(resolve(cwd, file).slice(folder.length + 1)) || !resolve(cwd, file).startsWith(folder))
        continue;
      for (const { branches } of lines) {
        total += branches.length;
        covered += branches.filter(({ count }) => count > 0).length;
      }
    }
  }
  if (total === 0) throw new Error(`gcov knows no branch of ${dirname(program)}`);
  return { covered, total, died: Number(stdout) };
}

function jsonLines(output: Buffer): { files: GcovFile[]; current_working_directory: string }[] {
  const text = output[0] === 0x1f ? gunzipSync(output).toString() : output.toString();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
