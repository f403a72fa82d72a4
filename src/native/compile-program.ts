import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sortFlags } from '../build/flags.js';
import type { CompiledUnit } from '../build/symbols.js';
import type { BuildOptions } from '../build/types.js';
import { redirectedFunctions, worldFacts } from '../host/world.js';
import { type NativeCompiler, widthFlags } from './compiler.js';
import { programMain } from './harness.js';
import { nativeFlags, supportObjects, worldObject } from './support-objects.js';

/** The sentence says why a program can't be run natively. */
export class NotNatively extends Error {}

interface NativeBuild {
  /** Where harness.c lies, and where `program` is made. */
  readonly folder: string;
  /** Sources that are compiled with the program's own flags. */
  readonly sources: readonly string[];
  readonly flags: readonly string[];
  /** Sources that a makefile compiled, each in its own way. */
  readonly units?: readonly CompiledUnit[];
  readonly isFuzz: boolean;
  /** Functions whose calls go to runtime-c/world.c, and failures a run may have. */
  readonly explored?: BuildOptions['explored'];
}

/** Builds the harness in `folder` and the sources into its `program`; throws `NotNatively` when the compiler refuses. */
export async function compileProgram(
  compiler: NativeCompiler,
  { folder, sources, flags, units = [], isFuzz, explored }: NativeBuild,
): Promise<void> {
  const user = sortFlags(flags);
  const support = await supportObjects(compiler);
  const always = [
    ...[...nativeFlags(compiler), `-Dmain=${programMain}`],
    ...(isFuzz ? ['-DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION'] : []),
  ];
  const objects: string[] = [];
  for (const [i, unit] of units.entries()) {
    const source = resolve(unit.folder, unit.source);
    if (!existsSync(source)) throw new NotNatively(`its source ${source} is no longer there`);
    const object = join(folder, `unit-${i}.o`);
    await run(compiler, [...always, ...sortFlags(unit.flags).compile, '-c', unit.source, '-o', object], unit.folder);
    objects.push(object);
  }
  await run(compiler, [
    ...always,
    ...user.compile,
    ...[join(folder, 'harness.c'), ...sources, ...objects, ...support],
    ...(explored ? await explore(compiler, folder, explored) : []),
    ...['-o', join(folder, 'program'), ...user.link, '-lm'],
  ]);

  function run({ command }: NativeCompiler, words: readonly string[], cwd?: string): Promise<void> {
    return new Promise((done, failed) => {
      execFile(command, words, { cwd, timeout: 120_000, maxBuffer: 1 << 24 }, (error, _, stderr) => {
        if (!error) return done();
        const first = stderr.split('\n').find((line) => /error|undefined reference/.test(line)) ?? error.message;
        failed(new NotNatively(`${nameOf(compiler)} does not build it: ${first.replaceAll(folder, '…')}`));
      });
    });
  }
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

export const nameOf = (compiler: NativeCompiler): string => [compiler.command, ...widthFlags(compiler)].join(' ');
