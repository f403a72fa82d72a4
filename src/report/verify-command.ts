import type { TaintSummary } from './taint-report.js';
import { shellWord, typedAs } from './typed-as.js';

/** What makes bytes of a source symbolic; the others come from standard input, which needs no word when it is alone. */
const flagOf: Readonly<Record<string, string>> = {
  recv: '--recv 0..16',
  recvfrom: '--recv 0..16',
  argv: '--arg 0..8',
};

interface Tainted {
  readonly out: string;
  readonly sources: readonly string[];
  readonly entry: string | undefined;
  readonly cFlags: readonly string[];
  readonly flows: readonly Pick<TaintSummary['flows'][number], 'source'>[];
}

/** What to type to learn which flows are real: the same program, with input where the flows begin. */
export function verifyCommand({ out, sources, entry, cFlags, flows }: Tainted): string {
  const named = new Set(entry === undefined ? flows.flatMap(({ source }) => flagOf[source] ?? []) : []);
  if (named.size > 0 && flows.some(({ source }) => flagOf[source] === undefined)) named.add('--stdin 0..16');
  const words = [`${out}/taint.sarif`, ...sources, ...(entry ? ['--entry', entry] : [])].map(shellWord);
  const compiler = cFlags.length > 0 ? ['--', ...cFlags.map(shellWord)] : [];
  return [typedAs(), 'verify', ...words, ...named, ...compiler].join(' ');
}
