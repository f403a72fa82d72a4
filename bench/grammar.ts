import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Summary } from '../src/index.js';
import { runExplore } from './run-explore.js';

/**
 * `npm run bench:grammar [-- seconds [example…]]`: four techniques on the same programs for the same time, as in the
 * CESE paper's tables: grammar and concolic execution together, concolic execution alone, the grammar's strings one
 * by one, random bytes; beside them the example's own tests.
 */
const examples: Readonly<Record<string, { size: number; flags: readonly string[]; planted: RegExp }>> = {
  calc: { size: 8, flags: [], planted: /\$1 [/%] \$3/ },
  sql: { size: 64, flags: [], planted: /sum \/ count/ },
  cue: { size: 64, flags: [], planted: /tracks\[current - 1\]/ },
  ftp: { size: 1200, flags: ['--max-token', '1100'], planted: /strcat\(resolved, path\)/ },
};

const [seconds = '60', ...chosen] = process.argv.slice(2);
const root = fileURLToPath(new URL('..', import.meta.url));
const row = (...cells: readonly (string | number)[]): void => {
  const widths = [8, 22, 9, 8, 16, 10, 20];
  console.log(cells.map((cell, i) => String(cell).padEnd(widths[i])).join(''));
};

row('program', 'technique', 'inputs', 'paths', 'branches', 'complete', 'planted bug');
for (const [name, { size, flags, planted }] of Object.entries(examples)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-grammar-'));
  try {
    const sources = generate(name, folder);
    const files = ['--grammar', join(folder, `${name}.y`), '--tokens', join(folder, `${name}.l`)];
    const stdin = ['--stdin', `0..${size}`];
    const tests = readdirSync(join(folder, 'tests')).length;
    const techniques: Readonly<Record<string, readonly string[]>> = {
      'grammar + concolic': [...files, ...flags, '--time', `${seconds}s`],
      concolic: [...stdin, '--time', `${seconds}s`],
      'grammar, listed': [...files, '--concrete', '--time', `${seconds}s`],
      random: [...stdin, '--search', 'random', '--time', `${seconds}s`],
      'tests by hand': ['--stdin', '0..256', '--seed', join(folder, 'tests'), '--max-runs', String(tests)],
    };
    for (const [technique, words] of Object.entries(techniques)) {
      const { summary } = runExplore([...sources, ...words, '--jobs', '1', '--checkers', 'all']);
      const { covered, total } = summary.coverage.branches;
      row(
        name,
        technique,
        summary.stats.runs,
        summary.paths,
        `${covered}/${total} ${Math.round((100 * covered) / total)} %`,
        summary.complete ? 'yes' : 'no',
        found(summary, folder, planted),
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function generate(name: string, folder: string): string[] {
  cpSync(join(root, 'examples/grammar', name), folder, { recursive: true });
  const run = (tool: string, ...args: string[]) => {
    const { status, stderr, error } = spawnSync(tool, args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${tool}: ${stderr ?? error} (apt-get install flex bison)`);
  };
  if (name !== 'ftp') {
    run('bison', '-d', '-o', `${name}.tab.c`, `${name}.y`);
    run('flex', '-o', `${name}.lex.c`, `${name}.l`);
  }
  return readdirSync(folder)
    .filter((file) => file.endsWith('.c'))
    .map((file) => join(folder, file));
}

/** Whether a finding stands on a line like that. */
function found({ findings }: Summary, folder: string, planted: RegExp): string {
  const lines = findings.filter(({ file, line }) => {
    const own = join(folder, file.split('/').at(-1)!);
    return planted.test(readFileSync(own, 'utf8').split('\n')[line - 1] ?? '');
  });
  return lines.length > 0 ? `found (${findings.length} findings)` : '-';
}
