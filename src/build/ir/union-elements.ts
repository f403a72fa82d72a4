import type { FunctionLines } from './function-lines.js';
import type { PointerChecks } from './pointer-checks.js';
import { debugSuffix } from './text.js';

/** Asks about elements of arrays in unions that clang takes for arrays which may be longer than they are declared. */
export function elementsOfUnions(
  lines: FunctionLines,
  pointers: PointerChecks,
  indexMarker: (about: string, operands: readonly string[]) => string,
): FunctionLines {
  return lines.flatMap((line, i) => {
    const found = line.includes(' = getelementptr ') ? pointers.elementOfUnion(line, lines) : undefined;
    const isAsked = lines.slice(Math.max(0, i - 3), i).some((each) => each.includes('__nearmiss_check.index.'));
    if (!found || isAsked) return [line];
    return [`${indexMarker(found.about, [found.index, found.count])}${debugSuffix(line)}`, line];
  });
}
