import { checkerById } from '../../checkers/index.js';
import type { CheckerId, Finding } from '../../vocabulary/finding.js';
import { counted, formatInput } from '../console.js';
import type { CheckerWords, CommandPart, FindingRow, Timeline } from './page-data.js';
import type { AnySummary } from './saved-results.js';
import { shortened } from './source-pieces.js';
import { verdictOf } from './verdict.js';

/** What the first view says of one command. */
export function commandPart(summary: AnySummary, typed?: string, timeline?: Timeline): CommandPart {
  const { command, inputs, coverage, verified = [] } = summary;
  return {
    name: command,
    ...(typed !== undefined && { typed }),
    verdict: verdictOf(summary),
    ...(inputs && { inputs }),
    figures: figuresOf(summary),
    ...(coverage && { coverage }),
    verified,
    times: timesOf(summary),
    ...(timeline && { timeline }),
    ...(hasDetail.has(command) && { detail: `command-${command}` }),
  };
}

/** Commands with something of their own to show. */
const hasDetail = new Set(['predict', 'compare', 'verify', 'taint', 'reach']);

function figuresOf({ paths, tests, rng, stats = {} }: AnySummary): CommandPart['figures'] {
  const figures: [string, unknown][] = [
    ['paths', paths],
    ['tests', tests],
    ['runs', stats.runs],
    ['questions to the solver', stats.queries],
    ['functions', stats.functions],
    ['seed', rng],
  ];
  return figures.flatMap(([name, value]) =>
    typeof value === 'number' ? [{ name, value: value.toLocaleString('en') }] : [],
  );
}

/** The times of several workers add up to more than the search took. */
function timesOf({ stats = {} }: AnySummary): CommandPart['times'] {
  const times: [string, unknown][] = [
    ['compiling', stats.compileMs],
    ['running the program', stats.execMs],
    ['solving', stats.solverMs],
    ['the whole search', stats.wallMs],
  ];
  return times.flatMap(([name, ms]) => (typeof ms === 'number' ? [{ name, ms }] : []));
}

/** The findings of all commands, each once; those that were suppressed last. */
export function findingRows(
  summaries: readonly AnySummary[],
): (Omit<FindingRow, 'data'> & { readonly finding: Finding })[] {
  const rows = new Map<string, Omit<FindingRow, 'data'> & { readonly finding: Finding }>();
  const add = (command: string, finding: Finding, suppressed?: string): void => {
    const { id, checker, message, file, line, column, function: name, after } = finding;
    if (rows.has(id)) return;
    rows.set(id, {
      ...{ id, checker, message, file, line, column, function: name, after, command, finding },
      input: shortened(formatInput(finding.input)),
      ...(suppressed !== undefined && { suppressed }),
    });
  };
  for (const { command, findings = [] } of summaries) for (const finding of findings) add(command, finding);
  for (const { command, suppressed } of summaries) {
    if (!Array.isArray(suppressed)) continue;
    for (const finding of suppressed) add(command, finding, finding.reason ?? '');
  }
  return [...rows.values()];
}

export function checkerWords(ids: Iterable<CheckerId>): Partial<Record<CheckerId, CheckerWords>> {
  const words: Partial<Record<CheckerId, CheckerWords>> = {};
  for (const id of ids) {
    const { title, help, cwe, severity } = checkerById(id);
    words[id] = { title, help, cwe, severity };
  }
  return words;
}

/** Files that results name, with or without code that was run: `f.c:12` and rows with a file. */
export function filesNamedIn(summaries: readonly AnySummary[]): Set<string> {
  const files = new Set<string>();
  const visit = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      if (key === 'file') files.add(value);
      const placed = key === 'places' || key === 'at' ? /^(.+):\d+$/.exec(value) : null;
      if (placed) files.add(placed[1]);
    } else if (Array.isArray(value)) for (const each of value) visit(each, key);
    else if (value !== null && typeof value === 'object') {
      for (const [name, each] of Object.entries(value)) if (name !== 'input') visit(each, name);
    }
  };
  for (const summary of summaries) visit(summary, '');
  return files;
}

/** `3 of 5 paths`, where the tree has not all. */
export const treeNotice = ({ paths, of }: { readonly paths: number; readonly of: number }): string[] =>
  paths < of
    ? [`The path tree has ${paths.toLocaleString('en')} of ${counted(of, 'path')}: --tree-time gives it more time.`]
    : [];
