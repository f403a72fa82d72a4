import { seedTree } from '../host/seed.js';
import { UserError } from '../vocabulary/errors.js';
import { withinLargest } from './largest.js';
import { defaultStdinSize, type MainPlan } from './main.js';
import type { NamedSize, Size } from './plan.js';

/** What of a program that starts at main is symbolic. */
export interface MainOptions {
  readonly stdin?: Size;
  /** From argv[1] on. */
  readonly args?: readonly Size[];
  readonly env?: ReadonlyMap<string, Size>;
  readonly files?: ReadonlyMap<string, Size>;
  /** What comes over a socket. */
  readonly recv?: Size;
}

export function mainPlan(options: MainOptions): MainPlan {
  const { stdin, args = [], env, files, recv } = options;
  const named = (sizes: ReadonlyMap<string, Size> | undefined): NamedSize[] =>
    [...(sizes ?? [])].map(([name, size]) => ({ name, size }));
  const isSilent = namedMainFlag(options) === undefined;
  const plan = {
    kind: 'main',
    stdin: isSilent ? defaultStdinSize : stdin,
    args,
    env: named(env),
    files: named(files),
    ...(recv && { recv }),
  } as const;
  const folder = plan.files.find(({ name, size }) => name.endsWith('/') && size.max > 0);
  if (folder) throw new UserError(`--file ${folder.name}= is a folder, which is empty: give it the size 0.`);
  withinLargest<MainPlan>(plan);
  // Says so when two names can't both be.
  seedTree(new Map(plan.files.map(({ name }) => [name, new Uint8Array(0)])));
  return plan;
}

/** A flag of main's that was given. */
export function namedMainFlag({ stdin, args, env, files, recv }: MainOptions): string | undefined {
  if (stdin) return '--stdin';
  if (args?.length) return '--arg';
  if (env?.size) return '--env';
  if (files?.size) return '--file';
  return recv ? '--recv' : undefined;
}
