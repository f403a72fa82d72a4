import { exportExpr, type PortableExpr } from '../../expr/portable.js';
import type { ParameterByte } from '../../inputs/c-objects.js';
import type { CheckerId } from '../../vocabulary/finding.js';
import { placeName } from '../../vocabulary/place.js';
import type { Engine } from '../contracts/engine.js';
import { type Literal, ViolationSimplifier } from './simplify-violation.js';
import { type Violation, ViolationReader } from './violations.js';

/** One thing a caller of a function has to see to. */
export interface Requirement {
  readonly checker: CheckerId;
  /** Where the function fails when it is not met. */
  readonly at: string;
  /** In C, over the names of the parameters; undefined when that would be too long to read. */
  readonly text: string | undefined;
  /** The condition under which it is not met. */
  readonly violation: PortableExpr;
}

export interface Hoisted {
  readonly requirements: readonly Requirement[];
  /** The tests took values on the way that other arguments could change: the precondition speaks of these only. */
  readonly approximated: boolean;
}

/** With more requirements than this, they are simplified one by one only. */
const mostOthers = 16;

/** The precondition of a function from the unit tests of one shape: valid parts dropped, the rest simplified. */
export function hoist(
  engine: Engine,
  bytes: readonly (ParameterByte | undefined)[],
  tests: readonly Uint8Array[],
): Hoisted {
  const reader = new ViolationReader(engine);
  const violations = tests.flatMap((test) => reader.read(test));
  const simplifier = new ViolationSimplifier(engine, bytes);
  const kept: { violation: Violation; literals: Literal[] }[] = [];
  const seen = new Set<string>();
  for (const violation of violations) {
    const key = `${violation.checker} ${[...new Set(violation.literals)].sort((a, b) => a - b).join()}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const literals = simplifier.simplify(violation.literals);
    // A failure whatever the arguments is the function's own, and no caller's.
    if (!literals || literals.length === 0) continue;
    if (kept.some((other) => simplifier.covers(other.literals, literals))) continue;
    for (let i = kept.length - 1; i >= 0; i--) {
      if (simplifier.covers(literals, kept[i].literals)) kept.splice(i, 1);
    }
    kept.push({ violation, literals });
  }
  // Where another requirement is broken as well, this one need not speak.
  for (const one of kept) {
    const others = kept.filter((each) => each !== one).map((each) => each.literals);
    if (others.length > 0 && others.length <= mostOthers) one.literals = simplifier.without(one.literals, others);
  }
  return {
    requirements: kept.map(({ violation: { checker, place }, literals }) => ({
      checker,
      at: placeName(place),
      text: textOf(literals),
      violation: exportExpr(engine.program.store, simplifier.conjunction(literals)),
    })),
    approximated: reader.approximated,
  };
}

/** `x != 100 || i != 10`: the negation of a conjunction. */
function textOf(literals: readonly Literal[]): string | undefined {
  const parts: string[] = [];
  for (const { negation } of literals) {
    if (negation === undefined) return undefined;
    parts.push(/ (&&|\|\||\?) /.test(negation) && literals.length > 1 ? `(${negation})` : negation);
  }
  return parts.sort((a, b) => a.length - b.length).join(' || ');
}
