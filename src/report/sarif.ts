import { type Checker, checkerById, checkers } from '../checkers/index.js';
import { packageVersion } from '../platform/package-files.js';
import { compareText } from '../search/results/buckets.js';
import type { Finding } from '../vocabulary/finding.js';
import { belongsTo, formatInput, inOrder } from './console.js';
import type { PredictedFinding } from './predict-summary.js';
import { repositoryRoot, sourceUri } from './source-uri.js';
import type { Summary } from './summary.js';

/** Sorted by id, so that a rule keeps its index while no other is added before it. */
const rules: readonly Checker[] = [...checkers].sort((a, b) => compareText(a.id, b.id));

/** Where paths in the log count from. Not told where that is on this machine: the log is the same on every one. */
const sourceRoot = '%SRCROOT%';

export interface SarifOptions {
  /** Where paths of the findings as they were typed count from. */
  readonly folder?: string;
  /** The branches each finding's input decided on its way, by the finding's id. */
  readonly branches?: ReadonlyMap<string, readonly Where[]>;
}

/** The findings of a run, and how far it looked. */
export type ToldFindings = Pick<Summary, 'findings' | 'complete' | 'incomplete'> & Partial<Pick<Summary, 'suppressed'>>;

export function formatSarif(summary: ToldFindings, options: SarifOptions = {}): string {
  return `${JSON.stringify(sarifLog(summary, options), undefined, 2)}\n`;
}

function sarifLog({ findings, suppressed = [], complete, incomplete }: ToldFindings, options: SarifOptions): object {
  const { folder = process.cwd(), branches } = options;
  const root = repositoryRoot(folder);
  const version = packageVersion();
  const location = (where: Where, message?: string): object => locationOf(where, folder, root, message);
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'nearmiss', version, semanticVersion: version, rules: rules.map(ruleOf) },
        },
        originalUriBaseIds: {
          [sourceRoot]: { description: { text: 'The root of the repository, or where nearmiss was started.' } },
        },
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: incomplete.map(({ reason, count, at, what }) => ({
              level: 'note',
              descriptor: { id: reason },
              message: {
                text: `Not everything was explored: ${reason}${what ? ` (${what})` : ''}, ${count}×${at ? `, first at ${at}` : ''}.`,
              },
            })),
          },
        ],
        results: [
          ...inOrder(findings).map((finding) => {
            const top = belongsTo(finding, findings);
            const result = resultOf(finding, branches?.get(finding.id) ?? [], location);
            return top ? { ...result, ...belonging(top, location) } : result;
          }),
          ...suppressed.map((finding) => ({
            ...resultOf(finding, branches?.get(finding.id) ?? [], location),
            suppressions: [suppressionOf(finding.reason)],
          })),
        ],
        properties: { nearmiss: { complete } },
      },
    ],
  };
}

/** What happened, with which input, and how to see it again: the same words whatever the folder is called. */
const messageOf = ({ message, input, test }: Finding): { readonly text: string } => ({
  text: `${message}\nInput: ${formatInput(input)}\nAgain, in the folder of this log: nearmiss replay ${test}`,
});

/**
 * How bad a bug of a kind can be, on the scale of CVSS that code scanning sorts by: what writes where it must not, what
 * reads, and what ends the program. By CWE; else by severity.
 */
const severities: Readonly<Record<number, string>> = {
  78: '9.8',
  134: '9.0',
  787: '8.8',
  121: '8.8',
  120: '8.8',
  415: '8.8',
  416: '8.8',
  590: '8.1',
  786: '8.1',
  125: '7.5',
  126: '7.5',
  190: '7.0',
  191: '7.0',
  680: '8.1',
};
const usualSeverity = { error: '6.5', warning: '4.0' } as const;

function ruleOf({ id, title, help, cwe, severity, example }: Checker): object {
  return {
    id,
    name: id.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase()),
    shortDescription: { text: title },
    fullDescription: { text: help },
    help: {
      text: `${help}\n\nThe smallest program that has it:\n\n${example}\n`,
      markdown: `${help}\n\nThe smallest program that has it:\n\n\`\`\`c\n${example}\n\`\`\`\n`,
    },
    helpUri: `https://cwe.mitre.org/data/definitions/${cwe}.html`,
    defaultConfiguration: { level: severity },
    properties: {
      'security-severity': severities[cwe] ?? usualSeverity[severity],
      // Every result was replayed.
      precision: 'very-high',
      tags: ['correctness', 'security', `external/cwe/cwe-${String(cwe).padStart(3, '0')}`],
    },
  };
}

/** It is listed, but does not count as a bug of its own. */
const belonging = (top: Finding, location: Locate): object => ({
  level: 'note',
  relatedLocations: [{ id: 1, ...location(top, `belongs to: ${top.message}`) }],
});

function suppressionOf(reason: string | undefined): object {
  return { kind: 'external', status: 'accepted', ...(reason && { justification: reason }) };
}

function resultOf(finding: Finding, branches: readonly Where[], location: Locate): object {
  const { checker, also, message, fingerprint, input, test, how, count, after } = finding;
  const failure = { location: location(finding, message), importance: 'essential' };
  const decided = branches.map((branch) => ({
    location: location(branch, 'the input decides here'),
    importance: 'important',
  }));
  return {
    ruleId: checker,
    ruleIndex: rules.findIndex(({ id }) => id === checker),
    level: checkerById(checker).severity,
    ...(finding.baseline && { baselineState: finding.baseline }),
    message: messageOf(finding),
    locations: [location(finding)],
    codeFlows: [
      ...(decided.length > 0 ? [flow('The branches its input decided on the way.', [...decided, failure])] : []),
      flow('The calls that led here.', calls(finding, location)),
      ...(finding.stacks ?? []).map((stack) =>
        flow('Other calls that lead here.', calls({ ...finding, stack }, location)),
      ),
    ],
    partialFingerprints: { 'nearmiss/v1': fingerprint },
    // JSON leaves out what predict alone tells, and what nothing failed before.
    properties: {
      nearmiss: { input, test, how, count, also, after, from: (finding as Partial<PredictedFinding>).from },
    },
  };
}

type Locate = (where: Where, message?: string) => object;

const flow = (text: string, steps: readonly object[]): object => ({
  message: { text },
  threadFlows: [{ locations: steps.map((step, i) => ({ ...step, executionOrder: i + 1 })) }],
});

/** Outermost call first, the failure last. */
function calls(
  finding: Pick<Finding, 'function' | 'file' | 'line' | 'column' | 'message'> & { readonly stack: readonly string[] },
  location: Locate,
): object[] {
  const callers = finding.stack.slice(1).flatMap((frame) => readFrame(frame) ?? []);
  callers.reverse();
  return [
    ...callers.map((caller, i) => ({
      location: location(caller, `${caller.function} calls ${callers[i + 1]?.function ?? finding.function}`),
      nestingLevel: i,
      importance: 'important',
    })),
    { location: location(finding, finding.message), nestingLevel: callers.length, importance: 'essential' },
  ];
}

interface Where {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  readonly function: string;
}

/** `buggy f.c:7` as stacks are written. */
function readFrame(text: string): Where | undefined {
  const parts = /^(\S+) (.+):(\d+)$/s.exec(text);
  return parts ? { function: parts[1], file: parts[2], line: Number(parts[3]) } : undefined;
}

function locationOf(where: Where, folder: string, root: string, message: string | undefined): object {
  const { file, line, column } = where;
  const uri = sourceUri(file, folder, root);
  const isKnown = line > 0;
  return {
    ...(isKnown && {
      physicalLocation: {
        artifactLocation: uri.startsWith('file:') ? { uri } : { uri, uriBaseId: sourceRoot },
        region: { startLine: line, ...(column !== undefined && column > 0 && { startColumn: column }) },
      },
    }),
    logicalLocations: [{ name: where.function, kind: 'function' }],
    ...(message !== undefined && { message: { text: message } }),
  };
}
