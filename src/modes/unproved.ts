/**
 * What does a complete exploration not prove, as no call that may fail ever did? The program is searched once more with
 * these calls failing, for a moment: what fails then is not proved at that place, and if the moment is too short,
 * nothing is.
 */

import type { Unverified } from '../checkers/unchecked.js';
import { worldFact } from '../host/world.js';
import { decodeInput } from '../inputs/decode.js';
import { whenFails } from '../inputs/faults.js';
import type { InputPlan } from '../inputs/plan.js';
import type { Held } from '../search/results/tally.js';
import type { SearchResult } from '../search/search.js';
import type { CheckerId } from '../vocabulary/finding.js';
import { placeName } from '../vocabulary/place.js';
import { resourcesOf, withHeldExplored } from './doubts.js';
import type { ProgramOptions } from './recipe.js';

/** Runs of that search: most programs that can be proved at all have fewer paths, and others pay for no more. */
const mostRuns = 100;

export type Unproved = (checker: CheckerId) => readonly Unverified[];

export async function unprovedBy<Options extends ProgramOptions>(
  options: Options,
  held: readonly Held[],
  runs: number,
  search: (options: Options, maxRuns: number) => Promise<SearchResult & { readonly plan: InputPlan }>,
): Promise<Unproved> {
  // Who calls a function with NULL may say so: --nullable is part of the question.
  const resources = resourcesOf(held).filter(({ fact }) => fact !== 'null');
  const [first] = resources;
  if (!first) return () => [];
  const explored = withHeldExplored(options, resources);
  const again = explored && (await search(explored, Math.min(mostRuns, 20 + 2 * runs)));
  const found = (again?.bugs ?? []).flatMap(({ failure, record }) => {
    const when = whenFails(decodeInput(again!.plan, record.input, record.layout)).replace(/^, /, '');
    const why = when === '' ? unless(first) : `${when}: ${worldFact(first.fact).explore}`;
    return [failure.checker, ...failure.also].map((checker) => ({ checker, why, at: placeName(failure.place) }));
  });
  return (checker) => {
    const places = found.filter((each) => each.checker === checker);
    if (places.length > 0) return places;
    if (again?.tally.isEmpty) return [];
    return [{ checker, why: unless(first), at: first.place && placeName(first.place) }];
  };
}

const unless = ({ name, fact }: Held): string => `unless ${name} fails: ${worldFact(fact).explore}`;
