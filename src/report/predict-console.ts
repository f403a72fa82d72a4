import {
  type ConsoleOptions,
  formatCause,
  formatCount,
  formatFindings,
  formatInput,
  formatPlace,
  formatReason,
  formatTime,
} from './console.js';
import type { PredictedFinding, PredictSummary, SuiteEntry } from './predict-summary.js';
import { shellWord, typedAs } from './typed-as.js';

/** Suites up to this size are told test by test. */
const listedTests = 40;
/** Inputs longer than this together stand on lines of their own. */
const oneLine = 100;

/** Findings with both inputs side by side, what each test is worth, and one line about the whole. */
export function formatPrediction(summary: PredictSummary, options: ConsoleOptions): string {
  const findings = formatFindings(summary.findings, options, formatFinding);
  const required = formatPreconditions(summary);
  const suite =
    summary.suite.length > 0 && summary.suite.length <= listedTests
      ? `${formatSuite(summary).join('\n')}\n`
      : undefined;
  return [...findings, ...required, ...(suite === undefined ? [] : [suite]), formatClosing(summary, options)].join(
    '\n',
  );
}

function formatPreconditions({ preconditions }: PredictSummary): string[] {
  if (preconditions.length === 0) return [];
  const lines = preconditions.flatMap(({ function: name, tests, requires }) => {
    const from = `from ${counted(tests, 'unit test')}`;
    if (requires.length === 0) return [`${name} requires nothing (${from})`];
    return requires.map(
      ({ text, checker, at }) => `${name} requires ${text ?? 'what is too long to say'} (${checker} at ${at}, ${from})`,
    );
  });
  return [`${lines.join('\n')}\n`];
}

function formatFinding(finding: PredictedFinding, options: ConsoleOptions): string {
  const { file, line, count, from, how, stack, test } = finding;
  const lines = [...formatPlace(finding, options), ...formatPair(finding)];
  if (finding.hoisted) lines.push(`  found through the precondition of ${finding.hoisted}, where your test calls it`);
  lines.push(...formatCause(finding));
  if (stack.length > 0) lines.push(`  stack: ${stack.join(' < ')}`);
  if (count > 1)
    lines.push(how === 'passive' ? `  ${count} tests fail or nearly do` : `  predicted from ${count} tests`);
  lines.push(`  fingerprint: ${finding.fingerprint}`);
  if (options.out !== undefined) lines.push(`  again: ${typedAs()} replay ${shellWord(`${options.out}/${test}`)}`);
  return `${lines.join('\n')}\n`;

  function formatPair({ input }: PredictedFinding): string[] {
    const fails = formatInput(input);
    if (!from) return [`  exploring on from your tests, ${fails} fails`];
    if (how === 'passive') return [`  your test ${from.test} fails with ${fails}`];
    const passed = formatInput(from.input);
    const where = `fails at ${file}:${line}`;
    if (passed.length + fails.length <= oneLine) {
      return [`  your test ${from.test} passed with ${passed}; ${fails} ${where}`];
    }
    const [one, other] = aroundDifference(passed, fails);
    return [`  your test ${from.test} passed with`, `    ${one}`, `  and ${where} with`, `    ${other}`];
  }
}

/** Two long texts, each cut to the part around their first difference. */
function aroundDifference(a: string, b: string): [string, string] {
  let first = 0;
  while (first < a.length && a[first] === b[first]) first++;
  const start = first > 60 ? first - 40 : 0;
  const cut = (text: string): string => {
    const end = start + 160;
    return `${start > 0 ? '…' : ''}${text.slice(start, end)}${text.length > end ? '…' : ''}`;
  };
  return [cut(a), cut(b)];
}

function formatSuite({ suite, findings, suppressed }: PredictSummary): string[] {
  const byId = new Map([...findings, ...suppressed].map((finding) => [finding.id, finding]));
  const places = ({ findings: ids }: SuiteEntry): string =>
    [...new Set(ids.map((id) => `${byId.get(id)?.file}:${byId.get(id)?.line}`))].join(', ');
  return suite.map((entry) => `${entry.test}: ${sentences[entry.verdict](entry, places(entry))}`);
}

const sentences: Record<SuiteEntry['verdict'], (entry: SuiteEntry, places: string) => string> = {
  passes: () => 'every input on this path passes',
  'near-miss': (_, places) => `passes, but an input next to it fails at ${places}`,
  fails: (_, places) => `fails itself at ${places}`,
  undecided: ({ because }) =>
    `nothing found, but not every input on this path could be decided (${because.join('; ')})`,
  excluded: () => 'not counted: it breaks an assumption of the program',
  refused: ({ because }) => `not run: ${because.join('; ')}`,
  skipped: () => 'not run: a limit was reached',
};

const counts: readonly (readonly [SuiteEntry['verdict'], string])[] = [
  ['passes', 'where every input passes'],
  ['near-miss', 'where a nearby input fails'],
  ['fails', 'failing'],
  ['undecided', 'undecided'],
  ['excluded', 'excluded'],
  ['refused', 'refused'],
  ['skipped', 'skipped'],
];

function formatClosing(summary: PredictSummary, { colors, out, wholeMs }: ConsoleOptions): string {
  if (summary.suite.length === 0) {
    const required = summary.preconditions.reduce((sum, { requires }) => sum + requires.length, 0);
    return `${counted(required, 'requirement')} of ${counted(summary.preconditions.length, 'function')}; no tests to check them on`;
  }
  const { findings, suite, coverage } = summary;
  const found = findings.length === 0 ? colors.green('nothing found') : colors.red(formatCount(findings));
  const parts = counts.flatMap(([verdict, words]) => {
    const count = suite.filter((entry) => entry.verdict === verdict).length;
    return count > 0 ? [`${count} ${words}`] : [];
  });
  const end = summary.complete
    ? colors.green('complete on these paths')
    : colors.yellow(`incomplete: ${summary.incomplete.map(formatReason).join(', ')}`);
  const covered = `lines ${coverage.lines.covered}/${coverage.lines.total}, branches ${coverage.branches.covered}/${coverage.branches.total}`;
  const where = out === undefined ? '' : ` in ${out}`;
  return `${found}${where} from ${counted(suite.length, 'test')} on ${counted(summary.paths, 'path')} (${parts.join(', ')}), ${covered}, ${formatTime(summary, wholeMs)}; ${end}`;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
