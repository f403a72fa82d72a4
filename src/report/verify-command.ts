import type { TaintRun } from '../modes/taint.js';
import type { Source } from '../static/taint/flows.js';
import { shellWord, typedAs } from './typed-as.js';

interface Tainted {
  readonly out: string;
  readonly sources: readonly string[];
  readonly entry: string | undefined;
  readonly compiler?: string;
  readonly cFlags: readonly string[];
  readonly program: TaintRun['program'];
  /** Where the flows that were told of begin. */
  readonly from: readonly Pick<Source, 'inputs' | 'bytes' | 'at'>[];
}

/** Where `verify` writes when nobody says: its verdicts belong beside the flows. */
const defaultOut = 'nearmiss-out';

/** What to type to learn which flows are real: the same program, with input where the flows begin. */
export function verifyCommand({ out, sources, entry, compiler, cFlags, program, from }: Tainted): string {
  const start = entry ?? entered(program, from);
  const words = [`${out}/taint.sarif`, ...sources];
  if (start !== undefined) words.push('--entry', start);
  else if (program === 'command') words.push(...inputFlags(from));
  if (out !== defaultOut) words.push('--out', out);
  if (compiler !== undefined) words.push('--compiler', compiler);
  if (cFlags.length > 0) words.push('--', ...cFlags);
  return [typedAs(), 'verify', ...words.map(shellWord)].join(' ');
}

/** The function to call: whose parameters all the data comes from, or where it comes in, in a program without a start. */
function entered(program: Tainted['program'], from: Tainted['from']): string | undefined {
  if (program === 'fuzz') return undefined;
  const names = from.map(({ inputs }) => {
    const [input] = inputs;
    return inputs.length === 1 && input.kind === 'parameter' ? input.name : undefined;
  });
  const only = names.every((name) => name === names[0]) ? names[0] : undefined;
  return only ?? (program === 'entry' ? from[0]?.at.function : undefined);
}

/** The flags of `main` that make all these sources' bytes symbolic. */
function inputFlags(from: Tainted['from']): string[] {
  /** What stands behind a flag's name → bytes, the most that any source reads at once. */
  const sizes = new Map<string, number>();
  const add = (flag: string, least: number, bytes: number): void => {
    const size = Math.min(Math.max(least, bytes), mostBytes);
    sizes.set(flag, Math.max(size, sizes.get(flag) ?? 0));
  };
  let args = 0;
  for (const { inputs, bytes } of from) {
    for (const input of inputs) {
      if (input.kind === 'stdin') add('--stdin ', 16, bytes);
      else if (input.kind === 'recv') add('--recv ', 16, bytes);
      else if (input.kind === 'environment') add(`--env ${input.name}=`, 16, 0);
      else if (input.kind === 'file') add(`--file ${input.name}=`, 64, bytes);
      else if (input.kind === 'arguments') args = Math.max(args, Math.min(input.count, mostArguments));
      else if (input.kind === 'named-by-argument') {
        // Whether an argument is the file's name is a branch like others.
        args = Math.max(args, 1);
        add('--file input=', 64, bytes);
      }
    }
  }
  const flags = Array.from({ length: args }, () => ['--arg', '0..8']);
  for (const [flag, size] of sizes) {
    const blank = flag.indexOf(' ');
    flags.push([flag.slice(0, blank), `${flag.slice(blank + 1)}0..${size}`]);
  }
  // What `verify` takes when nobody says anything.
  const isDefault = flags.length === 1 && flags[0].join(' ') === '--stdin 0..16';
  return isDefault ? [] : flags.flat();
}

/** More would take long to search, and can be said by who wants it. */
const mostBytes = 1024;
const mostArguments = 4;
