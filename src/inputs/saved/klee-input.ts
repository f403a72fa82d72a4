import { fromUtf8 } from '../../platform/bytes.js';
import type { Ktest } from './ktest.js';
import type { NamedBytes, SavedInput } from './types.js';

/**
 * A .ktest in our words. Objects that KLEE's POSIX runtime made are arguments, stdin and files; all others
 * are what the program itself made symbolic, in that order.
 */
export function fromKtest(name: string, { args, objects }: Ktest): SavedInput {
  const symbolicArgs: Uint8Array[] = [];
  const files = new Map<string, Uint8Array>();
  const own: NamedBytes[] = [];
  let stdin: Uint8Array | undefined;
  let argCount: number | undefined;
  for (const object of objects) {
    const file = /^([A-Z])[-_]data$/.exec(object.name);
    if (/^arg\d+$/.test(object.name)) symbolicArgs.push(withoutTerminator(object.bytes));
    else if (object.name === 'n_args') argCount = object.bytes[0];
    else if (object.name === 'stdin') stdin = object.bytes;
    else if (file) files.set(file[1], object.bytes);
    else if (!isBookkeeping(object.name)) own.push(object);
  }
  return {
    name,
    format: 'ktest',
    args: commandLine(args.slice(1), symbolicArgs, argCount),
    stdin,
    files: files.size > 0 ? files : undefined,
    objects: own,
  };
}

/** What KLEE's runtime keeps about its files, and the version of that runtime. */
const isBookkeeping = (name: string): boolean => /([-_]stat|^model_version|[-_]read|[-_]write)$/.test(name);

/** How many numbers follow each of KLEE's own flags. */
const numbersAfter: Readonly<Record<string, number>> = {
  'sym-arg': 1,
  'sym-args': 3,
  'sym-stdin': 1,
  'sym-files': 2,
  'sym-stdout': 0,
  'save-all-writes': 0,
  'max-fail': 1,
  'fd-fail': 0,
};

/** The arguments the program saw: KLEE's flags stand where symbolic ones were. */
function commandLine(words: readonly string[], symbolic: Uint8Array[], argCount = Infinity): Uint8Array[] {
  const args: Uint8Array[] = [];
  let taken = 0;
  const take = (count: number): void => {
    for (let i = 0; i < count && taken < symbolic.length; i++) args.push(symbolic[taken++]);
  };
  for (let i = 0; i < words.length; i++) {
    const flag = /^--?([a-z-]+)$/.exec(words[i])?.[1] ?? '';
    const skipped = Object.hasOwn(numbersAfter, flag) ? numbersAfter[flag] : undefined;
    if (skipped === undefined) {
      args.push(fromUtf8(words[i]));
      continue;
    }
    if (flag === 'sym-arg') take(1);
    if (flag === 'sym-args') take(Math.min(Number(words[i + 2]) || 0, argCount));
    i += skipped;
  }
  return args;
}

/** KLEE's arguments have a byte more than they were asked for, which is zero. */
function withoutTerminator(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}
