import { sourceReader } from '../vocabulary/source-text.js';
import type { CompareSummary, ToldDifference, ToldNatively } from './compare-summary.js';
import { type ConsoleOptions, counted, formatInput, formatReason, formatTime, formatValue, ratio } from './console.js';
import { nativeWords } from './replay-console.js';
import { shellWord, typedAs } from './typed-as.js';

/** Differences, smallest input first, both results side by side, then one line about the whole. */
export function formatCompare(summary: CompareSummary, options: ConsoleOptions): string {
  const parts = summary.differences.map((each) => formatDifference(each, summary, options));
  return [...parts, closing(summary, options)].join('\n');
}

const words: Readonly<Record<ToldDifference['what'], string>> = {
  failure: 'one fails and the other does not',
  hang: 'one never ends and the other does',
  exit: 'they exit differently',
  return: 'they return different values',
  output: 'they print different text',
  buffer: 'they leave different data behind',
  global: 'they leave different data behind',
  file: 'they leave different files behind',
};

function formatDifference(difference: ToldDifference, { programs }: CompareSummary, options: ConsoleOptions): string {
  const { what, name, input, a, b, places, count, test, testOfB, native } = difference;
  const { colors, out, source = sourceReader() } = options;
  const about = what === 'failure' || what === 'hang' || what === 'return' || what === 'exit' ? '' : ` in ${name}`;
  const width = Math.max(...programs.map(({ length }) => length));
  const side = (at: number, value: unknown, ran: ToldNatively | undefined): string[] => {
    const isStatus = what === 'failure' || what === 'hang';
    const [, file, line] = /^(.*):(\d+)$/.exec(places[at] ?? '') ?? [];
    const text = file === undefined ? undefined : source(file)[Number(line) - 1]?.trim();
    return [
      `  ${`${programs[at]}:`.padEnd(width + 1)} ${isStatus ? value : said(value)}`,
      ...(text ? [`${line.padStart(7)} | ${text}`] : []),
      ...(ran ? natively(ran) : []),
    ];
  };
  const lines = [
    `${colors.bold(places.join(' and '))}: ${colors.red('difference:')} ${words[what]}${about} [${what}]`,
    `  input: ${formatInput(input)}`,
    ...side(0, a, native?.a),
    ...side(1, b, native?.b),
    ...(count > 1 ? [`  on ${counted(count, 'path')}`] : []),
  ];
  if (out !== undefined) {
    const tests = [test, testOfB].map((each) => shellWord(`${out}/${each}`)).join(' ');
    lines.push(`  again: ${typedAs()} replay ${tests}`);
  }
  return `${lines.join('\n')}\n`;
}

function natively({ verdict, text, why, value }: ToldNatively): string[] {
  const did = value === undefined ? text : said(value);
  return [`    ${nativeWords[verdict]}: ${did}`, ...why.map((reason) => `      ${reason}`)];
}

function said(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'pointsTo' in value) {
    return value.pointsTo === 'NULL' ? 'NULL' : `a pointer to ${value.pointsTo}`;
  }
  return formatValue(value);
}

function closing(summary: CompareSummary, { colors, wholeMs }: ConsoleOptions): string {
  const { differences, equivalent, complete, incomplete, paths, coverage } = summary;
  const found = equivalent
    ? colors.green('equivalent on all inputs of this size')
    : differences.length === 0
      ? colors.yellow('no difference found')
      : colors.red(counted(differences.length, 'difference'));
  const end = complete
    ? colors.green('complete')
    : colors.yellow(`incomplete: ${incomplete.map(formatReason).join(', ')}`);
  const covered = `lines ${ratio(coverage.lines)}, branches ${ratio(coverage.branches)}`;
  return `${found}; ${counted(paths, 'path')} of both together, ${covered}, ${formatTime(summary, wholeMs)}; ${end}`;
}

/** The paper's Table 3: tests that exploring each program alone makes, and on how many of them the two differ. */
export function formatMismatches({ stats: { mismatches = [] } }: CompareSummary): string {
  if (mismatches.length === 0) return '';
  const sum = (of: 'tests' | 'mismatches'): number => mismatches.reduce((total, row) => total + row[of], 0);
  const all = { program: 'all tests', tests: sum('tests'), mismatches: sum('mismatches') };
  const rows = [...mismatches, all].map(
    ({ program, tests, mismatches: differing }) =>
      `  ${program}: ${counted(differing, 'mismatch', 'mismatches')} on ${counted(tests, 'test')}`,
  );
  return ['mismatches on the tests that exploring each program alone makes:', ...rows, ''].join('\n');
}
