import type { FunctionLines } from './function-lines.js';
import { debugSuffix, OWN, splitOperands } from './text.js';

const SELECT = /^ {2}(%\S+) = select (?:[a-z]+ )*i1 (%\S+?), (.*)$/;
const LABEL = /^([-\w.$]+|"(?:[^"\\]|\\.)*"):/;

/**
 * clang writes `c ? 4 : 5`, where both arms are constants, as a select. It is a branch of the source, so it
 * becomes one: the block is split and what follows continues behind a phi.
 */
export function branchesForSelects(lines: FunctionLines): FunctionLines {
  if (!lines.some((line) => SELECT.test(line))) return lines;
  const result: string[] = [];
  /** Where control leaves a block that was split, by the block's own name. */
  const lastPart = new Map<string, string>();
  let block = '';
  let count = 0;
  for (const line of lines) {
    const label = LABEL.exec(line);
    if (label) block = label[1];
    const select = SELECT.exec(line);
    if (!select || block === '') {
      result.push(line);
      continue;
    }
    const [, name, condition, rest] = select;
    const [whenTrue, whenFalse] = splitOperands(rest);
    const type = commonType(whenTrue, whenFalse);
    const debug = debugSuffix(line);
    const [yes, no, after] = ['true', 'false', 'after'].map((part) => `${OWN}${part}${count}`);
    count++;
    result.push(
      `  br i1 ${condition}, label %${yes}, label %${no}${debug}`,
      '',
      `${yes}:`,
      `  br label %${after}${debug}`,
      '',
      `${no}:`,
      `  br label %${after}${debug}`,
      '',
      `${after}:`,
      `  ${name} = phi ${type} [ ${whenTrue.slice(type.length).trim()}, %${yes} ], [ ${whenFalse.slice(type.length).trim()}, %${no} ]${debug}`,
    );
    lastPart.set(block, after);
  }
  return result.map((line) => (line.includes(' = phi ') ? renameIncoming(line, lastPart) : line));
}

function renameIncoming(line: string, lastPart: ReadonlyMap<string, string>): string {
  return line.replaceAll(/, %([-\w.$]+|"(?:[^"\\]|\\.)*") \]/g, (whole, block) => {
    const part = lastPart.get(block);
    return part ? `, %${part} ]` : whole;
  });
}

/** The type both operands begin with: all of the first up to its value. */
function commonType(first: string, second: string): string {
  let shared = 0;
  while (shared < first.length && first[shared] === second[shared]) shared++;
  // Cut back to a space outside brackets: types end there.
  let depth = 0;
  let end = 0;
  for (let i = 0; i < shared; i++) {
    const c = first[i];
    if ('([{<'.includes(c)) depth++;
    else if (')]}>'.includes(c)) depth--;
    else if (c === ' ' && depth === 0) {
      end = i;
      break;
    }
  }
  return first.slice(0, end);
}
