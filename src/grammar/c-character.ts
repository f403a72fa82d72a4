/** C's character and string escapes, as lex and yacc files contain them. */

const escapes: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, 0: 0, a: 7, b: 8, v: 11, f: 12 };

/** What stands between single quotes. */
export function characterOf(quoted: string): number {
  if (!quoted.startsWith('\\')) return quoted.charCodeAt(0);
  const code = quoted.slice(1);
  if (/^[0-7]{1,3}$/.test(code)) return Number.parseInt(code, 8) & 0xff;
  if (/^x[\da-fA-F]+$/.test(code)) return Number.parseInt(code.slice(1), 16) & 0xff;
  return escapes[code] ?? code.charCodeAt(0);
}

/** A C string's text without its escapes. */
export function unescapeC(text: string): string {
  return text.replace(/\\(?:[0-7]{1,3}|x[\da-fA-F]{1,2}|.)/g, (code) => String.fromCharCode(characterOf(code)));
}
