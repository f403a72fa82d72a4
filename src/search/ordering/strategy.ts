import { depthFirst } from './dfs.js';
import { directed } from './directed.js';
import { generational } from './generational.js';
import type { MakeStrategy } from './task-order.js';

/** `random` is not here: it makes inputs instead of expanding them (see exploring/random-inputs.ts). */
export const strategies: Readonly<Record<'generational' | 'dfs' | 'directed', MakeStrategy>> = {
  generational,
  dfs: depthFirst,
  directed,
};

/** `directed`: to what is not covered yet, the nearest first. */
export const searchNames = ['generational', 'dfs', 'random', 'directed'] as const;
/** Of a search for a target: `directed` goes there. */
export const guidedSearchNames = ['directed', 'dfs', 'generational'] as const;
export type SearchName = (typeof searchNames)[number];
