import type { FunctionLines } from './function-lines.js';
import { OWN } from './text.js';

const HEAD = /^ {2}switch (i\d+) (\S+), label (%\S+) \[$/;
const CASE = /^ {4}i\d+ (-?\d+), label (%\S+)$/;
const TAIL = /^ {2}\](.*)$/;
const LABEL = /^([-\w.$]+|"(?:[^"\\]|\\.)*"):/;

/** LLVM makes one table of a whole switch when at least a tenth of its range is used. */
const TABLE_DENSITY = 10n;

const FEW_TARGETS = 3;

interface Range {
  low: bigint;
  high: bigint;
  target: string;
}

/**
 * A path is told by the targets it takes. One jump table has one way to each target; where LLVM would make
 * several tables and comparisons instead, a target could be reached, and would count, in several ways. Such
 * a switch becomes one branch for each target: is the value among its cases?
 */
export function branchesForSparseSwitches(lines: FunctionLines): FunctionLines {
  if (!lines.some((line) => HEAD.test(line))) return lines;
  const result: string[] = [];
  let block = '';
  let count = 0;
  for (let i = 0; i < lines.length; i++) {
    const label = LABEL.exec(lines[i]);
    if (label) block = label[1];
    const head = HEAD.exec(lines[i]);
    if (!head) {
      result.push(lines[i]);
      continue;
    }
    const start = i++;
    const cases: { value: bigint; target: string }[] = [];
    for (let one = CASE.exec(lines[i]); one; one = CASE.exec(lines[++i])) {
      cases.push({ value: BigInt(one[1]), target: one[2] });
    }
    const suffix = TAIL.exec(lines[i])?.[1] ?? '';
    const [, type, value, otherwise] = head;
    const ranges = rangesOf(cases);
    if (isOneTable(type, cases, ranges) || isPhiSource(lines, block)) {
      for (const line of lines.slice(start, i + 1)) result.push(line);
    } else {
      for (const line of chain(type, value, otherwise, ranges, suffix, `${OWN}switch${count++}.`)) result.push(line);
    }
  }
  return result;
}

/** Runs of neighbouring values with one target. */
function rangesOf(cases: readonly { value: bigint; target: string }[]): Range[] {
  const ranges: Range[] = [];
  for (const { value, target } of [...cases].sort((a, b) => (a.value < b.value ? -1 : 1))) {
    const last = ranges.at(-1);
    if (last && last.target === target && last.high + 1n === value) last.high = value;
    else ranges.push({ low: value, high: value, target });
  }
  return ranges;
}

function isOneTable(type: string, cases: readonly { value: bigint }[], ranges: readonly Range[]): boolean {
  if (ranges.length <= 1) return true;
  // With few targets LLVM would rather test values one by one or bit by bit than make a table.
  if (new Set(ranges.map(({ target }) => target)).size <= FEW_TARGETS) return false;
  // A 64-bit value is tested before the table, so that its default is reached in two ways.
  if (Number(type.slice(1)) > 32) return false;
  const values = cases.map(({ value }) => value).sort((a, b) => (a < b ? -1 : 1));
  const width = values.at(-1)! - values[0] + 1n;
  return BigInt(values.length) * 100n >= width * TABLE_DENSITY;
}

/** A phi counts the edges into its block, which would change: clang has none behind a switch, but who knows. */
function isPhiSource(lines: FunctionLines, block: string): boolean {
  return lines.some((line) => line.includes(' = phi ') && line.includes(`, %${block} ]`));
}

function chain(
  type: string,
  value: string,
  otherwise: string,
  ranges: readonly Range[],
  suffix: string,
  prefix: string,
): string[] {
  // What goes to the default anyway needs no test.
  const targets = [...new Set(ranges.map(({ target }) => target))].filter((target) => target !== otherwise);
  const debug = /, !dbg !\d+/.exec(suffix)?.[0] ?? '';
  if (targets.length === 0) return [`  br label ${otherwise}${debug}`];
  const result: string[] = [];
  let names = 0;
  const define = (text: string) => {
    const name = `%${prefix}v${names++}`;
    result.push(`  ${name} = ${text}${debug}`);
    return name;
  };
  targets.forEach((target, index) => {
    const tests = ranges
      .filter((range) => range.target === target)
      .map(({ low, high }) => {
        if (low === high) return define(`icmp eq ${type} ${value}, ${low}`);
        const offset = define(`sub ${type} ${value}, ${low}`);
        return define(`icmp ule ${type} ${offset}, ${high - low}`);
      });
    const condition = tests.reduce((left, right) => define(`or i1 ${left}, ${right}`));
    const isLast = index === targets.length - 1;
    const next = isLast ? otherwise : `%${prefix}next${index}`;
    result.push(`  br i1 ${condition}, label ${target}, label ${next}${debug}`);
    if (!isLast) result.push('', `${prefix}next${index}:`);
  });
  return result;
}
