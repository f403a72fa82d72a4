import type { ConsoleOptions } from './console.js';
import { counted, formatFinding, formatFindings, formatInput, formatReason, formatTime } from './console.js';
import type { ReachSummary } from './reach-summary.js';
import { shellWord, typedAs } from './typed-as.js';

/** The answer, what it rests on, and one line about the search. */
export function formatReach(summary: ReachSummary, options: ConsoleOptions): string {
  const findings = formatFindings(summary.findings, options, formatFinding);
  return [...findings, ...verdictLines(summary, options), closing(summary, options.wholeMs)].join('\n');
}

function verdictLines(summary: ReachSummary, { colors, out }: ConsoleOptions): string[] {
  const { verdict, target, when, via = [], avoid = [], nearest } = summary;
  const what = `${target}${when === undefined ? '' : ` with ${when}`}`;
  const way = [
    ...(via.length > 0 ? [`  by way of: ${[...via, target].join(' → ')}`] : []),
    ...(avoid.length > 0 ? [`  without: ${avoid.join(', ')}`] : []),
  ];
  if (verdict === 'reached') {
    const again = out === undefined ? [] : [`  again: ${typedAs()} replay ${shellWord(`${out}/${summary.test}`)}`];
    const stack = summary.stack?.length ? [`  stack: ${summary.stack.join(' < ')}`] : [];
    return [
      `${colors.green('reached:')} ${colors.bold(what)}`,
      `  input: ${formatInput(summary.input ?? {})}`,
      ...way,
      ...stack,
      ...again,
    ];
  }
  if (verdict === 'infeasible') return [`${colors.bold('infeasible:')} no input reaches ${what}`, ...way];
  const passed = via.length === 0 ? '' : `, ${nearest?.waypointsPassed} of ${via.length} waypoints passed`;
  return [
    `${colors.yellow('unknown:')} ${what} was not reached, and not proved unreachable`,
    ...way,
    ...(nearest ? [`  nearest: ${nearest.at}, ${counted(nearest.blocksToGo, 'block')} before it${passed}`] : []),
    `  incomplete: ${summary.incomplete.map(formatReason).join(', ')}`,
  ];
}

function closing(summary: ReachSummary, wholeMs: number | undefined): string {
  const { stats, cut, paths, verdict, runsToDecide } = summary;
  const spared = cut
    ? `; the control-flow graph stopped ${counted(cut.runs, 'run')} and skipped ${counted(cut.branches, 'branch', 'branches')}`
    : '';
  const all = verdict === 'infeasible' ? ', every path that could lead there' : '';
  const confirming = stats.runs - runsToDecide;
  const replays = confirming > 0 ? `, ${confirming} more to replay and simplify its input` : '';
  const searched = `${counted(runsToDecide, 'run')}, ${counted(paths, 'path')}${all}, ${counted(stats.queries, 'query', 'queries')}`;
  return `${searched}, ${formatTime(summary, wholeMs)}${spared}${replays}`;
}
