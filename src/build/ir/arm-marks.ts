import { normalize } from 'node:path';
import { MARK_FUNCTION } from '../../abi/marks.js';
import type { Probe } from '../probes.js';
import type { FunctionLines, FunctionRewrite } from './function-lines.js';
import { placeReader } from './statement-lines.js';
import { OWN } from './text.js';

const BRANCH = /^ {2}br i1 (.+), label %(\S+), label %(\S+), !dbg !(\d+)(.*)$/;
const LABEL = /^([-\w.$]+|"(?:[^"\\]|\\.)*"):/;

/** Which way a branch goes, by the names clang gives to blocks. A statement's own branch comes before those in it. */
const statementBlocks: readonly (readonly [RegExp, boolean])[] = [
  [/^(if\.then|while\.body|for\.body|do\.body|cond\.true|nearmiss\.true)\d*$/, true],
  [/^(if\.else|if\.end|while\.end|for\.end|for\.cond\.cleanup|do\.end|cond\.false|nearmiss\.false)\d*$/, false],
];
const operandBlocks: readonly (readonly [RegExp, boolean])[] = [
  [/^(land\.rhs|lor\.end)\d*$/, true],
  [/^(land\.end|lor\.rhs)\d*$/, false],
];

/** Tells of the ways branches go: a block with a mark is put between a branch and where it leads. */
export function markArms(moduleText: string, probes: readonly Probe[]): FunctionRewrite {
  const wanted = probes.filter(({ arm }) => arm !== undefined);
  if (wanted.length === 0) return (lines) => lines;
  const place = placeReader(moduleText);
  return (lines) => {
    const branches = lines.flatMap((line) => {
      const match = BRANCH.exec(line);
      const at = match && place(match[4]);
      const here = at
        ? wanted.filter(({ file, line: number }) => file === normalize(at.file) && number === at.line)
        : [];
      return here.length > 0 ? [{ line, labels: [match![2], match![3]], here, key: `${at!.file}:${at!.line}` }] : [];
    });
    if (branches.length === 0) return lines;
    const hasStatement = new Set(
      branches
        .filter(({ labels }) => labels.some((label) => sideOf(label, statementBlocks) !== undefined))
        .map(({ key }) => key),
    );
    const marksOf = new Map(
      branches.map(({ line, labels, here, key }) => {
        const names = hasStatement.has(key) ? statementBlocks : operandBlocks;
        return [
          line,
          labels.map((label) => here.filter(({ arm }) => arm === sideOf(label, names)).map(({ id }) => id)),
        ];
      }),
    );
    return withEdges(lines, marksOf);
  };
}

function sideOf(label: string, names: readonly (readonly [RegExp, boolean])[]): boolean | undefined {
  return names.find(([pattern]) => pattern.test(label))?.[1];
}

function withEdges(lines: FunctionLines, marksOf: ReadonlyMap<string, readonly (readonly number[])[]>): FunctionLines {
  const result: string[] = [];
  /** Target and old predecessor → new predecessor, for the phis. */
  const moved = new Map<string, string>();
  let block = '';
  let count = 0;
  for (const line of lines) {
    block = LABEL.exec(line)?.[1] ?? block;
    const marks = marksOf.get(line);
    if (!marks) {
      result.push(line);
      continue;
    }
    const [, condition, yes, no, debug, rest] = BRANCH.exec(line)!;
    const edges: string[] = [];
    const through = (target: string, ids: readonly number[]): string => {
      if (ids.length === 0) return target;
      const edge = `${OWN}edge${count++}`;
      moved.set(`${target} ${block}`, edge);
      edges.push(
        '',
        `${edge}:`,
        ...ids.map((id) => `  call void @${MARK_FUNCTION}(i32 ${id}), !dbg !${debug}`),
        `  br label %${target}, !dbg !${debug}`,
      );
      return edge;
    };
    const taken = through(yes, marks[0]);
    const other = through(no, marks[1]);
    result.push(`  br i1 ${condition}, label %${taken}, label %${other}, !dbg !${debug}${rest}`, ...edges);
  }
  let target = '';
  return result.map((line) => {
    target = LABEL.exec(line)?.[1] ?? target;
    if (!line.includes(' = phi ')) return line;
    return line.replaceAll(/, %([-\w.$]+|"(?:[^"\\]|\\.)*") \]/g, (whole, from) => {
      const edge = moved.get(`${target} ${from}`);
      return edge ? `, %${edge} ]` : whole;
    });
  });
}
