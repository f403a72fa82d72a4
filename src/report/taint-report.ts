import type { TaintRun } from '../modes/taint.js';
import type { Flow } from '../static/taint/flows.js';
import { sinkKinds } from '../static/taint/models.js';
import { stepsOf } from '../static/taint/value.js';
import { placeName } from '../vocabulary/place.js';
import type { Colors } from './colors.js';
import { repositoryRoot, sourceUri } from './source-uri.js';

/** The object of `taint --json`. */
export interface TaintSummary {
  readonly command: 'taint';
  readonly flows: readonly {
    readonly rule: string;
    readonly message: string;
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly function: string;
    readonly source: string;
    readonly sink: string;
    readonly steps: readonly { readonly file: string; readonly line: number; readonly text: string }[];
    /** Lines that compare data from the same source on the way. */
    readonly comparisons: readonly string[];
  }[];
  /** False: the analysis was cut short, flows may be missing. */
  readonly settled: boolean;
  readonly stats: {
    readonly functions: number;
    readonly sources: number;
    readonly compileMs: number;
    readonly wallMs: number;
  };
}

const ruleOf = ({ kind }: Flow): string => `taint/${kind}`;

function messageOf({ kind, sink, source, comparisons }: Flow): string {
  const { what } = sinkKinds[kind];
  const where = /^\w+$/.test(sink) ? `${what} for ${sink}` : what;
  const compared =
    comparisons.length > 0 ? `; compared at ${comparisons.map(placeName).join(', ')}` : '; never compared';
  return `Data from ${source.name} (${placeName(source.at)}) is ${where}${compared}.`;
}

export function summarizeTaint(run: TaintRun): TaintSummary {
  return {
    command: 'taint',
    flows: run.flows.map((flow) => ({
      rule: ruleOf(flow),
      message: messageOf(flow),
      file: flow.at.file,
      line: flow.at.line,
      column: flow.at.column,
      function: flow.at.function,
      source: flow.source.name,
      sink: flow.sink,
      steps: stepsOf(flow.last).map(({ at, text }) => ({ file: at.file, line: at.line, text })),
      comparisons: flow.comparisons.map(placeName),
    })),
    settled: run.isSettled,
    stats: {
      functions: run.functions,
      sources: run.sources,
      compileMs: Math.round(run.compileMs),
      wallMs: Math.round(run.wallMs),
    },
  };
}

export function formatTaint(summary: TaintSummary, colors: Colors): string {
  const lines = summary.flows.flatMap(({ file, line, column, message, rule, steps }) => [
    `${colors.bold(`${file}:${line}:${column}:`)} ${message} [${rule}]`,
    ...steps.map((step) => `  ${step.file}:${step.line}  ${step.text}`),
    '',
  ]);
  const { functions, sources } = summary.stats;
  const count = summary.flows.length;
  const settled = summary.settled ? '' : ' The analysis was cut short: there may be more.';
  const from = `${functions} ${functions === 1 ? 'function' : 'functions'}, ${sources} ${sources === 1 ? 'source' : 'sources'}`;
  return `${lines.join('\n')}${lines.length > 0 ? '\n' : ''}${count} ${count === 1 ? 'flow' : 'flows'} (${from}).${settled}`;
}

/** SARIF 2.1.0, one code flow per flow: what `verify` takes. */
export function formatTaintSarif(run: TaintRun, folder = process.cwd()): string {
  const root = repositoryRoot(folder);
  const kinds = Object.entries(sinkKinds);
  const location = (at: Flow['at'], text?: string): object => {
    const uri = sourceUri(at.file, folder, root);
    return {
      physicalLocation: {
        artifactLocation: uri.startsWith('file:') ? { uri } : { uri, uriBaseId: '%SRCROOT%' },
        region: { startLine: Math.max(1, at.line), ...(at.column > 0 && { startColumn: at.column }) },
      },
      logicalLocations: [{ name: at.function, kind: 'function' }],
      ...(text !== undefined && { message: { text } }),
    };
  };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'nearmiss taint',
            rules: kinds.map(([kind, { what, cwe }]) => ({
              id: `taint/${kind}`,
              shortDescription: { text: `Data from outside is ${what}` },
              defaultConfiguration: { level: 'warning' },
              properties: { tags: ['security', `external/cwe/cwe-${String(cwe).padStart(3, '0')}`] },
            })),
          },
        },
        originalUriBaseIds: {
          '%SRCROOT%': { description: { text: 'The root of the repository, or where nearmiss was started.' } },
        },
        results: run.flows.map((flow) => ({
          ruleId: ruleOf(flow),
          ruleIndex: kinds.findIndex(([kind]) => kind === flow.kind),
          level: 'warning',
          message: { text: messageOf(flow) },
          locations: [location(flow.at)],
          codeFlows: [
            {
              threadFlows: [
                { locations: stepsOf(flow.last).map(({ at, text }) => ({ location: location(at, text) })) },
              ],
            },
          ],
        })),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}
