/** Which token does the action of a lex rule return? */

import { characterOf } from './c-character.js';

/** What the action of a lex rule returns. */
export interface Returns {
  /** Tokens by name, characters as `'c'`. */
  readonly tokens: ReadonlySet<string>;
  /** It returns the character it matched. */
  readonly itself: boolean;
  /** It returns something nobody can tell from the text. */
  readonly unknown: boolean;
  /** It returns nothing: the text is skipped. */
  readonly isSilent: boolean;
}

/** Calls of functions that call functions are followed so far. */
const deepest = 3;

/**
 * `names`: tokens by how an action may call them; `bodyOf`: functions of the same file, as `return check_type();`
 * returns what that function does.
 */
export function returnsOf(
  action: string,
  names: ReadonlyMap<string, string>,
  bodyOf: (name: string) => string | undefined = () => undefined,
  depth = 0,
): Returns {
  const code = action.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ');
  const tokens = new Set<string>();
  let itself = false;
  let unknown = false;
  let isSilent = true;
  for (const [, value] of code.matchAll(/\breturn\b((?:'(?:[^'\\]|\\.)+'|"(?:[^"\\]|\\.)*"|[^;'"])*)/g)) {
    isSilent = false;
    if (/^\s*\(?\s*(?:0|YYEOF|EOF)\s*\)?\s*$/.test(value)) continue;
    let isKnown = false;
    for (const [, quoted] of value.matchAll(/'((?:[^'\\]|\\.)+)'/g)) {
      tokens.add(`'${String.fromCharCode(characterOf(quoted))}'`);
      isKnown = true;
    }
    if (/\*\s*yytext\b|\byytext\s*\[\s*0\s*\]/.test(value)) itself = isKnown = true;
    const words = value.replace(/'(?:[^'\\]|\\.)+'|"(?:[^"\\]|\\.)*"/g, ' ');
    for (const [, callee] of words.matchAll(/\b([A-Za-z_]\w*)\s*\(/g)) {
      const body = names.has(callee) || depth >= deepest ? undefined : bodyOf(callee);
      if (body === undefined) continue;
      const called = returnsOf(body, names, bodyOf, depth + 1);
      for (const token of called.tokens) tokens.add(token);
      itself ||= called.itself;
      isKnown ||= called.itself || called.tokens.size > 0;
    }
    for (const [word] of words.matchAll(/[A-Za-z_]\w*/g)) {
      const name = names.get(word) ?? names.get(word.replace(/^make_/, ''));
      if (name === undefined) continue;
      tokens.add(name);
      isKnown = true;
    }
    if (!isKnown) unknown = true;
  }
  if (isSilent && /\byyterminate\b/.test(code)) isSilent = false;
  return { tokens, itself, unknown, isSilent };
}
