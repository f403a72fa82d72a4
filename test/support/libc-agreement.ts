import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../../src/build/build.js';
import { writeProgram } from '../../src/build/cc/launcher.js';
import type { Libc } from '../../src/vocabulary/libc.js';

/** The programs of test/libc: each asks one part of a C library. */
export const topics = [
  'formats',
  'numbers',
  'strings',
  'calendar',
  'wide',
  'patterns',
  'mathematics',
  'compiler',
] as const;

/**
 * Where answers may differ, if ours are these: natively with other flags. glibc rounds some functions of <math.h> the
 * wrong way by a bit or more; libquadmath computes them with 113 bits. docs/libc.md has the sentence.
 */
const orAlso: Readonly<Record<string, readonly string[]>> = { mathematics: ['-DQUADMATH', '-lquadmath'] };

/** Where glibc is wrong and says so no more in later versions: `%#.2g` of 99.5 lacks a digit. */
const glibcErrs: Readonly<Record<string, RegExp>> = { formats: /printf\|%[-+ 0]*#[^|]*[gG]\|/ };

interface Agreement {
  readonly lines: number;
  readonly differences: readonly { readonly asked: string; readonly own: string; readonly native: string }[];
  readonly known: number;
  /** Lines in which musl and glibc differ, where it was asked. */
  readonly musl: number | undefined;
}

const sourceOf = (topic: string): string => fileURLToPath(new URL(`../libc/${topic}.c`, import.meta.url));

/** What a program answers, a line a question. */
function answersOf(program: string, rounds: number, seed: number): string[] {
  // Into a file: a pipe that is full for a moment is an error to a program in the sandbox.
  const output = `${program}.out`;
  const file = openSync(output, 'w');
  const ran = spawnSync(program, [String(rounds), String(seed)], {
    stdio: ['ignore', file, 'pipe'],
    encoding: 'latin1',
  });
  closeSync(file);
  const lines = readFileSync(output, 'latin1').split('\n');
  if (ran.status !== 0) lines.push(`ended with ${ran.status ?? ran.signal}: ${ran.stderr.slice(-300)}`);
  return lines;
}

async function inSandbox(topic: string, libc: Libc, folder: string): Promise<string> {
  const { wasm } = await build({ sources: [sourceOf(topic)], flags: ['-w'], compiler: 'auto', opt: 0, libc });
  const program = join(folder, `${topic}-${libc}`);
  writeProgram(program, wasm);
  return program;
}

/** Of 32 bits, as the sandbox is; gcc has 128-bit integers only at 64, and its 32-bit libm uses the x87. */
const width = (topic: string): string[] =>
  topic === 'compiler' || topic === 'mathematics' ? [] : ['-m32', '-D_TIME_BITS=64', '-D_FILE_OFFSET_BITS=64'];

function natively(topic: string, folder: string, flags: readonly string[] = []): string {
  const program = join(folder, `${topic}-native${flags.length}`);
  const words = ['-w', '-O1', '-fno-builtin', ...width(topic), sourceOf(topic), '-o', program, ...flags, '-lm'];
  execFileSync('gcc', words);
  return program;
}

export async function agreements(topic: string, rounds: number, seed: number, withMusl = false): Promise<Agreement> {
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-libc-'));
  try {
    const own = answersOf(await inSandbox(topic, 'own', folder), rounds, seed);
    const native = answersOf(natively(topic, folder), rounds, seed);
    const musl = withMusl ? answersOf(await inSandbox(topic, 'musl', folder), rounds, seed) : undefined;
    const differing = native.flatMap((line, i) => (line === own[i] ? [] : [i]));
    const flags = orAlso[topic];
    const also = flags && differing.length > 0 ? answersOf(natively(topic, folder, flags), rounds, seed) : [];
    const isKnown = (i: number) => (own[i] ?? '') === also[i] || glibcErrs[topic]?.test(native[i]) === true;
    const unknown = differing.filter((i) => !isKnown(i));
    return {
      lines: native.length,
      differences: unknown.map((i) => ({ asked: native[i - 1] ?? '', own: own[i] ?? '(nothing)', native: native[i] })),
      known: differing.length - unknown.length,
      musl: musl && native.filter((line, i) => line !== musl[i]).length,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
