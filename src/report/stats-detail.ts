import { checkers } from '../checkers/index.js';
import type { SearchStats } from '../search/results/stats.js';
import type { TestFigures } from '../search/results/test-figures.js';
import { bucketId } from '../search/results/test-id.js';
import type { ConfirmedBug } from '../search/search.js';

/**
 * What `--stats` adds to `stats`: which layer of the solver answered how much, and the columns of the figures 5 to 7 of
 * Godefroid, Levin and Molnar. Sums are sums of what stands there: the layers' answers are all questions asked, no more
 * is solved than was injected.
 */
export interface StatsDetail {
  /** First tries of the solver that were given up, to be asked again. */
  readonly postponed: number;
  /** Asked by the side search, beside the `queries` of a search that came to its end. */
  readonly besideQueries: number;
  /** In the order a question meets them. `no answer`: questions nobody decided, and first tries. */
  readonly layers: readonly { readonly layer: string; readonly answered: number; readonly ms: number }[];
  /** Checkers that put conditions into paths. */
  readonly checkers: readonly CheckerRow[];
  /** Sets of two checks or more between two branches, that are asked about together. */
  readonly disjunctions: {
    readonly count: number;
    readonly least: number;
    readonly mean: number;
    readonly most: number;
  };
  /** Of queries that a layer looked at: conditions on the path, those left when unrelated ones are dropped, the most. */
  readonly constraints: {
    readonly queries: number;
    readonly onPath: number;
    readonly kept: number;
    readonly largest: number;
  };
  /** Checks that runs came to, those the same path had met before, and those that no input at all can fail. */
  readonly checks: { readonly made: number; readonly known: number; readonly impossible: number };
  /** Of all runs that were asked about. */
  readonly instructions?: number;
  /** A row a test, sorted by its name. */
  readonly tests?: readonly TestRow[];
  readonly buckets?: readonly {
    readonly bucket: string;
    readonly kind: string;
    readonly at: string;
    readonly by: string;
  }[];
}

interface CheckerRow {
  readonly checker: string;
  readonly injected: number;
  /** Of these, ruled out by the bounds of what they are about. */
  readonly byBounds: number;
  readonly solved: number;
  /** Inputs that did fail; missing where nobody counts. */
  readonly failed?: number;
}

interface TestRow {
  /** Missing where a run is no test, as it breaks an assumption. */
  readonly test?: string;
  readonly instructions: number;
  readonly inputSize: number;
  readonly constraints: number;
  readonly injected: number;
  readonly solved: number;
  /** Those that injected some. */
  readonly checkers: readonly string[];
  /** Inputs that were made from it. */
  readonly inputs: number;
}

/** A run's figures, and the name of its test. */
type NamedFigures = Omit<TestFigures, 'low' | 'high'> & { readonly test?: string };

export function statsDetail(
  stats: SearchStats,
  { bugs, figures }: { readonly bugs?: readonly ConfirmedBug[]; readonly figures?: readonly NamedFigures[] },
): StatsDetail {
  const { checks, lists, layers, beside } = stats;
  const { groups, grouped, smallest, largest, made, known, impossible } = checks;
  return {
    postponed: stats.postponed + (beside?.postponed ?? 0),
    besideQueries: beside?.queries ?? 0,
    layers: layerRows(stats, layers),
    checkers: checkers.flatMap(({ id: checker }, i) => {
      const [injected, byBounds, solved] = [checks.injected[i], checks.bounded[i], checks.solved[i]];
      return injected === 0 ? [] : [{ checker, injected, byBounds, solved, ...(bugs && { failed: checks.failed[i] }) }];
    }),
    disjunctions: { count: groups, least: smallest, mean: mean(grouped, groups), most: largest },
    constraints: {
      queries: lists.queries,
      onPath: mean(lists.assumed, lists.queries),
      kept: mean(lists.kept, lists.queries),
      largest: lists.largest,
    },
    checks: { made, known, impossible },
    ...(figures && {
      instructions: figures.reduce((sum, { instructions }) => sum + instructions, 0),
      tests: figures.map(testRow).sort((a, b) => ((a.test ?? '') < (b.test ?? '') ? -1 : 1)),
    }),
    ...(bugs && {
      buckets: bugs.map(({ bucket, failure }) => ({
        bucket: bucketId(bucket.key),
        kind: failure.checker,
        at: `${failure.place.file}:${failure.place.line}`,
        by: [bucket.passive ? 'path' : '', ...askers(bucket)].filter(Boolean).join(', '),
      })),
    }),
  };
}

function layerRows({ solverMs, beside }: SearchStats, layers: SearchStats['layers']): StatsDetail['layers'] {
  const measured = layers.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const unknown = layers.reduce((sum, layer) => sum + (layer.unknown ?? 0), 0);
  const rows = layers
    .filter(({ name, answered }) => name !== 'nobody' || answered > 0)
    .map(({ name, answered, milliseconds }) => ({
      layer: name,
      answered,
      // Looking at the clock would take as long as most answers of the first: theirs is what the others leave.
      ms: rounded(name === 'path' ? Math.max(0, solverMs + (beside?.solverMs ?? 0) - measured) : milliseconds),
    }));
  return unknown > 0 ? [...rows, { layer: 'no answer', answered: unknown, ms: 0 }] : rows;
}

function testRow({ test, instructions, inputSize, constraints, injected, solved, children }: NamedFigures): TestRow {
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  return {
    ...(test !== undefined && { test }),
    ...{ instructions, inputSize, constraints },
    injected: sum(injected),
    solved: sum(solved),
    checkers: checkers.flatMap(({ id }, i) => (injected[i] > 0 ? [id] : [])),
    inputs: children,
  };
}

/** Which checkers' conditions led there, and how many runs made for them failed so. */
function askers({ by, active }: ConfirmedBug['bucket']): string[] {
  const ids = Object.keys(by).sort();
  if (ids.length === 0) return active ? ['check'] : [];
  return ids.map((id) => `${id} (${by[id]})`);
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
const mean = (sum: number, count: number): number => (count === 0 ? 0 : rounded(sum / count));
