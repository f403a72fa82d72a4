import type { FunctionCoverage, LineCoverage } from './covered-parts.js';
import type { SourceShape } from './source-shape.js';

/**
 * The lines gcov would count. Debug information has places for a declaration that only makes room, the head of an
 * endless loop and every closing brace, and none for a label; gcov counts a label with what follows it, and a closing brace only where a
 * function that never says `return` ends.
 */
export function countedLines(
  lines: readonly LineCoverage[],
  functions: readonly FunctionCoverage[],
  source: SourceShape,
): LineCoverage[] {
  const ends = new Map(functions.map(({ line, end }) => [end, line]));
  const kept = lines.filter(({ line, column }) => {
    if (source.isBareDeclaration(line) || source.isEndlessLoop(line)) return false;
    if (!source.at(line, column).startsWith('}')) return true;
    const start = ends.get(line);
    return start !== undefined && !source.hasReturn(start, line);
  });
  return [...kept, ...labels(kept, functions, source)].sort((a, b) => a.line - b.line);
}

/** Of labels that follow each other directly the first counts; it ran when the code behind them did. */
function labels(
  lines: readonly LineCoverage[],
  functions: readonly FunctionCoverage[],
  source: SourceShape,
): LineCoverage[] {
  const known = new Map(lines.map((each) => [each.line, each]));
  return functions.flatMap(({ line: start, end }) => {
    const found: LineCoverage[] = [];
    let first: number | undefined;
    for (let line = start; line <= end; line++) {
      const code = known.get(line);
      if (code) {
        if (first !== undefined) found.push({ line: first, column: 1, covered: code.covered });
        first = undefined;
      } else if (source.isLabel(line)) first ??= line;
    }
    return found;
  });
}
