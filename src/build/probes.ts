import { MARK_FUNCTION, PREDICATE_BEGINS, PREDICATE_ENDS } from '../abi/marks.js';
import { UserError } from '../vocabulary/errors.js';

/**
 * Something to be told of as the program runs: `__nm_mark(id)` is called each time a line is come to with a predicate
 * true, or a branch on the line goes one way.
 */
export interface Probe {
  readonly id: number;
  /** As debug information names it. */
  readonly file: string;
  readonly line: number;
  /** Before the line's statement: a C expression over what is in scope there. */
  readonly when?: string;
  /** Where a branch of the line (if, loop, `?:`, `&&`, `||`) is decided: which way. */
  readonly arm?: boolean;
}

/** How a predicate is put before a statement. Neither fits everywhere: clang says which does. */
export const predicateShapes = ['prefix', 'statement'] as const;
export type PredicateShape = (typeof predicateShapes)[number];

export interface PlacedPredicate {
  readonly id: number;
  readonly line: number;
  readonly when: string;
  readonly shape: PredicateShape;
}

/** The name under which clang speaks of the predicate itself, when it is asked what is wrong with it. */
export const PREDICATE_NAME = '--when';

/**
 * A source with predicates before some of its lines. Lines keep their numbers, and columns theirs. A predicate becomes
 * a branch of its own, so that the search can ask for it. That it changes nothing is clang's own judgement: what may not
 * stand in __builtin_assume has side effects.
 *
 * `if (…) ; else` may stand before every statement, also one that is the whole body of an if, and takes no part of an
 * else that follows; before a declaration only a statement of its own may stand.
 */
export function withPredicates(
  source: Uint8Array,
  predicates: readonly PlacedPredicate[],
  /** Clang is to speak of the predicate as a file of its own. */
  isNamed = false,
): Uint8Array {
  const lines = Buffer.from(source).toString('latin1').split('\n');
  for (const { id, line, when, shape } of [...predicates].sort((a, b) => b.line - a.line)) {
    const expression = Buffer.from(when).toString('latin1');
    const mark = (what: number): string => `${MARK_FUNCTION}(${what})`;
    const value = `(\n${numbered(line, isNamed)}\n${expression}\n#line ${line}\n)`;
    const asked = `${mark(PREDICATE_BEGINS)}, ${value} ? ${mark(id)} : ${mark(PREDICATE_ENDS)}`;
    // Never evaluated, only looked at by clang.
    const check = `(void)sizeof((__builtin_assume((${expression})), 0))`;
    const text = shape === 'prefix' ? `if (${asked}, ${check}, 0) ; else` : `(${asked}, ${check});`;
    lines.splice(
      line - 1,
      0,
      '#pragma clang diagnostic push',
      '#pragma clang diagnostic ignored "-Weverything"',
      '#pragma clang diagnostic error "-Wassume"',
      `#line ${line}`,
      text,
      '#pragma clang diagnostic pop',
      `#line ${line}`,
    );
  }
  lines.unshift(`void ${MARK_FUNCTION}(int);`, '#line 1');
  return Buffer.from(lines.join('\n'), 'latin1');
}

const numbered = (line: number, isNamed: boolean): string =>
  isNamed ? `#line 1 "${PREDICATE_NAME}"` : `#line ${line}`;

/**
 * Refuses what is no single expression, before it is put between parentheses: clang would take `0); x = 1; (1` for
 * three statements.
 */
export function checkPredicate(when: string): void {
  const bare = when.replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, '0');
  let depth = 0;
  for (const c of bare) {
    if (c === '(' || c === '[') depth++;
    else if (c === ')' || c === ']') depth--;
    if (depth < 0 || ';{}#\n'.includes(c)) depth = Number.NaN;
  }
  if (depth !== 0 || bare.trim() === '') {
    throw new UserError(`--when takes one C expression, like 'k > 0 && j >= 0', not '${when}'.`);
  }
}

/** Labels would be jumped to past a predicate that stands before them. */
export const startsWithLabel = (text: string): boolean =>
  /^\s*(?:case\b|default\s*:|[A-Za-z_]\w*\s*:(?![:=]))/.test(text);
