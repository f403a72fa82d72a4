/** What did a search take for granted of the world, and who depends on it? */

import { worldFact } from '../host/world.js';
import type { InputPlan, ValuePlan } from '../inputs/plan.js';
import type { CoveragePoint } from '../instrument/coverage.js';
import type { Prepared } from '../instrument/prepare.js';
import type { WorldUse } from '../instrument/world-uses.js';
import type { Held } from '../search/results/tally.js';
import type { SearchResult } from '../search/search.js';
import type { SourceLine } from '../vocabulary/place.js';

/** Counts what the program asked of the world though nobody said it, beyond what its runs noticed themselves. */
export function countAssumed(found: SearchResult, prepared: Prepared, plan: InputPlan): void {
  const guessed = plan.kind === 'entry' ? (plan.guessed ?? []) : [];
  for (const name of guessed) found.tally.assume({ fact: 'length', name, place: undefined });
  for (const use of usesMet(found, prepared)) {
    if (worldFact(use.fact).kind === 'input' && !isDeclared(use, plan)) found.tally.assume(heldBy(use));
  }
}

/**
 * What else the program was given as it is by default: resources and facts that some flag explores, each with the first
 * place that asks for it. What is explored goes elsewhere (runtime-c/world.c) and is not among them.
 */
export function heldByDefault(found: SearchResult, prepared: Prepared, plan: InputPlan): Held[] {
  const first = new Map<string, Held>();
  const pointers = plan.kind === 'entry' ? plan.params.filter(({ value }) => isNeverNull(value)) : [];
  const named = pointers.map(({ name }) => name).join(' or ');
  if (pointers.length > 0) first.set('null', { fact: 'null', name: named, place: undefined });
  for (const use of usesMet(found, prepared)) {
    const { kind, explore } = worldFact(use.fact);
    const known = first.get(use.fact);
    if (kind === 'input' || !explore) continue;
    if (!known || comparePlaces(use.place, known.place) < 0) first.set(use.fact, heldBy(use));
  }
  return [...first.values()].sort((a, b) => (a.fact < b.fact ? -1 : 1));
}

const isNeverNull = (value: ValuePlan): boolean => value.kind === 'pointer' && !value.nullable;

/** By file, then line. */
function comparePlaces(a: SourceLine | undefined, b: SourceLine | undefined): number {
  if (!a || !b) return a ? -1 : b ? 1 : 0;
  return a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1;
}

const heldBy = ({ fact, function: name, place, how }: WorldUse): Held => ({ fact, name, place, how });

/** Places that some run came to. */
function usesMet({ covered }: SearchResult, { world, coverage }: Prepared): WorldUse[] {
  return world.filter(({ place }) => !place || cameTo(place, coverage, covered));
}

function isDeclared({ fact }: WorldUse, plan: InputPlan): boolean {
  if (plan.kind !== 'main') return fact === 'argv';
  return fact === 'argv' ? plan.args.length > 0 : plan.env.length > 0;
}

/** A run of the search came to the line. */
export function cameTo({ file, line }: SourceLine, points: readonly CoveragePoint[], covered: Uint8Array): boolean {
  return points.some(
    (point, i) =>
      covered[i] !== 0 &&
      point.kind === 'lines' &&
      point.places.some((place) => place.line === line && place.file === file),
  );
}
