import { checkers } from '../checkers/index.js';
import { UserError } from '../vocabulary/errors.js';
import type { CheckerId } from '../vocabulary/finding.js';
import { nearest } from '../vocabulary/nearest.js';

/** `all`, `none`, or a list. */
export type CheckerChoice = 'all' | 'none' | readonly string[];

/** The checkers to use; without a choice, those that are on by default. */
export function chooseCheckers(choice?: CheckerChoice): ReadonlySet<CheckerId> {
  if (choice === undefined) return new Set(checkers.filter(({ byDefault }) => byDefault).map(({ id }) => id));
  if (choice === 'none') return new Set();
  if (choice === 'all') return new Set(checkers.map(({ id }) => id));
  const known = new Map(checkers.map(({ id }) => [id as string, id]));
  return new Set(
    choice.map((name) => {
      const id = known.get(name);
      if (id) return id;
      const near = nearest(name, known.keys());
      const hint = near ? `did you mean ${near}?` : '`nearmiss checkers` lists them.';
      throw new UserError(`There is no checker '${name}'; ${hint}`);
    }),
  );
}
