import type { FunctionLines } from './function-lines.js';
import { debugSuffix, OWN, placeholder, VALUE_NAME } from './text.js';

const LOAD = /^ {2}(%\S+) = load (?!volatile |atomic )(.*?), ptr ([^,]+)/;
const DIVISION = /^ {2}(%\S+) = ([su](?:div|rem)) (?:exact )?(i32|i64) (\S+), ([^,]+)/;
const ALLOCA = /^ {2}(%\S+) = alloca /;

/**
 * `a[i];`, `(void)*p;`, `x / y;`: at -O0 LLVM's instruction selection drops a value nobody uses, and the
 * failure with it. A dead load is made volatile and a dead division is handed to an empty piece of
 * assembly. A division by a literal zero would become *undefined*: the zero is hidden from LLVM.
 */
export function keepDeadValues(lines: FunctionLines): FunctionLines {
  if (!lines.some((line) => LOAD.test(line) || DIVISION.test(line))) return lines;
  const used = usedNames(lines);
  const locals = new Set<string>();
  const result: string[] = [];
  let zeros = 0;
  for (let line of lines) {
    const local = ALLOCA.exec(line);
    if (local) locals.add(local[1]);
    const load = LOAD.exec(line);
    if (load && !used.has(load[1])) {
      // A volatile local would count as one whose address is taken; reading it can't fail, its place is enough.
      if (locals.has(load[3])) result.push(placeholder(debugSuffix(line)));
      else line = line.replace(' = load ', ' = load volatile ');
    }
    const division = DIVISION.exec(line);
    if (division) {
      const [, name, , type, dividend, divisor] = division;
      if (divisor === '0') {
        const zero = `%${OWN}zero${zeros++}`;
        result.push(`  ${zero} = call ${type} asm sideeffect "", "=r,0"(${type} 0)${debugSuffix(line)}`);
        line = line.replace(`${type} ${dividend}, 0`, `${type} ${dividend}, ${zero}`);
      }
      result.push(line);
      if (!used.has(name)) {
        result.push(`  call void asm sideeffect "", "r"(${type} ${name})${debugSuffix(line)}`);
      }
      continue;
    }
    result.push(line);
  }
  return result;
}

function usedNames(lines: FunctionLines): Set<string> {
  const used = new Set<string>();
  for (const line of lines) {
    const definition = /^ {2}%\S+ = /.exec(line);
    for (const [name] of line.slice(definition?.[0].length ?? 0).matchAll(VALUE_NAME)) used.add(name);
  }
  return used;
}
