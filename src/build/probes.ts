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

/** The name under which it is told what is wrong with a predicate. */
const predicateName = '--when';

/**
 * A source with predicates before some of its lines. Lines keep their numbers, and columns theirs. A predicate becomes
 * a branch of its own, so that the search can ask for it. That it changes nothing is clang's own judgement: what may not
 * stand in __builtin_assume has side effects.
 *
 * `if (…) ; else` may stand before every statement, also one that is the whole body of an if, and takes no part of an
 * else that follows; before a declaration only a statement of its own may stand.
 */
export function withPredicates(source: Uint8Array, predicates: readonly PlacedPredicate[]): Uint8Array {
  const lines = Buffer.from(source).toString('latin1').split('\n');
  for (const { id, line, when, shape } of [...predicates].sort((a, b) => b.line - a.line)) {
    const expression = Buffer.from(when).toString('latin1');
    const mark = (what: number): string => `${MARK_FUNCTION}(${what})`;
    const value = `(\n#line ${line}\n${predicateLine(expression)}\n#line ${line}\n`;
    const asked = `${mark(PREDICATE_BEGINS)}, ${value} ? ${mark(id)} : ${mark(PREDICATE_ENDS)}`;
    // Never evaluated, only looked at by clang.
    const check = `(void)sizeof((__builtin_assume((\n#line ${line}\n${predicateLine(expression)}\n#line ${line}\n), 0))`;
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

/** A line of its own, which clang shows when something is wrong with it: with the parenthesis it lacks, if it lacks one. */
const predicateLine = (expression: string): string => `${expression}${behindPredicate}`;
const behindPredicate = ')';

/**
 * Of clang's words about a source with predicates, the first error that is about this one: as if the predicate were a
 * file of its own, and without what is ours.
 */
export function aboutPredicate(said: string, when: string): string | undefined {
  const lines = said.split('\n');
  const shown = predicateLine(when);
  for (let start = 0; start < lines.length; start++) {
    const [, column, what] = /^\S.*:\d+:(\d+): ((?:fatal )?error: .*)$/.exec(lines[start]) ?? [];
    const [, source] = /^ *\d+ \| (.*)$/.exec(lines[start + 1] ?? '') ?? [];
    if (what === undefined || source !== shown) continue;
    const length = lines.slice(start + 2).findIndex((line) => !/^ +\| /.test(line));
    const below = lines.slice(start + 2, length < 0 ? undefined : start + 2 + length);
    return [`${predicateName}:1:${column}: ${what}`, `    1 | ${when}`, ...below].join('\n');
  }
  return undefined;
}

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
  if (/\/[/*]/.test(bare)) depth = Number.NaN;
  if (depth !== 0 || bare.trim() === '') {
    throw new UserError(`--when takes one C expression, like 'k > 0 && j >= 0', not '${when}'.`);
  }
}

/** Labels would be jumped to past a predicate that stands before them. */
export const startsWithLabel = (text: string): boolean =>
  /^\s*(?:case\b|default\s*:|[A-Za-z_]\w*\s*:(?![:=]))/.test(text);
