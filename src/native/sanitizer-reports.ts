import { basename } from 'node:path';
import type { CheckerId } from '../vocabulary/finding.js';

/** What a sanitizer said of one failure, in our words and in its own. */
export interface SanitizerReport {
  readonly checker: CheckerId | 'undefined';
  /** The first place of the user's that it names. */
  readonly file: string;
  readonly line: number;
  /** All of the user's places in its stack, innermost first. */
  readonly stack: readonly NativeFrame[];
  /** Its own sentence. */
  readonly text: string;
}

export interface NativeFrame {
  readonly function: string;
  readonly file: string;
  readonly line: number;
}

/** Sanitizer wording → checker, first match counts. */
const wordings: readonly [RegExp, SanitizerReport['checker']][] = [
  [/runtime error: (division by zero|division of .* by -1 cannot)/, 'division-by-zero'],
  [/execution reached an unreachable program point/, 'unreachable'],
  [/runtime error: index -\d+ out of bounds/, 'array-underflow'],
  [/runtime error: (index \d+ out of bounds|(load|store).* with insufficient space)/, 'array-overflow'],
  [/runtime error: (signed integer overflow|unsigned integer overflow|negation of)/, 'integer-overflow'],
  [/runtime error: null pointer (passed|returned)/, 'nonnull-argument'],
  [/runtime error: variable length array bound/, 'alloc-underflow'],
  [/runtime error: passing zero to /, 'builtin-argument'],
  [/runtime error: load of value .*, which is not a valid value/, 'invalid-value'],
  [/runtime error: .* misaligned address/, 'misaligned'],
  [/runtime error: (pointer index expression|applying .*offset)/, 'pointer-arithmetic'],
  [/runtime error: shift exponent|runtime error: left shift/, 'shift'],
  [/runtime error: implicit conversion|is outside the range of representable values/, 'conversion'],
  [/through pointer to incorrect function type/, 'function-type'],
  [/requested allocation size|calloc parameters overflow/, 'alloc-overflow'],
  [/^(Direct|Indirect) leak of/, 'memory-leak'],
  [/stack-use-after-return/, 'use-after-return'],
  [/heap-use-after-free|stack-use-after-scope/, 'use-after-free'],
  [/attempting double-free/, 'double-free'],
  [/attempting free on address which was not malloc/, 'invalid-free'],
  [/memcpy-param-overlap|strcpy-param-overlap/, 'range-overlap'],
  [/stack-overflow on address/, 'stack-overflow'],
  [/SEGV on unknown address 0x0000/, 'null-dereference'],
  [/SEGV on unknown address/, 'array-overflow'],
  [/\bFPE\b/, 'division-by-zero'],
  [/ABRT/, 'abort'],
  [/buffer-(over|under)flow|negative-size-param/, 'array-overflow'],
  [/runtime error: .*null pointer/, 'null-dereference'],
];

const START = /^(?==+\n==\d+==\s*ERROR)|^(?=(?:Direct|Indirect) leak of)|^(?=\S+:\d+:\d+: runtime error)/m;

/** The reports in what a sanitized program wrote to stderr. `files`: the user's own. */
export function sanitizerReports(stderr: string, files: readonly string[]): SanitizerReport[] {
  const names = files.map((file) => basename(file).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const place = new RegExp(`\\b(${names.join('|')}):(\\d+)`);
  const frame = new RegExp(`^ +#\\d+ \\S+ in (\\S+) .*\\b(${names.join('|')}):(\\d+)`, 'gm');
  const reports: SanitizerReport[] = [];
  for (const report of stderr.split(START)) {
    const checker = wordings.find(([form]) => form.test(report))?.[1] ?? (/runtime error/.test(report) && 'undefined');
    if (!checker) continue;
    const at = place.exec(report.replace(/^.*Assertion.*$/m, ''));
    const isAsserted = checker === 'abort' && /Assertion .* failed/.test(stderr);
    const isUnder = checker === 'array-overflow' && isUnderflow(report);
    reports.push({
      checker: isAsserted ? 'assertion' : isUnder ? 'array-underflow' : checker,
      file: at?.[1] ?? '',
      line: Number(at?.[2] ?? 0),
      stack: [...report.matchAll(frame)].map(([, name, file, line]) => ({ function: name, file, line: Number(line) })),
      text: sentenceOf(report),
    });
  }
  return reports;
}

function sentenceOf(report: string): string {
  const undefinedBehaviour = /runtime error: .*/.exec(report)?.[0];
  const address = /ERROR: (AddressSanitizer: .*?)(?: on (?:unknown )?address| \(pc|$)/m.exec(report)?.[1];
  return undefinedBehaviour ?? address ?? report.split('\n')[0];
}

/** A report may name several neighbours: the nearest is the one meant. */
function isUnderflow(report: string): boolean {
  if (/buffer-underflow|underflows this variable/.test(report)) return true;
  const sides = [...report.matchAll(/(?:located|and) (\d+) bytes (before|to the left|after|to the right)/g)];
  const [nearest] = sides.sort((a, b) => Number(a[1]) - Number(b[1]));
  return /before|left/.test(nearest?.[2] ?? '');
}
