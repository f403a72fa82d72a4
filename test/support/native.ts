import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { sanitizerReports } from '../../src/native/sanitizer-reports.js';
import type { FindingExpectation, ProgramCase } from './expectations.js';
import { nativeHarness } from './native-harness.js';

/** Compilers found on this machine, or undefined; what needs them is skipped with a message. */
export const nativeClang = firstThatRuns(['clang-22', 'clang-21', 'clang-20', 'clang-19', 'clang']);
export const nativeGcc = firstThatRuns(['gcc']);

function firstThatRuns(names: readonly string[]): string | undefined {
  const source = '#include <stdlib.h>\nint main(void) { return 0; }\n';
  return names.find((name) => spawnSync(name, ['-m32', '-xc', '-', '-o', '/dev/null'], { input: source }).status === 0);
}

/**
 * Distinct sequences of basic blocks over every combination, compiled as nearmiss compiles (-O0, no builtins).
 * Blocks of the program only: what branches inside libc is not seen.
 */
export function nativePathCount(program: ProgramCase): number {
  return withHarness(program, 'paths', (folder, harness) => {
    const binary = join(folder, 'paths');
    compile(
      nativeClang!,
      ['-fno-builtin', '-mllvm', '-trap-unreachable', '-fsanitize-coverage=bb,trace-pc-guard,no-prune'],
      program,
      harness,
      binary,
    );
    return Number(execFileSync(binary, { timeout: 60_000 }).toString());
  });
}

/** What gcc's sanitizers report over every combination, in nearmiss's words: `checker line`, sorted. */
export function nativeFailures(program: ProgramCase): FindingExpectation[] {
  return withHarness(program, 'failures', (folder, harness) => {
    const binary = join(folder, 'failures');
    const sanitizers = [
      '-g',
      '-fsanitize=address,undefined',
      '-fno-sanitize=bounds,object-size',
      '-fsanitize-recover=address',
    ];
    compile(nativeGcc!, sanitizers, program, harness, binary);
    const { stderr } = spawnSync(binary, {
      env: { ...process.env, ASAN_OPTIONS: 'halt_on_error=0:handle_abort=1:handle_sigill=1:detect_leaks=0' },
      maxBuffer: 1 << 30,
      timeout: 120_000,
    });
    const found = new Map<string, FindingExpectation>();
    for (const run of stderr.toString().split(/@@end \d+\n/)) {
      for (const { checker, line } of sanitizerReports(run, [program.file]))
        found.set(`${checker} ${line}`, { checker, line });
    }
    return [...found.values()].sort((a, b) => a.line - b.line || a.checker.localeCompare(b.checker));
  });
}

function withHarness<T>(
  program: ProgramCase,
  mode: 'paths' | 'failures',
  use: (folder: string, harness: string) => T,
): T {
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-native-'));
  try {
    const harness = join(folder, 'harness.c');
    writeFileSync(harness, nativeHarness(program, readFileSync(program.file, 'utf8'), mode));
    return use(folder, harness);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compile(compiler: string, flags: string[], program: ProgramCase, harness: string, binary: string): void {
  const include = `-I${resolve(dirname(program.file))}`;
  const args = ['-m32', '-O0', '-std=gnu17', '-w', '-funsigned-bitfields', ...flags, include, harness, '-o', binary];
  execFileSync(compiler, args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
