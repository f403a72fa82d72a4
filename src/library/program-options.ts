import { type CheckerChoice, chooseCheckers } from '../modes/choose-checkers.js';
import type { ProgramOptions as ModeOptions } from '../modes/recipe.js';
import type { CheckerId } from '../vocabulary/finding.js';
import { type SizeLike, type SizesLike, sizeFrom, sizesFrom } from './sizes.js';

export type { CheckerChoice } from '../modes/choose-checkers.js';

/** What every command that runs a program takes: sizes as people write them. */
export interface ProgramOptions
  extends Omit<ModeOptions, 'len' | 'tied' | 'size' | 'stdin' | 'args' | 'env' | 'files' | 'recv'> {
  /** Sizes of buffers, by parameter of the entry; or the parameter that has it. */
  readonly len?: SizesLike;
  /** Size of a fuzz input. */
  readonly size?: SizeLike;
  readonly stdin?: SizeLike;
  /** Sizes of main's arguments, from argv[1] on. */
  readonly args?: readonly SizeLike[];
  readonly env?: SizesLike;
  readonly files?: SizesLike;
  /** What comes over the first connection. */
  readonly recv?: SizeLike;
  /** Default: those that are on by default. */
  readonly checkers?: CheckerChoice;
}

type AsModesTakeIt = Pick<ModeOptions, 'len' | 'tied' | 'size' | 'stdin' | 'args' | 'env' | 'files' | 'recv'> & {
  readonly checkers: ReadonlySet<CheckerId>;
};

/** The same as the modes take it. */
export function programFrom<T extends ProgramOptions>(
  options: T,
): Omit<T, Exclude<keyof AsModesTakeIt, 'tied'>> & AsModesTakeIt {
  const { len: lengths, size, stdin, args, env, files, recv, checkers, ...rest } = options;
  return {
    ...rest,
    ...lengthsFrom(lengths),
    size: size === undefined ? undefined : sizeFrom(size, 'size'),
    stdin: stdin === undefined ? undefined : sizeFrom(stdin, 'stdin'),
    args: args?.map((each) => sizeFrom(each, 'args')),
    env: sizesFrom(env, 'env'),
    files: sizesFrom(files, 'files'),
    recv: recv === undefined ? undefined : sizeFrom(recv, 'recv'),
    checkers: chooseCheckers(checkers),
  };
}

export { defaultLibc, type Libc, libcs } from '../vocabulary/libc.js';
export { defaultMemoryModel, type MemoryModel, memoryModels } from '../vocabulary/memory-model.js';

/** Sizes, and names of parameters. */
function lengthsFrom(lengths: SizesLike | undefined): Pick<ModeOptions, 'len' | 'tied'> {
  if (lengths === undefined) return {};
  const all: [string, SizeLike][] = [...(lengths instanceof Map ? lengths : Object.entries(lengths))];
  const isName = (size: SizeLike): size is string => typeof size === 'string' && /^[A-Za-z_]\w*$/.test(size);
  const tied = new Map(all.flatMap(([name, size]) => (isName(size) ? [[name, size] as const] : [])));
  const len = sizesFrom(new Map(all.filter(([, size]) => !isName(size))), 'len');
  return { len, ...(tied.size > 0 && { tied }) };
}
