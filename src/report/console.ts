import type { Finding, Incomplete } from '../vocabulary/finding.js';
import { type SourceText, sourceReader } from '../vocabulary/source-text.js';
import type { Colors } from './colors.js';
import type { Ratio } from './coverage.js';
import { inHex, quoted } from './long-values.js';
import type { Summary } from './summary.js';
import { shellWord, typedAs } from './typed-as.js';

export interface ConsoleOptions {
  readonly colors: Colors;
  /** Where tests were written, if they were. */
  readonly out: string | undefined;
  /** How long the whole command took; without it, what the search and the compiler took. */
  readonly wholeMs?: number;
  /** Lines of a file. */
  readonly source?: SourceText;
}

/** Findings as clang would say them, then one line about the whole. */
export function formatSummary(summary: Summary, options: ConsoleOptions): string {
  const parts = formatFindings(summary.findings, { ...options, source: sourceReader() }, formatFinding);
  return [...parts, formatClosing(summary, options)].join('\n');
}

/** The finding it belongs to, where that is told, too: one that is suppressed is not. */
export const belongsTo = <T extends Finding>({ after }: T, all: readonly T[]): T | undefined =>
  after === undefined ? undefined : all.find(({ id }) => id === after);

/** Each in full, as `format` does it, and in few words what belongs to it. */
export const formatFindings = <T extends Finding>(
  findings: readonly T[],
  options: ConsoleOptions,
  format: (finding: T, options: ConsoleOptions) => string,
): string[] =>
  inOrder(findings).map((finding) =>
    belongsTo(finding, findings) ? formatBelonging(finding, options) : format(finding, options),
  );

/** What belongs to another finding comes directly after it. */
export const inOrder = <T extends Finding>(findings: readonly T[]): T[] =>
  findings
    .filter((finding) => !belongsTo(finding, findings))
    .flatMap((top) => [top, ...findings.filter(({ after }) => after === top.id)]);

/** What belongs to the finding above, in few words: all there is to know stands in its file. */
function formatBelonging(finding: Finding, { colors, out }: ConsoleOptions): string {
  const { file, line, column, message, checker, also, input, test } = finding;
  const rules = [checker, ...also].join(', ');
  const lines = [
    `${colors.bold(`${file}:${line}:${column}:`)} note: belongs to it: ${message} [${rules}]`,
    `  input: ${formatInput(input)}`,
  ];
  if (out !== undefined) lines.push(`  again: ${typedAs()} replay ${shellWord(`${out}/${test}`)}`);
  return `${lines.join('\n')}\n`;
}

/** `after: use-after-free-…, which is suppressed`. */
export const formatCause = ({ after }: Finding): string[] =>
  after === undefined ? [] : [`  after: ${after}, which is suppressed`];

/** `2 findings, and 1 that belongs to them`. */
export function formatCount(findings: readonly Finding[]): string {
  const more = findings.filter((finding) => belongsTo(finding, findings)).length;
  const top = findings.length - more;
  if (more === 0) return counted(top, 'finding');
  return `${counted(top, 'finding')}, and ${more} that ${more === 1 ? 'belongs' : 'belong'} to ${top === 1 ? 'it' : 'them'}`;
}

export function formatFinding(finding: Finding, options: ConsoleOptions): string {
  const { count } = finding;
  const lines = [...formatPlace(finding, options), `  input: ${formatInput(finding.input)}`];
  lines.push(...formatCause(finding));
  if (finding.stack.length > 0) lines.push(`  stack: ${finding.stack.join(' < ')}`);
  const others = (finding.stacks ?? []).map((stack) => differingCalls(stack, finding.stack));
  if (others.length > 0) lines.push(`  also by: ${others.join('; ')}`);
  if (count > 1) lines.push(`  seen in ${count} runs`);
  lines.push(`  fingerprint: ${finding.fingerprint}`);
  if (options.out !== undefined)
    lines.push(`  again: ${typedAs()} replay ${shellWord(`${options.out}/${finding.test}`)}`);
  return `${lines.join('\n')}\n`;
}

/** Of another chain of calls, those that are not the same in both. */
function differingCalls(stack: readonly string[], shown: readonly string[]): string {
  let start = 0;
  while (start < stack.length - 1 && stack[start] === shown[start]) start++;
  let end = 0;
  while (end < stack.length - 1 - start && stack.at(-1 - end) === shown.at(-1 - end)) end++;
  return stack.slice(start, stack.length - end).join(' < ');
}

/** The message as clang would say it, with the line of the source and a caret. */
export function formatPlace(finding: Finding, { colors, source = sourceReader() }: ConsoleOptions): string[] {
  const { file, line, column, message, checker, also } = finding;
  const rules = [checker, ...also].join(', ');
  const lines = [
    `${colors.bold(`${file}:${line}:${column}:`)} ${finding.baseline === 'unchanged' ? colors.yellow('known:') : colors.red('error:')} ${message} [${rules}]`,
  ];
  const text = source(file)[line - 1];
  if (text !== undefined) {
    const number = String(line).padStart(5);
    // Tabs stay tabs, so that the caret stands under its character whatever a tab's width.
    const indent = text.slice(0, Math.max(0, column - 1)).replace(/[^\t]/g, ' ');
    lines.push(`${number} | ${text}`);
    // Where a generator's #line names the file, the column is the generated file's: a caret beyond the line helps nobody.
    if (column <= text.length) lines.push(`${' '.repeat(number.length)} | ${indent}${colors.green('^')}`);
  }
  return lines;
}

/** `x = 20, s = "ab\n"`. */
export function formatInput(input: Record<string, unknown>): string {
  const all = Object.entries(input);
  // Standard input is always there; empty, beside other inputs, nobody asks for it.
  const entries = all.length > 1 ? all.filter(([name, value]) => name !== 'stdin' || value !== '') : all;
  if (entries.length === 0) return '(none)';
  return entries.map(([name, value]) => `${name} = ${formatValue(value)}`).join(', ');
}

/** `.count` of a structure, `"a.cfg"` of files. */
const member = (name: string): string => (/^[\w,|]+$/.test(name) ? `.${name}` : `"${name}"`);

export function formatValue(value: unknown): string {
  if (typeof value === 'string') return /^-?\d{16,}$/.test(value) ? value : quoted(value.replaceAll('"', '\\"'));
  if (value === null) return 'NULL';
  if (Array.isArray(value)) return `{${value.map(formatValue).join(', ')}}`;
  if (typeof value === 'object') {
    const entries = Object.entries(value);
    if (entries.length === 1 && entries[0][0] === 'hex') return inHex(String(entries[0][1]));
    return `{${entries.map(([name, each]) => `${member(name)} = ${formatValue(each)}`).join(', ')}}`;
  }
  return String(value);
}

/** How long it took, compiling and writing included, and the seed where it is not the usual one. */
export function formatTime(
  { stats, rng }: { readonly stats: Pick<Summary['stats'], 'compileMs' | 'wallMs'>; readonly rng: number },
  wholeMs = stats.compileMs + stats.wallMs,
): string {
  return `${(wholeMs / 1000).toFixed(wholeMs < 10_000 ? 2 : 1)} s${rng === usualRng ? '' : `, rng ${rng}`}`;
}

/** The seed when nobody chooses one. */
const usualRng = 1;

function formatClosing(summary: Summary, { colors, out, wholeMs }: ConsoleOptions): string {
  const { findings, paths, tests, coverage } = summary;
  const found = findings.length === 0 ? colors.green('nothing found') : colors.red(formatCount(findings));
  const end = summary.complete ? 'complete' : `incomplete: ${summary.incomplete.map(formatReason).join(', ')}`;
  const time = formatTime(summary, wholeMs);
  const covered = `lines ${ratio(coverage.lines)}, branches ${ratio(coverage.branches)}`;
  const where = out === undefined ? '' : ` in ${out}`;
  const known = findings.filter(({ baseline }) => baseline === 'unchanged').length;
  const accepted = `${known > 0 ? `, ${known} in the baseline` : ''}${summary.suppressed.length > 0 ? `, ${summary.suppressed.length} suppressed` : ''}`;
  const unended = summary.incomplete.flatMap((each) => formatUnended(each, out));
  const unverified = formatUnverified(summary.unverified ?? []);
  return `${unended.join('')}${unverified.join('')}${found}${accepted}; ${counted(paths, 'path')}, ${counted(tests, 'test')}${where}, ${covered}, ${time}; ${
    summary.complete ? colors.green(end) : colors.yellow(end)
  }`;
}

/** One line a place and reason, with all its checkers. */
function formatUnverified(all: NonNullable<Summary['unverified']>): string[] {
  const lines = new Map<string, string[]>();
  for (const { checker, why, at } of all) {
    const line = `${at === undefined ? '' : `${at}: `}not verified: ${why}`;
    lines.set(line, [...(lines.get(line) ?? []), checker]);
  }
  return Array.from(lines, ([line, checkers]) => `${line} [${few(checkers)}]\n`);
}

const few = (names: readonly string[]): string =>
  names.length <= 4 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;

const whyEnded: Readonly<Partial<Record<Incomplete['reason'], string>>> = {
  hang: 'out of fuel, but not proved to run forever: more --fuel may decide it',
  'memory-limit': 'a run was stopped because it used too much memory',
};

/** An input whose run was ended, and how to run it again. */
function formatUnended({ reason, count, at, test, input }: Incomplete, out: string | undefined): string[] {
  if (!test || !input) return [];
  // The first place of several need not be this input's; a replay tells which is.
  const lines = [
    `${at && count === 1 ? `${at}: ` : ''}${whyEnded[reason]} [${reason}]`,
    `  input: ${formatInput(input)}`,
  ];
  if (out !== undefined) lines.push(`  again: ${typedAs()} replay ${shellWord(`${out}/${test}`)}`);
  return [`${lines.join('\n')}\n\n`];
}

export const formatReason = ({ reason, count, at, what }: Incomplete): string => {
  if (reason === 'assumed') return what?.startsWith('unless ') ? what : `assumed: ${what}`;
  const place = at && `${count > 1 ? 'first at ' : ''}${at}`;
  const more = [what, place].filter((part) => part).join(', ');
  return `${reason}${count > 1 ? ` ×${count}` : ''}${more && ` (${more})`}`;
};

export const ratio = ({ covered, total }: Ratio): string => `${covered}/${total}`;
export const counted = (count: number, what: string, many = `${what}s`): string =>
  `${count} ${count === 1 ? what : many}`;
