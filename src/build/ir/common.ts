/**
 * A common symbol (-fcommon, the same global in several files) crashes clang 22 on Wasm and stays
 * undefined with clang 19; a weak one does the same job in both.
 */
export function commonToWeak(line: string): string {
  return line.startsWith('@') ? line.replace(/^(@\S+ = (?:[a-z_]+ )*?)common /, '$1weak ') : line;
}
