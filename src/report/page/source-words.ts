import type { Lead } from '../../modes/branch-leads.js';

/** The words of a condition as they stand in the source, for what is asked at a place. */
export function sourceWords(line: string | undefined, column: number): string | undefined {
  if (line === undefined) return undefined;
  const short = wordsAt(line, Math.max(0, column - 1)).trim();
  if (short === '') return line.trim() || undefined;
  return short.length > longest ? `${short.slice(0, longest - 1)}…` : short;
}

const longest = 120;

/**
 * Where a condition is asked for, debug information has its first letter or its statement; for what stands before an
 * operator of it, that operator.
 */
function wordsAt(line: string, at: number): string {
  const text = line.slice(at);
  if (/^(&&|\|\||\?)/.test(text)) return operandBefore(line, at);
  const head = /^(if|while|switch|for)\b\s*/.exec(text);
  if (!head) return operand(text);
  const inside = upToClosed(text.slice(head[0].length));
  const [, condition] = head[1] === 'for' ? clauses(inside) : [];
  return condition ?? head[0] + inside;
}

/**
 * Whether what the words at a place say is so, when the program goes on at `leads` and would else have gone on at
 * `otherwise`: what comes first behind a condition is what is done when it holds, but behind `||`, where it is what is
 * asked when it does not; a loop that asks at its end goes back when it holds. Undefined where places don't tell.
 */
export function wordsHold(
  line: string | undefined,
  place: Lead,
  leads: Lead | undefined,
  otherwise: Lead | undefined,
): boolean | undefined {
  if (line === undefined || !leads || !otherwise || isSame(leads, otherwise)) return undefined;
  const text = line.slice(Math.max(0, place.column - 1));
  // A chain of questions, one a case, stands for a switch.
  if (/^switch\b/.test(text)) return undefined;
  const isNearer = isBefore(leads, otherwise);
  const before = [leads, otherwise].filter((lead) => isBefore(lead, place)).length;
  if (before === 2) return undefined;
  // The one that goes back, of a loop that asks at its end; elsewhere it is what follows in the loop around.
  const asksAtEnd = /\}\s*while\b/.test(line) || /^\s*while\b[^{]*;\s*$/.test(line);
  const goesNext = before === 1 ? !isNearer : isNearer;
  // What comes next behind an operator is its other operand.
  if (/^&&/.test(text)) return goesNext;
  if (/^\|\|/.test(text)) return !goesNext;
  return before === 1 && asksAtEnd ? !goesNext : goesNext;
}

const isSame = (a: Lead, b: Lead): boolean => a.line === b.line && a.column === b.column;
const isBefore = (a: Lead, b: Lead): boolean => a.line < b.line || (a.line === b.line && a.column < b.column);

/** `(a + (b))` of `(a + (b)) {`. */
function upToClosed(text: string): string {
  return text.slice(0, endOf(text, (depth, letter) => depth === 0 && letter === ')') + 1);
}

/** What stands between the semicolons of `(a; b; c)`. */
function clauses(text: string): string[] {
  const parts: string[] = [];
  let rest = text.replace(/^\(|\)$/g, '');
  for (;;) {
    const end = endOf(rest, (depth, letter) => depth === 0 && letter === ';');
    parts.push(rest.slice(0, end).trim());
    if (end >= rest.length) return parts;
    rest = rest.slice(end + 1);
  }
}

/** `a && length > 4` of `a && length > 4)`. */
function operand(text: string): string {
  return text.slice(
    0,
    endOf(text, (depth, letter) => depth < 0 || (depth === 0 && /[;?,{]/.test(letter))),
  );
}

/** `length > 4` of `if (x && length > 4 && next)`, from the place of the second `&&`. */
function operandBefore(line: string, at: number): string {
  let depth = 0;
  for (let i = at - 1; i >= 0; i--) {
    if (line[i] === ')' || line[i] === ']') depth++;
    if (line[i] === '(' || line[i] === '[') depth--;
    const isStart =
      depth < 0 || (depth === 0 && /[;?,={]/.test(line[i]) && !/[=!<>]/.test(line[i - 1] ?? '') && line[i + 1] !== '=');
    if (isStart || (depth === 0 && /^(&&|\|\|)$/.test(line.slice(i - 1, i + 1)))) return line.slice(i + 1, at);
  }
  return line.slice(0, at).replace(/^\s*return\b/, '');
}

/** The place at which a letter outside of quotes ends it; the text's end otherwise. `depth`: after that letter. */
function endOf(text: string, ends: (depth: number, letter: string, at: number) => boolean): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"' || letter === "'") {
      for (at++; at < text.length && text[at] !== letter; at++) if (text[at] === '\\') at++;
      continue;
    }
    if (letter === '(' || letter === '[') depth++;
    if (letter === ')' || letter === ']') depth--;
    if (ends(depth, letter, at)) return at;
  }
  return text.length;
}
