import { UserError } from '../vocabulary/errors.js';

/**
 * A source in which a function begins by assuming something (`--assume`): lines keep their numbers. `line`: where debug
 * information says the function is. The engine hears of the first call only, which is its own (runtime-c/symbolic.c).
 */
export function withAssumptions(source: string, name: string, line: number, assumptions: readonly string[]): string {
  const brace = bodyStart(source, name, line);
  if (brace === undefined) {
    throw new UserError(`The body of ${name} was not found in its source, so nothing can be assumed there.`);
  }
  const words = assumptions.map((each) => `__nearmiss_at_entry(!!(${checked(each)}));`).join(' ');
  const text = ` { extern void __nearmiss_at_entry(int); ${words} }`;
  return source.slice(0, brace + 1) + text + source.slice(brace + 1);
}

/** One expression, so that it can stand between parentheses. */
function checked(text: string): string {
  const bare = text.replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, '0');
  let depth = 0;
  for (const c of bare) {
    if (c === '(' || c === '[') depth++;
    else if (c === ')' || c === ']') depth--;
    if (depth < 0 || ';{}#\n'.includes(c)) depth = Number.NaN;
  }
  if (depth === 0 && bare.trim() !== '' && !/(^|[^=!<>])=([^=]|$)|\+\+|--/.test(bare)) return text;
  throw new UserError(`--assume takes one C expression that only looks, like 'len <= 64 && s != NULL', not '${text}'.`);
}

/** Where the brace of a definition is: the first one behind the name and its parentheses. */
function bodyStart(source: string, name: string, line: number): number | undefined {
  let from = 0;
  for (let i = 1; i < line; i++) from = source.indexOf('\n', from) + 1;
  // Comments and texts of the same length, without what could be taken for code.
  const blank = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, (text) =>
    text.replaceAll(/[^\n]/g, ' '),
  );
  const found = new RegExp(`\\b${name}\\b\\s*\\(`, 'g');
  found.lastIndex = from;
  const start = found.exec(blank);
  if (!start) return undefined;
  let depth = 0;
  for (let i = start.index; i < blank.length; i++) {
    const c = blank[i];
    if (c === '(') depth++;
    else if (c === ')') depth--;
    else if (c === '{' && depth === 0) return i;
    // Old parameter lists have semicolons; a declaration has nothing behind its own.
    else if (c === ';' && depth === 0 && !/^[^{};]*[{;]/.test(blank.slice(i + 1))) return undefined;
  }
  return undefined;
}
