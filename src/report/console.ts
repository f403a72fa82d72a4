import type { SearchStats } from '../search/results/stats.js';
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
  const source = sourceReader();
  // What may be a consequence comes after what it may be a consequence of.
  const firsts = summary.findings.filter(({ after }) => after === undefined);
  const later = summary.findings.filter(({ after }) => after !== undefined);
  const parts = [...firsts, ...later].map((finding) => formatFinding(finding, { ...options, source }));
  return [...parts, formatClosing(summary, options)].join('\n');
}

function formatFinding(finding: Finding, options: ConsoleOptions): string {
  const { count } = finding;
  const lines = [...formatPlace(finding, options), `  input: ${formatInput(finding.input)}`];
  if (finding.after)
    lines.push(`  after: the ${finding.after.checker} at ${finding.after.at}, which happens first on this input`);
  if (finding.stack.length > 0) lines.push(`  stack: ${finding.stack.join(' < ')}`);
  if (count > 1) lines.push(`  seen in ${count} runs`);
  lines.push(`  fingerprint: ${finding.fingerprint}`);
  if (options.out !== undefined)
    lines.push(`  again: ${typedAs()} replay ${shellWord(`${options.out}/${finding.test}`)}`);
  return `${lines.join('\n')}\n`;
}

/** The message as clang would say it, with the line of the source and a caret. */
export function formatPlace(finding: Finding, { colors, source = sourceReader() }: ConsoleOptions): string[] {
  const { file, line, column, message, checker, also } = finding;
  const rules = [checker, ...also].join(', ');
  const lines = [`${colors.bold(`${file}:${line}:${column}:`)} ${colors.red('error:')} ${message} [${rules}]`];
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

function formatValue(value: unknown): string {
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
  const later = findings.filter(({ after }) => after !== undefined).length;
  const behind = later === 0 ? '' : ` (${later} of them after another failure)`;
  const found =
    findings.length === 0 ? colors.green('nothing found') : colors.red(counted(findings.length, 'finding')) + behind;
  const end = summary.complete ? 'complete' : `incomplete: ${summary.incomplete.map(formatReason).join(', ')}`;
  const time = formatTime(summary, wholeMs);
  const covered = `lines ${ratio(coverage.lines)}, branches ${ratio(coverage.branches)}`;
  const where = out === undefined ? '' : ` in ${out}`;
  const accepted = summary.suppressed.length > 0 ? `, ${summary.suppressed.length} suppressed` : '';
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
    const line = `${at ?? ''}: not verified: ${why}`;
    lines.set(line, [...(lines.get(line) ?? []), checker]);
  }
  return Array.from(lines, ([line, checkers]) => `${line} [${checkers.join(', ')}]\n`);
}

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

const ratio = ({ covered, total }: Ratio): string => `${covered}/${total}`;
export const counted = (count: number, what: string, many = `${what}s`): string =>
  `${count} ${count === 1 ? what : many}`;

/** For `--stats`: where the time went, and which solver layer answered what. */
export function formatStats(stats: SearchStats): string {
  const sum = (of: 'answered' | 'milliseconds') => stats.layers.reduce((total, layer) => total + layer[of], 0);
  const { beside = { queries: 0, solverMs: 0 } } = stats;
  const all = {
    name: 'all',
    answered: stats.queries + beside.queries,
    milliseconds: stats.solverMs + beside.solverMs,
  };
  // What the path's own facts decide never becomes a query of the chain.
  const path = {
    name: 'path',
    answered: all.answered - sum('answered'),
    milliseconds: all.milliseconds - sum('milliseconds'),
  };
  const rows = [path, ...stats.layers, all].map(({ name, answered, milliseconds }) => [
    name,
    `${answered}`,
    Math.max(0, milliseconds).toFixed(1),
  ]);
  const table = [['layer', 'answered', 'ms'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column].length)));
  const layers = table.map(([name, answered, time]) =>
    `  ${name.padEnd(widths[0])}  ${answered.padStart(widths[1])}  ${time.padStart(widths[2])}`.trimEnd(),
  );
  const { runs, executionMs, wallMs, sat, unsat, unknown } = stats;
  return [
    `runs ${runs}, running ${executionMs.toFixed(1)} ms, wall ${wallMs.toFixed(1)} ms`,
    `queries ${stats.queries}: ${sat} sat, ${unsat} unsat, ${unknown} unknown${
      beside.queries > 0 ? `; ${beside.queries} beside the search` : ''
    }`,
    ...layers,
    '',
  ].join('\n');
}
