import type { SourceFrame } from '../../wasm/dwarf/index.js';
import { byPlace, compareText, type Flow, type Source } from './flows.js';
import type { SinkKind } from './models.js';

/** A flow that stands for others that a reader would take for the same. */
export interface RankedFlow extends Flow {
  /** Sources besides its own whose data arrives at the same line in the same way. */
  readonly otherSources: readonly Source[];
  /** Other lines at which data from the same source does the same. */
  readonly otherPlaces: readonly SourceFrame[];
}

/** What is worse comes first: what outsiders write themselves, then numbers that are believed, indices last. */
const worst: Readonly<Record<SinkKind, number>> = {
  format: 0,
  command: 0,
  'allocation-size': 1,
  divisor: 1,
  'copy-length': 1,
  'array-index': 2,
};

/**
 * The flows in the order somebody should look at them. Flows of one kind to one line are one, whatever their sources;
 * indices from one source are one in each function: a parser indexes with what it reads on every other line.
 */
export function rankFlows(flows: readonly Flow[]): RankedFlow[] {
  const lines = grouped(flows, ({ kind, at, inner }) => `${kind} ${lineOf(at)} ${inner ? lineOf(inner) : ''}`);
  const byLine = lines.map((same): RankedFlow => {
    const [first, ...rest] = same.sort(byWay);
    const others = new Map(rest.map(({ source }) => [sourceKey(source), source]));
    others.delete(sourceKey(first.source));
    return { ...first, otherSources: [...others.values()], otherPlaces: [] };
  });
  const isIndex = ({ kind }: Flow): boolean => kind === 'array-index';
  const inFunction = ({ at }: Flow): string => `${at.file} ${at.function}`;
  return [...byLine.filter((flow) => !isIndex(flow)), ...folded(byLine.filter(isIndex), inFunction)].sort(byDanger);
}

/** Shorter still, for people: what data from one source does in one file is told once, with all its lines. */
export const foldByFile = (flows: readonly RankedFlow[]): RankedFlow[] =>
  folded(flows, ({ kind, isGuarded, at }) => `${kind} ${isGuarded} ${at.file}`).sort(byDanger);

/** Flows from one source that are alike in what `keyOf` gives: the most dangerous stands for all. */
function folded(flows: readonly RankedFlow[], keyOf: (flow: RankedFlow) => string): RankedFlow[] {
  return grouped(flows, (flow) => `${keyOf(flow)} ${sourceKey(flow.source)}`).map((same): RankedFlow => {
    const [first, ...rest] = same.sort(byDanger);
    const places = new Map<string, SourceFrame>();
    for (const { at, otherPlaces } of [first, ...rest])
      for (const each of [at, ...otherPlaces]) places.set(lineOf(each), each);
    places.delete(lineOf(first.at));
    return { ...first, otherPlaces: [...places.values()].sort(byPlace) };
  });
}

/** Where anything may come from everywhere, the analysis knows little: what has one source comes first. */
function byDanger(a: RankedFlow, b: RankedFlow): number {
  return (
    worst[a.kind] - worst[b.kind] ||
    Number(a.isGuarded) - Number(b.isGuarded) ||
    Number(a.otherSources.length > 0) - Number(b.otherSources.length > 0) ||
    byWay(a, b)
  );
}

function byWay(a: Flow, b: Flow): number {
  return (
    Number(a.isGuarded) - Number(b.isGuarded) ||
    a.last.length - b.last.length ||
    byPlace(a.at, b.at) ||
    compareText(a.kind, b.kind) ||
    byPlace(a.source.at, b.source.at)
  );
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const known = groups.get(key);
    if (known) known.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}

const lineOf = ({ file, line }: SourceFrame): string => `${file}:${line}`;
const sourceKey = ({ name, at }: Source): string => `${name} ${lineOf(at)}:${at.column}`;
