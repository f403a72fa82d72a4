/** Small readers of LLVM's assembly text. */

export const VALUE_NAME = /%(?:[-\w.$]+|"(?:[^"\\]|\\.)*")/g;

/** Splits at commas that are not inside brackets or quotes. */
export function splitOperands(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (c === '(' || c === '[' || c === '{' || c === '<') depth++;
    else if (c === ')' || c === ']' || c === '}' || c === '>') depth--;
    else if (c === ',' && depth === 0) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  parts.push(text.slice(start).trim());
  return parts;
}

/** `, !dbg !12` of an instruction, or nothing. */
export function debugSuffix(line: string): string {
  return /, !dbg !\d+/.exec(line)?.[0] ?? '';
}

/** An instruction of our own that does nothing but stand at a place in the source. */
export function placeholder(debug: string): string {
  return `  call void asm sideeffect "nop", ""()${debug}`;
}

/** Our names can't be C's: clang's own never begin so. */
export const OWN = 'nearmiss.';
