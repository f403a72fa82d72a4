import { type SearchOptions, type SearchResult, search } from '../../src/search/search.js';
import { toyModule } from '../support/modules.js';
import { type ToySetup, toySites } from './toy.js';

/** A search of a toy program through worker threads, from zeros, without limits. */
export const exploreToy = (setup: ToySetup, options: Partial<SearchOptions> = {}): Promise<SearchResult> =>
  search({
    engine: { module: toyModule, data: setup },
    coveragePoints: toySites.length * 2,
    search: 'generational',
    jobs: 1,
    rng: 1,
    time: Infinity,
    memory: Infinity,
    maxRuns: Infinity,
    maxTests: Infinity,
    stopOnFirst: false,
    roots: [new Uint8Array(setup.bytes)],
    ...options,
  });
