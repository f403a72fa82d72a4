import type { Text } from './text.js';

/** Past a comment or a quoted word, if one begins here. Both hide braces. */
export function skipQuoted(text: Text): boolean {
  const start = text.at;
  if (text.take('/*')) {
    const end = text.all.indexOf('*/', text.at);
    if (end < 0) throw text.error('This comment never ends: close it with */.', start);
    text.at = end + 2;
    return true;
  }
  if (text.startsWith('//')) {
    text.skipLine();
    return true;
  }
  const quote = text.peek();
  if (quote !== '"' && quote !== "'") return false;
  text.next();
  while (text.peek() !== quote) {
    // A quote that does not end on its line is no quote (an apostrophe in text the preprocessor removes).
    if (text.isAtEnd || text.peek() === '\n') return true;
    if (text.next() === '\\') text.next();
  }
  text.next();
  return true;
}

/** `{ … }` with its braces balanced, as text; the opening brace stands here. */
export function takeBraces(text: Text): string {
  const start = text.at;
  let depth = 0;
  while (!text.isAtEnd) {
    if (skipQuoted(text)) continue;
    const character = text.next();
    if (character === '{') depth++;
    if (character === '}' && --depth === 0) return text.all.slice(start, text.at);
  }
  throw text.error('This brace is never closed: add the missing }.', start);
}

/** `%{ … %}`; the opening stands here. */
export function skipPercentBraces(text: Text): void {
  const start = text.at;
  const end = text.all.indexOf('%}', start);
  if (end < 0) throw text.error('This %{ is never closed: add the missing %}.', start);
  text.at = end + 2;
}
