import type { BuildOptions } from '../build/types.js';
import { checkers } from '../checkers/index.js';
import type { Size } from '../inputs/plan.js';
import { formatSize, parseSize } from '../inputs/size.js';
import type { CheckerId } from '../vocabulary/finding.js';
import type { MemoryModel } from '../vocabulary/memory-model.js';
import type { PlanOptions } from './choose-plan.js';
import type { GrammarFor } from './grammar-for.js';

/** What makes a program and says what of it is symbolic. */
export interface ProgramOptions extends PlanOptions {
  /** C files, folders, or one .wasm. */
  readonly sources: readonly string[];
  /** C flags. */
  readonly flags?: readonly string[];
  readonly compiler?: BuildOptions['compiler'];
  readonly opt?: BuildOptions['opt'];
  /** Of the machine it is compiled for; 32, unless told. */
  readonly bits?: BuildOptions['bits'];
  readonly libc?: BuildOptions['libc'];
  readonly cacheDir?: string;
  /** Off: string functions that compare or search run as code. On, unless told. */
  readonly stringModels?: 'on' | 'off';
  readonly memoryModel?: MemoryModel;
  /** Folders of the machine that the program may read. */
  readonly mounts?: readonly string[];
  /** Facts of host/world.ts whose other answers are explored: calls that may fail, and values. */
  readonly faults?: readonly string[];
  readonly world?: readonly string[];
  /** C expressions over the entry's parameters that hold when it is called. */
  readonly assume?: readonly string[];
  /** Failures a run may have; 1, unless told. */
  readonly faultBudget?: number;
  /** Symbolic links in the program's tree: name → where it leads. */
  readonly links?: ReadonlyMap<string, string>;
}

/** The same as JSON, kept in each test: the program can be made again from it. */
export interface Recipe {
  readonly sources: readonly string[];
  readonly flags?: readonly string[];
  readonly opt?: 0 | 1;
  readonly bits?: 32 | 64;
  readonly libc?: BuildOptions['libc'];
  readonly memoryModel?: MemoryModel;
  readonly entry?: string;
  readonly len?: Readonly<Record<string, string>>;
  readonly tied?: Readonly<Record<string, string>>;
  readonly guess?: boolean;
  readonly depth?: number;
  readonly nullable?: boolean;
  readonly size?: string;
  readonly stdin?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly recv?: string;
  readonly mounts?: readonly string[];
  readonly links?: Readonly<Record<string, string>>;
  readonly faults?: readonly string[];
  readonly world?: readonly string[];
  readonly faultBudget?: number;
  readonly assume?: readonly string[];
  readonly reserved?: number;
  /** Grammars whose strings inputs were; a replay needs none of them. */
  readonly grammars?: readonly GrammarFor[];
  /** Checkers that were on, where those were not the usual ones. */
  readonly checkers?: readonly CheckerId[];
  /** From the out-dir to where its names begin; where they begin here unless told. */
  readonly folder?: string;
}

export function recipeOf(options: ProgramOptions): Recipe {
  const { sources, flags, opt, entry, len, depth, nullable, size, stdin, args, env, files, recv, reserved } = options;
  return {
    sources,
    flags: flags?.length ? flags : undefined,
    opt,
    bits: options.bits,
    libc: options.libc,
    memoryModel: options.memoryModel,
    entry,
    len: len && formatSizes(len),
    tied: options.tied && Object.fromEntries(options.tied),
    guess: options.guess,
    depth,
    nullable,
    size: size && formatSize(size),
    stdin: stdin && formatSize(stdin),
    args: args?.length ? args.map(formatSize) : undefined,
    env: env && formatSizes(env),
    files: files && formatSizes(files),
    recv: recv && formatSize(recv),
    mounts: options.mounts?.length ? options.mounts : undefined,
    links: options.links?.size ? Object.fromEntries(options.links) : undefined,
    faults: options.faults?.length ? options.faults : undefined,
    world: options.world?.length ? options.world : undefined,
    faultBudget: options.faultBudget,
    assume: options.assume?.length ? options.assume : undefined,
    reserved,
  };
}

/** The checkers that are on, unless they are the usual ones. */
export function unusualCheckers(on: ReadonlySet<CheckerId>): readonly CheckerId[] | undefined {
  const isUsual = checkers.every(({ id, byDefault }) => on.has(id) === byDefault);
  return isUsual ? undefined : checkers.map(({ id }) => id).filter((id) => on.has(id));
}

const formatSizes = (sizes: ReadonlyMap<string, Size>): Record<string, string> =>
  Object.fromEntries([...sizes].map(([name, size]) => [name, formatSize(size)]));

const parseSizes = (sizes: Readonly<Record<string, string>> = {}): Map<string, Size> =>
  new Map(Object.entries(sizes).map(([name, size]) => [name, parseSize(size, name)]));

export function fromRecipe(recipe: Recipe): ProgramOptions {
  const {
    len,
    tied,
    size,
    stdin,
    args,
    env,
    files,
    recv,
    links,
    checkers: _,
    folder: __,
    grammars: ___,
    ...rest
  } = recipe;
  const parse = (text: string | undefined, what: string): Size | undefined =>
    text === undefined ? undefined : parseSize(text, what);
  return {
    ...rest,
    len: parseSizes(len),
    tied: tied && new Map(Object.entries(tied)),
    size: parse(size, 'size'),
    stdin: parse(stdin, 'stdin'),
    args: args?.map((each) => parseSize(each, 'args')),
    env: parseSizes(env),
    files: parseSizes(files),
    recv: parse(recv, 'recv'),
    links: links && new Map(Object.entries(links)),
  };
}
