/**
 * Does a proof need the world to be as it is by default? Said to be out of reach is only what no failing call and no
 * other clock leads to: before that is said, the same is asked of a program in which all that was held is explored.
 */

import { isProgram } from '../build/build.js';
import { factOfFunction, worldFact } from '../host/world.js';
import type { InputValue } from '../inputs/decode.js';
import { faultyFunctions } from '../inputs/faults.js';
import type { Held } from '../search/results/tally.js';
import type { ProgramOptions } from './recipe.js';

/** Calls that may fail in a run that looks for a doubt: all of them. */
const anyNumber = 2 ** 30;

/** The program with all of this explored; undefined where it can't be linked again. */
export function withHeldExplored<Options extends ProgramOptions>(
  options: Options,
  held: readonly Held[],
): Options | undefined {
  if (options.sources.some(isProgram)) return undefined;
  const kind = (wanted: string) => held.flatMap(({ fact }) => (worldFact(fact).kind === wanted ? [fact] : []));
  const faults = [...(options.faults ?? []), ...kind('resource').filter((fact) => fact !== 'null')];
  const nullable = options.nullable || held.some(({ fact }) => fact === 'null');
  const world = [...(options.world ?? []), ...kind('fact')];
  return { ...options, faults, world, nullable, faultBudget: faults.length > 0 ? anyNumber : undefined };
}

/** Those that may fail. */
export const resourcesOf = (held: readonly Held[]): Held[] =>
  held.filter(({ fact }) => worldFact(fact).kind === 'resource');

/** Of what was held, what made the difference in a run with these inputs; all of it where that is not known. */
export function neededOf(held: readonly Held[], input?: Readonly<Record<string, InputValue>>): readonly Held[] {
  if (!input) return held;
  const failing = new Set(faultyFunctions(Object.keys(input)).map(factOfFunction));
  if (JSON.stringify(input).includes('null')) failing.add('null');
  const needed = held.filter(({ fact }) => failing.has(fact));
  if (needed.length > 0) return needed;
  const values = held.filter(({ fact }) => worldFact(fact).kind === 'fact');
  return values.length > 0 ? values : held;
}
