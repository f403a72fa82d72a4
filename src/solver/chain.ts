import type { Builder } from '../expr/build.js';
import { cache } from './cache.js';
import { cadical, satWorkMs, z3Part } from './cadical.js';
import { domains } from './domains.js';
import { enumerate } from './enumerate.js';
import { Knowledge } from './knowledge.js';
import { type LayerStats, type Measured, measured } from './measure.js';
import { meet } from './meet.js';
import { nearby } from './nearby.js';
import { Normaliser } from './normalise.js';
import { pathBounds } from './path-bounds.js';
import { pathByte } from './path-byte.js';
import { pathKnown } from './path-known.js';
import { pathParts } from './path-parts.js';
import type { PathLayer } from './path-query.js';
import { PathRanges } from './path-ranges.js';
import { type ListSizes, pathSlices } from './path-slices.js';
import { ranges } from './ranges.js';
import { reuse } from './reuse.js';
import { PathSession } from './session.js';
import { sweep } from './sweep.js';
import type { Layer, Model, Query, Session } from './types.js';
import { validate } from './validate.js';
import { z3 } from './z3.js';

/** What layers are made of, one of each for a chain. */
interface Parts {
  readonly builder: Builder;
  readonly knowledge: Knowledge;
  readonly normaliser: Normaliser;
  readonly rng: number;
  readonly sizes: ListSizes;
  readonly isGivenUp: (() => boolean) | undefined;
  /** Of the layer `domains`; undefined where it is left out. */
  readonly domainStats: LayerStats | undefined;
  onBadModel(query: Query, model: Model): void;
}

type MakePathLayer = (next: PathLayer, parts: Parts) => PathLayer;
type MakeLayer = (next: Layer, parts: Omit<Parts, 'domainStats'>) => Layer & { clear?(): void };

/**
 * The order in which a query meets the layers: first these, which answer from what the session filed about its path.
 * They are not measured one by one, since looking at the clock would take as long as most of their answers: `--stats`
 * shows them together as `path`.
 */
const pathLayers = {
  known: (next, { normaliser }) => pathKnown(next, normaliser),
  parts: (next, { normaliser }) => pathParts(next, normaliser),
  byte: (next, { knowledge, domainStats, onBadModel }) =>
    domainStats ? pathByte(next, knowledge, domainStats, onBadModel) : next,
  bounds: (next) => pathBounds(next),
  slices: (next, { sizes }) => pathSlices(next, sizes),
} as const satisfies Record<string, MakePathLayer>;

/** Then these, which solve a slice; each is measured. */
const sliceLayers = {
  validate: (next, { knowledge, onBadModel }) => validate(next, knowledge, onBadModel),
  reuse: (next, { knowledge }) => reuse(next, knowledge),
  nearby: (next, { builder, knowledge }) => nearby(next, builder, knowledge),
  cache: (next) => cache(next),
  domains: (next, { knowledge }) => domains(next, knowledge),
  sweep: (next, { knowledge }) => sweep(next, knowledge),
  ranges: (next, { knowledge }) => ranges(next, knowledge),
  enumerate: (next, { knowledge }) => enumerate(next, knowledge),
  meet: (next, { knowledge }) => meet(next, knowledge),
  cadical: (next, { knowledge, rng, isGivenUp }) => cadical(next, knowledge, rng, isGivenUp),
  z3: (next, { knowledge }) => z3(next, knowledge),
} as const satisfies Record<string, MakeLayer>;

/** What the layers below rely on, so that it can't be left out. */
const indispensable: ReadonlySet<string> = new Set(['known']);

/** Layers that `without` can leave out without changing an answer, in the order a query meets them. */
export const layerNames: readonly string[] = [...Object.keys(pathLayers), ...Object.keys(sliceLayers)].filter(
  (name) => !indispensable.has(name) && name !== 'validate',
);

interface ChainOptions {
  /** Layers to leave out, by name. */
  readonly without?: readonly string[];
  /** Milliseconds a query may take. */
  readonly timeLimit?: number;
  /** Nobody waits for the answer any more: a question that is hard has none. */
  readonly isGivenUp?: () => boolean;
  /** Seed of the SAT solver's choices. */
  readonly rng?: number;
  /** Called with a model that failed validation: a bug in a layer. The default throws nothing and counts. */
  readonly onBadModel?: (query: Query, model: Model) => void;
}

export interface Chain {
  /** Starts the expansion of one path; `base` is the input that took it. */
  session(base: Uint8Array): Session;
  /**
   * By layer, in the order a query meets them, what it answered; the first is `path`, all that go by the path
   * together, the last `nobody`. Every question was answered by one of them.
   */
  stats(): LayerStats[];
  /** Questions the cache had the answer to. */
  readonly cacheHits: number;
  /** What SAT and z3 have done, in milliseconds of an idle machine, by counts of work. */
  workMs(): number;
  /** Sums over the queries of sessions whose slice some layer looked at. */
  lists(): Readonly<ListSizes>;
  /** Models that failed validation so far: not 0 means a bug. */
  readonly badModels: number;
  /** Forgets everything about expressions. Happens by itself when the store was cleared. */
  clear(): void;
}

/** Makes the layers above, the last one first, as each has to know the next. */
export function createChain(builder: Builder, options: ChainOptions = {}): Chain {
  const without = new Set(options.without ?? []);
  const knowledge = new Knowledge(builder.store);
  const normaliser = new Normaliser(builder, knowledge);
  const pathRanges = new PathRanges(builder.store);
  const sizes: ListSizes = { queries: 0, assumed: 0, kept: 0, largest: 0 };
  const clearing: { clear(): void }[] = [knowledge, normaliser];
  const layers: Measured[] = [];
  let badModels = 0;
  const { timeLimit = 5000, rng = 0, isGivenUp } = options;
  const onBadModel = (query: Query, model: Model): void => {
    badModels++;
    options.onBadModel?.(query, model);
  };
  const parts = { builder, knowledge, normaliser, rng, sizes, isGivenUp, onBadModel };

  const unanswered: Measured = measured(nobody);
  let slice = unanswered;
  for (const [name, make] of Object.entries<MakeLayer>(sliceLayers).reverse()) {
    if (without.has(name)) continue;
    const layer = make(slice, parts);
    if (layer.clear) clearing.push(layer as { clear(): void });
    slice = measured(layer, slice);
    layers.unshift(slice);
  }
  const statsOf = (wanted: string): LayerStats | undefined => layers.find(({ name }) => name === wanted)?.stats;
  const [domainStats, cacheStats, z3Stats] = ['domains', 'cache', 'z3'].map(statsOf);
  let top: PathLayer = slice;
  for (const [name, make] of Object.entries<MakePathLayer>(pathLayers).reverse()) {
    if (indispensable.has(name) || !without.has(name)) top = make(top, { ...parts, domainStats });
  }
  const path = withPathCounted(top, () => slice.stats.queries + (domainStats?.queries ?? 0));

  const clear = (): void => {
    for (const part of clearing) part.clear();
  };
  const chain: Chain = {
    session(base) {
      if (knowledge.forgetIfCleared()) clear();
      const slicing = !without.has('slices');
      return new PathSession(base, { knowledge, normaliser, ranges: pathRanges, top: path, timeLimit, slicing });
    },
    lists: () => ({ ...sizes }),
    stats: () => [path, ...layers, unanswered].map(({ stats }) => ({ ...stats })),
    get cacheHits() {
      return (cacheStats?.sat ?? 0) + (cacheStats?.unsat ?? 0);
    },
    workMs: () => satWorkMs() + (z3Stats?.queries ?? 0) * z3Part * timeLimit,
    get badModels() {
      return badModels;
    },
    clear,
  };
  return chain;
}

/** Counts the questions, and those that no layer below was asked: `below` says how much was. */
function withPathCounted(top: PathLayer, below: () => number): PathLayer & { readonly stats: LayerStats } {
  const stats: LayerStats = { name: 'path', queries: 0, sat: 0, unsat: 0, unknown: 0, milliseconds: 0 };
  return {
    name: 'path',
    stats,
    solve(query) {
      const before = below();
      const answer = top.solve(query);
      stats.queries++;
      if (below() === before) stats[answer.kind]++;
      return answer;
    },
  };
}

const nobody: Layer = { name: 'nobody', solve: () => ({ kind: 'unknown', reason: 'timeout' }) };
