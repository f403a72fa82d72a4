import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { FindingExpectation, ProgramCase } from './expectations.js';
import { nativeHarness } from './native-harness.js';

/** Compilers found on this machine, or undefined; what needs them is skipped with a message. */
export const nativeClang = firstThatRuns(['clang', 'clang-22', 'clang-21', 'clang-20', 'clang-19']);
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
      for (const each of reportsOf(run, basename(program.file))) found.set(`${each.checker} ${each.line}`, each);
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

/** Sanitizer wording → checker, first match counts. */
const wordings: readonly [RegExp, string][] = [
  [/runtime error: (division by zero|division of .* by -1 cannot)/, 'division-by-zero'],
  [/execution reached an unreachable program point/, 'unreachable'],
  [/heap-use-after-free/, 'use-after-free'],
  [/attempting double-free/, 'double-free'],
  [/SEGV on unknown address 0x0000/, 'null-dereference'],
  [/ABRT/, 'abort'],
  [/buffer-(over|under)flow/, 'array-overflow'],
  [/runtime error: .*null pointer/, 'null-dereference'],
];

function* reportsOf(run: string, file: string): Generator<FindingExpectation> {
  const place = new RegExp(`\\b${file.replace('.', '\\.')}:(\\d+)`);
  for (const report of run.split(/^(?==+\n==\d+==ERROR)|^(?=\S+:\d+:\d+: runtime error)/m)) {
    const wording =
      wordings.find(([form]) => form.test(report)) ?? (/runtime error/.test(report) ? [/./, 'undefined'] : 0);
    if (wording === 0) continue;
    const line = place.exec(report.replace(/^.*Assertion.*$/m, ''));
    const asserted = wording[1] === 'abort' && /Assertion .* failed/.test(run);
    const under = wording[1] === 'array-overflow' && isUnderflow(report);
    const checker = asserted ? 'assertion' : under ? 'array-underflow' : (wording[1] as string);
    yield { checker, line: Number(line?.[1] ?? 0) };
  }
}

/** A report may name several neighbours: the nearest is the one meant. */
function isUnderflow(report: string): boolean {
  if (/buffer-underflow|underflows this variable/.test(report)) return true;
  const sides = [...report.matchAll(/(?:located|and) (\d+) bytes (before|to the left|after|to the right)/g)];
  const [nearest] = sides.sort((a, b) => Number(a[1]) - Number(b[1]));
  return /before|left/.test(nearest?.[2] ?? '');
}
