import type { Layer } from './types.js';

/** What `--stats` shows of a layer. */
export interface LayerStats {
  readonly name: string;
  /** Queries that reached it. */
  queries: number;
  /** Of these, answered without asking the layer below. */
  sat: number;
  unsat: number;
  unknown: number;
  /** Spent in it, the layers below not counted. */
  milliseconds: number;
}

/** A layer that counts what it answers and how long it takes. */
export interface Measured extends Layer {
  readonly stats: LayerStats;
  /** Time in this layer and all below. */
  total: number;
}

export function measured(layer: Layer, below?: Measured): Measured {
  const stats: LayerStats = { name: layer.name, queries: 0, sat: 0, unsat: 0, unknown: 0, milliseconds: 0 };
  const self: Measured = {
    name: layer.name,
    stats,
    total: 0,
    solve(query) {
      const asked = below?.stats.queries;
      const belowTime = below?.total ?? 0;
      const start = performance.now();
      const answer = layer.solve(query);
      const time = performance.now() - start;
      self.total += time;
      stats.milliseconds += time - ((below?.total ?? 0) - belowTime);
      stats.queries++;
      if (below?.stats.queries === asked) stats[answer.kind]++;
      return answer;
    },
  };
  return self;
}
