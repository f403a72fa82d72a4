import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { commandOf } from '../support/modules.js';

export const calculator = fileURLToPath(new URL('./sources/calc.c', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** `nearmiss` as a process of its own, which can be sent signals. `largestFile`: in kilobytes. */
export function startNearmiss(
  words: readonly string[],
  options: { readonly largestFile?: number } = {},
): { readonly process: ChildProcess; readonly ended: Promise<Ended> } {
  const limit = options.largestFile === undefined ? '' : `ulimit -f ${options.largestFile};`;
  const line = [...commandOf('cli/main'), ...words];
  // The shell becomes the program: signals reach it, and its number is the child's.
  const child = spawn('bash', ['-c', `${limit} exec "$@"`, 'bash', ...line], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (said.err += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, ...said }));
  });
  return { process: child, ended };
}

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
