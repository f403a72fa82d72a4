import type { TaintRun } from '../modes/taint.js';
import type { Flow } from '../static/taint/flows.js';
import { sinkKinds } from '../static/taint/models.js';
import { foldByFile, type RankedFlow } from '../static/taint/ranking.js';
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
    /** Lines that compare the data on the way. */
    readonly comparisons: readonly string[];
    /** One of them says what is less or more: it may be the check that makes the flow harmless. */
    readonly guarded: boolean;
    /** Other sources whose data arrives here too: `fread main.c:7`. */
    readonly otherSources: readonly string[];
    /** Other lines of the file where data from the same source does the same. */
    readonly otherPlaces: readonly string[];
  }[];
  /** False: the analysis was cut short, flows may be missing. */
  readonly settled: boolean;
  readonly stats: {
    readonly functions: number;
    readonly sources: number;
    /** Pairs of source and sink, before those that look the same were put together. */
    readonly found: number;
    readonly compileMs: number;
    readonly wallMs: number;
  };
}

const ruleOf = ({ kind }: Flow): string => `taint/${kind}`;

function messageOf({ kind, sink, source, comparisons, otherSources }: RankedFlow): string {
  const { what } = sinkKinds[kind];
  const where = /^\w+$/.test(sink) ? `${what} for ${sink}` : what;
  const compared = comparisons.length > 0 ? `; compared at ${listed(comparisons.map(placeName))}` : '; never compared';
  const from = otherSources.length === 0 ? '' : ` and ${otherSources.length} more`;
  return `Data from ${source.name} (${placeName(source.at)}${from}) is ${where}${compared}.`;
}

/** The first few of many. */
function listed(words: readonly string[], most = 5): string {
  if (words.length <= most) return words.join(', ');
  return `${words.slice(0, most - 1).join(', ')} and ${words.length - most + 1} more`;
}

export function summarizeTaint(run: TaintRun): TaintSummary {
  return {
    command: 'taint',
    flows: foldByFile(run.flows).map((flow) => ({
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
      guarded: flow.isGuarded,
      otherSources: flow.otherSources.map(({ name, at }) => `${name} ${placeName(at)}`),
      otherPlaces: flow.otherPlaces.map(placeName),
    })),
    settled: run.isSettled,
    stats: {
      functions: run.functions,
      sources: run.sources,
      found: run.found,
      compileMs: Math.round(run.compileMs),
      wallMs: Math.round(run.wallMs),
    },
  };
}

/** Flows that are told with every step, and those that are told at all: the files have the rest. */
const mostInFull = 10;
const mostTold = 40;
const mostPlacesInFull = 20;

export function formatTaint(summary: TaintSummary, colors: Colors): string {
  const { flows } = summary;
  const lines = flows.slice(0, mostTold).flatMap(({ file, line, column, message, rule, steps, otherPlaces }, i) => {
    const head = `${colors.bold(`${file}:${line}:${column}:`)} ${message} [${rule}]`;
    const also =
      otherPlaces.length === 0
        ? []
        : [`  also at ${listed(otherPlaces, i < mostInFull ? mostPlacesInFull : undefined)}`];
    if (i >= mostInFull) return [head, ...also];
    return [head, ...steps.map((step) => `  ${step.file}:${step.line}  ${step.text}`), ...also, ''];
  });
  const left = flows.length - mostTold;
  if (left > 0) lines.push(`… and ${left} more; --kinds chooses among them, --json tells all.`);
  if (flows.length > mostInFull) lines.push('');
  const { functions, sources, found } = summary.stats;
  const count = flows.length;
  const settled = summary.settled ? '' : ' The analysis was cut short: there may be more.';
  const from = `${functions} ${functions === 1 ? 'function' : 'functions'}, ${sources} ${sources === 1 ? 'source' : 'sources'}`;
  const folded = found > count ? `, which ${count === 1 ? 'stands' : 'stand'} for ${found}` : '';
  return `${lines.join('\n')}${lines.length > 0 ? '\n' : ''}${count} ${count === 1 ? 'flow' : 'flows'}${folded} (${from}).${settled}`;
}

/** SARIF 2.1.0, one code flow per flow: what `verify` takes. Nobody reads it as text, so it has no blanks. */
export function formatTaintSarif(run: TaintRun, folder = process.cwd()): string {
  const root = repositoryRoot(folder);
  const kinds = Object.entries(sinkKinds);
  const uris = new Map<string, string>();
  const location = (at: Flow['at'], text?: string): object => {
    const uri = uris.get(at.file) ?? sourceUri(at.file, folder, root);
    uris.set(at.file, uri);
    return {
      physicalLocation: {
        artifactLocation: uri.startsWith('file:') ? { uri } : { uri, uriBaseId: '%SRCROOT%' },
        region: { startLine: Math.max(1, at.line), ...(at.column > 0 && { startColumn: at.column }) },
      },
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
        results: run.flows.map((flow, i, { length }) => ({
          ruleId: ruleOf(flow),
          ruleIndex: kinds.findIndex(([kind]) => kind === flow.kind),
          level: 'warning',
          message: { text: messageOf(flow) },
          // From 100 down: how soon somebody should look at it.
          rank: Math.round(100 * (1 - i / length)),
          locations: [{ ...location(flow.at), logicalLocations: [{ name: flow.at.function, kind: 'function' }] }],
          ...(flow.otherPlaces.length > 0 && { relatedLocations: flow.otherPlaces.map((at) => location(at)) }),
          ...(flow.inner && { properties: { nearmiss: { inner: location(flow.inner) } } }),
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
  return `${JSON.stringify(log)}\n`;
}
