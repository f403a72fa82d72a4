import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runFor, type Spent } from './processor-time.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** What is read of summary.json. */
export interface Explored extends Spent {
  readonly runs: number;
  readonly findings: readonly {
    readonly id: string;
    readonly checker: string;
    readonly file: string;
    readonly line: number;
  }[];
  readonly lines: { readonly covered: number; readonly total: number };
  readonly branches: { readonly covered: number; readonly total: number };
  readonly corpus: string;
}

/** `nearmiss explore` with one job, stopped by Ctrl-C when it has used its time. */
export async function explore(
  program: string,
  words: readonly string[],
  seconds: number,
  out: string,
): Promise<Explored> {
  rmSync(out, { recursive: true, force: true });
  const command = [
    process.execPath,
    join(root, 'bench/child-time.mjs'),
    join(root, 'dist/cli/main.js'),
    'explore',
    program,
  ];
  const spent = await runFor(seconds, [...command, ...words, '--jobs', '1', '--quiet', '--stats', '--out', out]);
  const summary = join(out, 'summary.json');
  if (spent.status === 2 || !existsSync(summary)) {
    throw new Error(
      `nearmiss explore ${program} ${words.join(' ')}: ${spent.status} ${spent.signal}\n${spent.stderr.slice(-2000)}`,
    );
  }
  const { stats, findings, coverage } = JSON.parse(readFileSync(summary, 'utf8'));
  const corpus = join(out, 'corpus');
  mkdirSync(corpus, { recursive: true });
  const exactly = Number(/child-time ([\d.]+)/.exec(spent.stderr)?.[1]) / 1000;
  const { lines, branches } = coverage;
  return { ...spent, seconds: exactly, runs: stats.runs + (stats.fuzzRuns ?? 0), findings, lines, branches, corpus };
}
