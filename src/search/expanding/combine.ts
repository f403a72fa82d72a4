/** How the checks between two branches are put to the solver, as Godefroid, Levin and Molnar define it. */
export const combinations = ['naive', 'weak', 'strong'] as const;
export type Combination = (typeof combinations)[number];

/** What a combination needs of the world. Conditions are named by their place in the list. */
interface CombinedQuestion {
  /** Asks for an input on which at least one of these fails. */
  ask(some: readonly number[]): 'sat' | 'unsat' | 'unknown';
  /** Does this one fail on the input just found? */
  fails(one: number): boolean;
  /** The input just found fails exactly these of those asked for. */
  found(failing: readonly number[]): void;
  /** Asked before each question: true gives up on the rest. */
  stopped(): boolean;
}

/**
 * Naive: a question each. Weak: one question, and one answer. Strong: figure 2 of the paper, at most
 * min(t + 1, n) questions for n conditions of which t can be met. Where the solver can't say whether any of
 * several can, each is asked by itself.
 */
export function combine(how: Combination, count: number, question: CombinedQuestion): void {
  let left = Array.from({ length: count }, (_, i) => i);
  if (how === 'naive') return each(left, question);
  while (left.length > 0 && !question.stopped()) {
    const answer = question.ask(left);
    if (answer === 'unsat') return;
    if (answer === 'unknown') {
      if (left.length > 1) each(left, question);
      return;
    }
    const failing = left.filter((one) => question.fails(one));
    question.found(failing);
    if (how === 'weak' || failing.length === 0) return;
    left = left.filter((one) => !failing.includes(one));
  }
}

function each(all: readonly number[], question: CombinedQuestion): void {
  for (const one of all) {
    if (question.stopped()) return;
    if (question.ask([one]) === 'sat') question.found([one]);
  }
}
