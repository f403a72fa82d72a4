import type { BuildOptions } from '../build/types.js';
import type { Size } from '../inputs/plan.js';
import { formatSize, parseSize } from '../inputs/size.js';
import type { PlanOptions } from './choose-plan.js';

/** What makes a program and says what of it is symbolic. */
export interface ProgramOptions extends PlanOptions {
  /** C files, folders, or one .wasm. */
  readonly sources: readonly string[];
  /** C flags. */
  readonly flags?: readonly string[];
  readonly compiler?: BuildOptions['compiler'];
  readonly opt?: BuildOptions['opt'];
  readonly cacheDir?: string;
}

/** The same as JSON, kept in each test: the program can be made again from it. */
export interface Recipe {
  readonly sources: readonly string[];
  readonly flags?: readonly string[];
  readonly opt?: 0 | 1;
  readonly entry?: string;
  readonly len?: Readonly<Record<string, string>>;
  readonly depth?: number;
  readonly nullable?: boolean;
  readonly size?: string;
}

export function recipeOf({ sources, flags, opt, entry, len, depth, nullable, size }: ProgramOptions): Recipe {
  return {
    sources,
    flags: flags?.length ? flags : undefined,
    opt,
    entry,
    len: len && Object.fromEntries([...len].map(([name, each]) => [name, formatSize(each)])),
    depth,
    nullable,
    size: size && formatSize(size),
  };
}

export function fromRecipe(recipe: Recipe): ProgramOptions {
  const { len, size, ...rest } = recipe;
  const sizes = Object.entries(len ?? {}).map(([name, each]): [string, Size] => [name, parseSize(each, name)]);
  return { ...rest, len: new Map(sizes), size: size === undefined ? undefined : parseSize(size, 'size') };
}
