import { parseSize } from '../../src/inputs/size.js';
import { chooseCheckers } from '../../src/modes/choose-checkers.js';
import { observationPlans } from '../../src/modes/compare-sides.js';
import { type MismatchRow, mismatchTable } from '../../src/modes/compare-table.js';
import { defaults } from '../../src/modes/explore.js';
import { makeProgram, planProgram } from '../../src/modes/make-program.js';

export interface Implementation {
  readonly source: string;
  readonly flags: readonly string[];
}

/** What `compare` leaves out: it says nothing about what a program does. */
const aboutPolicy = new Set<string>(['format-string', 'command-injection']);

/**
 * On how many tests of each of several implementations the first of a pair differs from the second: what
 * `compare --stats` counts for the tests of the pair alone.
 */
export async function mismatches(
  pair: readonly [Implementation, Implementation],
  tested: readonly Implementation[],
  entry: string,
  lengths: Readonly<Record<string, number>>,
): Promise<MismatchRow[]> {
  const checkers = new Set([...chooseCheckers(undefined)].filter((id) => !aboutPolicy.has(id)));
  const len = new Map(Object.entries(lengths).map(([name, size]) => [name, parseSize(String(size), '--len')]));
  const optionsOf = ({ source, flags }: Implementation) => ({ sources: [source], flags, entry, len, checkers });
  const make = (each: Implementation) => makeProgram(optionsOf(each), { checkers });
  const [one, other] = [await make(pair[0]), await make(pair[1])];
  const plainOf = ({ built, options }: typeof one) => planProgram(built, { ...options, len: undefined }).plan;
  const observes = observationPlans(
    [
      { name: pair[0].source, built: one.built, plan: plainOf(one) },
      { name: pair[1].source, built: other.built, plan: plainOf(other) },
    ],
    [],
  );
  const { fuel, solverTime } = defaults;
  const { plan } = one;
  const sides = [
    { prepared: one.prepared, plan, observes: observes[0] },
    { prepared: other.prepared, plan, observes: observes[1] },
  ] as const;
  const explorations = tested.map((each) => ({ ...optionsOf(each), jobs: 1 }));
  return mismatchTable({ sides, rules: {}, checkers, fuel, solverTime }, explorations);
}
