import type { BuildOptions } from '../build/types.js';
import { factsExploredBy, redirectedFunctions } from '../host/world.js';
import { UserError } from '../vocabulary/errors.js';
import { nearest } from '../vocabulary/nearest.js';

/** Which answers of the world are explored, as `--world` and `--faults` say. */
export interface WorldOptions {
  readonly faults?: readonly string[];
  readonly world?: readonly string[];
  readonly faultBudget?: number;
}

export function exploredWorld(options: WorldOptions): BuildOptions['explored'] {
  const { faultBudget = 1 } = options;
  const facts = exploredFacts(options);
  if (options.faultBudget !== undefined && !options.faults?.length) {
    throw new UserError(
      '--fault-budget says how many calls may fail in a run: name them with --faults malloc,… or all.',
    );
  }
  return facts.length === 0 ? undefined : { functions: redirectedFunctions(facts), faultBudget };
}

/** The facts themselves, `all` spelled out. */
export function exploredFacts({ faults = [], world = [] }: WorldOptions): string[] {
  return [...named('--faults', faults), ...named('--world', world)];
}

function named(flag: '--faults' | '--world', names: readonly string[]): string[] {
  const known = factsExploredBy(flag);
  if (names.includes('all')) return known;
  for (const name of names) {
    if (known.includes(name)) continue;
    const meant = nearest(name, known);
    throw new UserError(
      `${flag} knows no '${name}'${meant ? `; did you mean ${meant}?` : `: it takes ${known.join(', ')} or all.`}`,
    );
  }
  return [...new Set(names)].sort();
}
