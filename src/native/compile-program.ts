import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sortFlags } from '../build/flags.js';
import type { BuildOptions } from '../build/types.js';
import { redirectedFunctions, worldFacts } from '../host/world.js';
import type { NativeCompiler } from './compiler.js';
import { programMain } from './harness.js';
import { nativeFlags, supportObjects, worldObject } from './support-objects.js';

/** The sentence says why a program can't be run natively. */
export class NotNatively extends Error {}

interface NativeBuild {
  readonly folder: string;
  readonly sources: readonly string[];
  readonly flags: readonly string[];
  readonly isFuzz: boolean;
  /** Functions whose calls go to runtime-c/world.c, and failures a run may have. */
  readonly explored?: BuildOptions['explored'];
}

/** Builds the harness in `folder` and the sources into its `program`; throws `NotNatively` when the compiler refuses. */
export async function compileProgram(
  compiler: NativeCompiler,
  { folder, sources, flags, isFuzz, explored }: NativeBuild,
): Promise<void> {
  const user = sortFlags(flags);
  const support = await supportObjects(compiler);
  const words = [
    ...[...nativeFlags(compiler), `-Dmain=${programMain}`],
    ...(isFuzz ? ['-DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION'] : []),
    ...user.compile,
    ...[join(folder, 'harness.c'), ...sources, ...support],
    ...(explored ? await explore(compiler, folder, explored) : []),
    ...['-o', join(folder, 'program'), ...user.link, '-lm'],
  ];
  return new Promise((done, failed) => {
    execFile(compiler.command, words, { timeout: 120_000, maxBuffer: 1 << 24 }, (error, _, stderr) => {
      if (!error) return done();
      const first = stderr.split('\n').find((line) => /error|undefined reference/.test(line)) ?? error.message;
      failed(new NotNatively(`${nameOf(compiler)} does not build it: ${first.replaceAll(folder, '…')}`));
    });
  });
}

/** The words that send the program's calls to what explores their answers. */
async function explore(
  compiler: NativeCompiler,
  folder: string,
  { functions, faultBudget }: NonNullable<BuildOptions['explored']>,
): Promise<string[]> {
  const budget = join(folder, 'budget.c');
  writeFileSync(budget, `int __nearmiss_fault_budget = ${faultBudget};\n`);
  const others = redirectedFunctions(worldFacts.map(({ id }) => id)).filter((name) => !functions.includes(name));
  return [
    ...[await worldObject(compiler), budget],
    ...functions.map((name) => `-Wl,--wrap=${name}`),
    // Nobody calls what stands before these.
    ...others.map((name) => `-Wl,--defsym=__real_${name}=0`),
  ];
}

export const nameOf = ({ command, is32Bit }: NativeCompiler): string => `${command}${is32Bit ? ' -m32' : ''}`;
