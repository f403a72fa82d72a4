import type { Builder } from '../expr/build.js';
import type { VarId } from '../vocabulary/brands.js';
import type { ByteSet } from './byteset.js';
import { cache } from './cache.js';
import { cadical } from './cadical.js';
import { decideByte, domains } from './domains.js';
import { enumerate } from './enumerate.js';
import { Knowledge } from './knowledge.js';
import { type LayerStats, type Measured, measured } from './measure.js';
import { meet } from './meet.js';
import { nearby } from './nearby.js';
import { Normaliser } from './normalise.js';
import { PathRanges } from './path-ranges.js';
import { ranges } from './ranges.js';
import { recordIfAsked } from './record.js';
import { reuse } from './reuse.js';
import { PathSession } from './session.js';
import { sweep } from './sweep.js';
import type { Layer, Model, Query, Session } from './types.js';
import { satisfies, validate } from './validate.js';
import { z3 } from './z3.js';

/** Layers by the names `without` takes, in the order a query meets them; slicing is done by the session. */
export const layerNames = [
  'slices',
  'reuse',
  'nearby',
  'cache',
  'domains',
  'ranges',
  'sweep',
  'enumerate',
  'meet',
  'cadical',
  'z3',
] as const;
export type LayerName = (typeof layerNames)[number];

export interface ChainOptions {
  /** Layers to leave out, by name. */
  readonly without?: readonly string[];
  /** Milliseconds a query may take. */
  readonly timeLimit?: number;
  /** Seed of the SAT solver's choices. */
  readonly rng?: number;
  /** Called with a model that failed validation: a bug in a layer. The default throws nothing and counts. */
  readonly onBadModel?: (query: Query, model: Model) => void;
}

export interface Chain {
  /** Starts the expansion of one path; `base` is the input that took it. */
  session(base: Uint8Array): Session;
  stats(): LayerStats[];
  /** Sums over the queries of sessions whose slice some layer looked at. */
  lists(): { readonly queries: number; readonly assumed: number; readonly kept: number };
  /** Models that failed validation so far: not 0 means a bug. */
  readonly badModels: number;
  /** Forgets everything about expressions. Happens by itself when the store was cleared. */
  clear(): void;
}

/** The whole pipeline: each line wraps the layer above it, so the last line is asked first. */
export function createChain(builder: Builder, options: ChainOptions = {}): Chain {
  const without = new Set(options.without ?? []);
  const knowledge = new Knowledge(builder.store);
  const normaliser = new Normaliser(builder, knowledge);
  const pathRanges = new PathRanges(builder.store);
  const clearing: { clear(): void }[] = [knowledge, normaliser];
  const layers: Measured[] = [];
  let badModels = 0;
  const lists = { queries: 0, assumed: 0, kept: 0 };
  const { timeLimit = 5000 } = options;
  const onBadModel = (query: Query, model: Model): void => {
    badModels++;
    options.onBadModel?.(query, model);
  };

  let top: Measured = measured(nobody);
  const wrap = (name: LayerName | 'validate', make: (next: Layer) => Layer): void => {
    if (without.has(name)) return;
    top = measured(make(top), top);
    layers.unshift(top);
  };

  wrap('z3', (next) => z3(next, knowledge));
  wrap('cadical', (next) => cadical(next, knowledge, options.rng ?? 0));
  wrap('meet', (next) => meet(next, knowledge));
  wrap('enumerate', (next) => enumerate(next, knowledge));
  wrap('ranges', (next) => ranges(next, knowledge));
  wrap('sweep', (next) => {
    const layer = sweep(next, knowledge);
    clearing.push(layer);
    return layer;
  });
  wrap('domains', (next) => domains(next, knowledge));
  wrap('cache', (next) => {
    const layer = cache(next);
    clearing.push(layer);
    return layer;
  });
  wrap('nearby', (next) => nearby(next, builder, knowledge));
  wrap('reuse', (next) => reuse(next, knowledge));
  wrap('validate', (next) => validate(next, knowledge, onBadModel));
  const byteStats = layers.find(({ name }) => name === 'domains')?.stats;

  const decideCounted = (stats: LayerStats) => (query: Query, variable: VarId, set: ByteSet, asked: ByteSet) => {
    stats.queries++;
    let answer = decideByte(variable, set, asked);
    if (answer.kind === 'sat' && !satisfies(query, answer.model, knowledge)) {
      onBadModel(query, answer.model);
      answer = { kind: 'unknown', reason: 'unsupported' };
    }
    stats[answer.kind]++;
    return answer;
  };
  const clear = (): void => {
    for (const part of clearing) part.clear();
  };
  const forgetIfCleared = (): void => {
    if (knowledge.forgetIfCleared()) clear();
  };

  const chain: Chain = {
    session(base) {
      forgetIfCleared();
      return new PathSession(base, {
        knowledge,
        normaliser,
        ranges: pathRanges,
        next: top,
        timeLimit,
        slicing: !without.has('slices'),
        lists,
        decideByte: byteStats === undefined ? undefined : decideCounted(byteStats),
      });
    },
    lists: () => ({ ...lists }),
    stats: () => layers.map(({ stats }) => ({ ...stats })),
    get badModels() {
      return badModels;
    },
    clear,
  };
  return recordIfAsked(chain, builder.store);
}

const nobody: Layer = { name: 'nobody', solve: () => ({ kind: 'unknown', reason: 'timeout' }) };
