import type { Finding } from '../vocabulary/finding.js';
import { formatInput, ratio } from './console.js';
import type { FindingPiece, StoryStep } from './page/page-data.js';
import type { AnySummary } from './page/saved-results.js';
import { verdictOf } from './page/verdict.js';
import { repositoryRoot, sourceUri } from './source-uri.js';
import { shellWord } from './typed-as.js';

/** GitHub shows ten annotations of a step. */
const mostAnnotations = 10;
const mostRows = 50;
const mostSteps = 25;

/** `::error file=…,line=…,title=…::message`, one a finding; what the baseline has is a notice. */
export function annotationsOf(summary: AnySummary, out: string | undefined, folder = process.cwd()): string[] {
  const root = repositoryRoot(folder);
  const annotation = (
    level: string,
    where: { file: string; line: number; column?: number },
    title: string,
    text: string,
  ) => {
    const uri = sourceUri(where.file, folder, root);
    const file = uri.startsWith('file:') ? where.file : decodeURIComponent(uri);
    const place = `file=${property(file)},line=${where.line}${where.column ? `,col=${where.column}` : ''}`;
    return `::${level} ${place},title=${property(title)}::${data(text)}`;
  };
  const findings = (summary.findings ?? []).map((finding) =>
    annotation(
      finding.baseline === 'unchanged' || finding.after ? 'notice' : 'error',
      finding,
      `nearmiss: ${finding.checker}`,
      [finding.message, `input: ${formatInput(finding.input)}`, again(finding, out)].filter(Boolean).join('\n'),
    ),
  );
  const results = (summary as { readonly results?: readonly Warned[] }).results ?? [];
  const confirmed = results
    .filter(({ verdict, file, line }) => verdict === 'confirmed' && file !== undefined && line !== undefined)
    .map(({ ruleId, file, line, reason }) =>
      annotation('error', { file: file!, line: line! }, `nearmiss: ${ruleId} confirmed`, reason),
    );
  return [...findings, ...confirmed].slice(0, mostAnnotations);
}

interface Warned {
  readonly ruleId: string;
  readonly file?: string;
  readonly line?: number;
  readonly verdict: string;
  readonly reason: string;
}

const again = ({ test }: Finding, out: string | undefined): string | undefined =>
  out === undefined ? undefined : `again: nearmiss replay ${shellWord(`${out}/${test}`)}`;

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** What GitHub shows on the step's own page: the verdict, a table of findings, and the first one's story. */
export function summaryMarkdown(summary: AnySummary, out: string | undefined, story: FindingPiece | undefined): string {
  const { command, findings = [], coverage } = summary;
  const { text, missing } = verdictOf(summary);
  const lines = [`## nearmiss ${command}`, '', `**${plain(text)}**`, ''];
  for (const { text: what, advice } of missing) lines.push(`- ${plain(what)}${advice ? ` – ${plain(advice)}` : ''}`);
  if (missing.length > 0) lines.push('');
  if (coverage) lines.push(`Lines ${ratio(coverage.lines)}, branches ${ratio(coverage.branches)}.`, '');
  if (findings.length > 0) {
    lines.push('| | finding | place | input |', '|---|---|---|---|');
    for (const finding of findings.slice(0, mostRows)) {
      const { checker, message, file, line, input, baseline } = finding;
      const state = baseline === 'unchanged' ? 'known' : checker;
      lines.push(`| ${cell(state)} | ${cell(message)} | ${cell(`${file}:${line}`)} | ${code(formatInput(input))} |`);
    }
    if (findings.length > mostRows) lines.push('', `… and ${findings.length - mostRows} more.`);
    lines.push('');
  }
  if (story) lines.push(...storyLines(story, out));
  return `${lines.join('\n')}\n`;
}

function storyLines({ finding, story }: FindingPiece, out: string | undefined): string[] {
  const steps = (story?.steps ?? []).slice(0, story?.failsAt).slice(-mostSteps);
  const command = again(finding, out)?.replace(/^again: /, '');
  return [
    `### ${plain(finding.message)}`,
    '',
    ...steps.map((step, i) => `${i + 1}. ${stepWords(step)}`),
    `${steps.length + 1}. ${code(`${finding.file}:${finding.line}`)} **${plain(finding.message)}**`,
    '',
    ...(command ? ['```sh', command.replaceAll('`', ''), '```', ''] : []),
  ];
}

function stepWords({ file, line, words, holds, condition }: StoryStep): string {
  const where = file === undefined ? 'in the library' : code(`${file}:${line}`);
  const what =
    words === undefined ? '' : ` ${code(words)}${holds === undefined ? '' : holds ? ' is true' : ' is false'}`;
  return `${where}${what}${condition ? `, because ${code(condition)}` : ''}`;
}

/** Text that Markdown and HTML take for text. */
const plain = (text: string): string =>
  text.replace(/[\\`*_{}[\]()#+!|<>~&-]/g, (letter) => `&#${letter.charCodeAt(0)};`);
const cell = (text: string): string => plain(text.replace(/\s+/g, ' '));

/** `<code>` rather than backticks: what is in it may have some of its own. */
const code = (text: string): string => `<code>${plain(text.replace(/\s+/g, ' '))}</code>`;
