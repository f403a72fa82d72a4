import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { sortFlags } from '../build/flags.js';
import type { NativeCompiler } from './compiler.js';
import { programMain } from './harness.js';
import { nativeFlags, supportObjects } from './support-objects.js';

/** The sentence says why a program can't be run natively. */
export class NotNatively extends Error {}

interface NativeBuild {
  readonly folder: string;
  readonly sources: readonly string[];
  readonly flags: readonly string[];
  readonly isFuzz: boolean;
}

/** Builds the harness in `folder` and the sources into its `program`; throws `NotNatively` when the compiler refuses. */
export async function compileProgram(
  compiler: NativeCompiler,
  { folder, sources, flags, isFuzz }: NativeBuild,
): Promise<void> {
  const user = sortFlags(flags);
  const support = await supportObjects(compiler);
  const words = [
    ...[...nativeFlags(compiler), `-Dmain=${programMain}`],
    ...(isFuzz ? ['-DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION'] : []),
    ...user.compile,
    ...[join(folder, 'harness.c'), ...sources, ...support],
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

export const nameOf = ({ command, is32Bit }: NativeCompiler): string => `${command}${is32Bit ? ' -m32' : ''}`;
