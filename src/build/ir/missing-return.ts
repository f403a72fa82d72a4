import type { FunctionLines } from './function-lines.js';
import { functionName } from './pointer-checks.js';
import { debugSuffix, OWN } from './text.js';

const LABEL = /^([-\w.$]+|"(?:[^"\\]|\\.)*"):/;
const RETURNED = /^ {2}%\S+ = load .*, ptr %retval,/;
const FLAG = `%${OWN}returns`;

type MakeMarker = (operation: string, operands: readonly { type: string; value: string }[]) => string;

/**
 * Where a function that returns a value may come to its end without one, a flag says on which way it did: C allows
 * that as long as the caller does not look at the value, so clang checks it in C++ alone.
 */
export function missingReturn(lines: FunctionLines, marker: MakeMarker): FunctionLines {
  if (!lines.some((line) => line.startsWith('  %retval = alloca '))) return lines;
  const end = lines.findLastIndex((line) => RETURNED.test(line));
  if (end < 0 || !mayMiss(lines, end)) return lines;
  return lines.flatMap((line, i) => {
    if (line.startsWith('  %retval = alloca '))
      return [line, `  ${FLAG} = alloca i32, align 4`, `  store i32 0, ptr ${FLAG}, align 4`];
    if (isAssignment(line)) return [line, `  store i32 1, ptr ${FLAG}, align 4${debugSuffix(line)}`];
    if (i !== end) return [line];
    const debug = debugSuffix(line);
    const name = functionName(lines[0]);
    return [
      `  ${FLAG}.last = load i32, ptr ${FLAG}, align 4${debug}`,
      `${marker(`returned.int.${name}`, [{ type: 'i32', value: `${FLAG}.last` }])}${debug}`,
      line,
    ];
  });
}

const isAssignment = (line: string): boolean =>
  /%retval(?![-\w.$])/.test(line) &&
  !/^ {2}%retval = alloca |#dbg_|@llvm\.(?:dbg|lifetime)\./.test(line) &&
  !RETURNED.test(line);

/** Is there a way from the start to line `end` on which nothing is assigned? */
function mayMiss(lines: FunctionLines, end: number): boolean {
  const starts = new Map<string, number>();
  lines.forEach((line, i) => {
    const label = LABEL.exec(line)?.[1];
    if (label !== undefined) starts.set(label, i);
  });
  const seen = new Set<number>();
  const waiting = [lines.findIndex((line) => line.startsWith('  %retval = alloca '))];
  while (waiting.length > 0) {
    const from = waiting.pop() as number;
    if (seen.has(from)) continue;
    seen.add(from);
    for (let i = from + 1; i < lines.length && !LABEL.test(lines[i]); i++) {
      if (i === end) return true;
      if (isAssignment(lines[i])) break;
      for (const [, label] of lines[i].matchAll(/label %([-\w.$]+|"(?:[^"\\]|\\.)*")/g)) {
        const at = starts.get(label);
        if (at !== undefined) waiting.push(at);
      }
    }
  }
  return false;
}
