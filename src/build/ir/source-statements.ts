import type { SourceText } from './statement-lines.js';

/** A place in the text of a source file, counted from its beginning. */
export interface SourceStretch {
  readonly from: number;
  readonly to: number;
}

/**
 * Where statements of C begin and end, as far as it can be read off the text without parsing it: for objects whose life
 * ends with a statement, of which debug information says nothing. Strings and comments are blanked first. Where the
 * text leaves a doubt, a stretch is longer rather than shorter.
 */
export class SourceStatements {
  readonly #texts = new Map<string, { readonly text: string; readonly starts: readonly number[] }>();

  constructor(readonly source: SourceText) {}

  offsetOf(file: string, line: number, column: number): number | undefined {
    const start = this.#read(file).starts[line - 1];
    return start === undefined ? undefined : start + Math.max(0, column - 1);
  }

  /** The full expression at a place, and perhaps what stands around it: from one semicolon to the next. */
  expressionAt(file: string, offset: number): SourceStretch | undefined {
    const { text } = this.#read(file);
    const to = text.indexOf(';', offset);
    return to < 0 ? undefined : { from: text.lastIndexOf(';', offset), to };
  }

  /**
   * The statement at a place, if it stands alone behind an `if` or a loop, without braces; 'header' if the place is in
   * the parentheses of one.
   */
  soleStatementAt(file: string, offset: number): SourceStretch | 'header' | undefined {
    const { text } = this.#read(file);
    const to = text.indexOf(';', offset);
    if (to < 0) return undefined;
    const start = statementStart(text, offset);
    let from = -1;
    // Each header in turn: `if (…) for (…) …`.
    for (let at = start; at < offset; ) {
      const rest = text.slice(at, offset);
      const header = /^\s*(?:else\b\s*)?(?:(?:if|while|for|switch)\s*\(|(?:else|do)\b)/.exec(rest);
      if (!header) {
        const end = unmatchedParenthesis(rest);
        // The end of a `for (…; …; …)`.
        if (end < 0) break;
        at += end + 1;
      } else if (header[0].endsWith('(')) {
        const end = unmatchedParenthesis(rest.slice(header[0].length));
        if (end < 0) return 'header';
        at += header[0].length + end + 1;
      } else at += header[0].length;
      from = at;
    }
    return from < 0 ? undefined : { from, to };
  }

  #read(file: string): { readonly text: string; readonly starts: readonly number[] } {
    let known = this.#texts.get(file);
    if (!known) {
      const lines: string[] = [];
      for (let line = 1; ; line++) {
        const each = this.source(file, line);
        if (each === undefined) break;
        lines.push(each);
      }
      const starts = [0];
      for (const line of lines) starts.push(starts[starts.length - 1] + line.length + 1);
      known = { text: blanked(lines.join('\n')), starts };
      this.#texts.set(file, known);
    }
    return known;
  }
}

/** The text with strings, characters, comments and directives blanked, each place where it was. */
const blanked = (text: string): string =>
  text.replaceAll(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|^[ \t]*#(?:[^\\\n]|\\[\s\S])*/gm,
    (each) => each.replaceAll(/[^\n]/g, ' '),
  );

/** Behind the brace or semicolon that ends what stands before the statement at a place. */
function statementStart(text: string, offset: number): number {
  for (let at = offset - 1; at >= 0; at--) {
    if (text[at] === ';') return at + 1;
    // An initialiser's brace is part of an expression; a block's is not.
    if (text[at] === '}') {
      if (!/^\s*[^\w\s]/.test(text.slice(at + 1, at + 200))) return at + 1;
      at = openingOf(text, at, '{', '}');
    } else if (text[at] === '{' && isBlock(text, at)) return at + 1;
  }
  return 0;
}

function isBlock(text: string, brace: number): boolean {
  const before = text.slice(Math.max(0, brace - 2000), brace).trimEnd();
  if (!before.endsWith(')')) return !/[=,({[]$/.test(before);
  const open = openingOf(before, before.length - 1, '(', ')');
  const word = /(\w+)\s*$/.exec(before.slice(0, open))?.[1];
  return word !== undefined && !/^(?:return|sizeof|case)$/.test(word);
}

function openingOf(text: string, closing: number, open: string, close: string): number {
  let depth = 0;
  for (let at = closing; at >= 0; at--) {
    if (text[at] === close) depth++;
    else if (text[at] === open && --depth === 0) return at;
  }
  return 0;
}

/** The first `)` that closes nothing in the text. */
function unmatchedParenthesis(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && depth-- === 0) return at;
  }
  return -1;
}
