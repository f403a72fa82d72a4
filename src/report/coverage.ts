import type { CoveragePoint } from '../instrument/prepare.js';
import { compareText } from '../search/buckets.js';

export interface Ratio {
  readonly covered: number;
  readonly total: number;
}

/** What ran of one file of the user's, everything sorted by line. */
export interface FileCoverage {
  readonly file: string;
  readonly functions: readonly FunctionCoverage[];
  readonly lines: readonly LineCoverage[];
  readonly branches: readonly BranchCoverage[];
}

export interface FunctionCoverage {
  readonly name: string;
  /** Its first line with code. */
  readonly line: number;
  readonly covered: boolean;
}

export interface LineCoverage {
  readonly line: number;
  readonly covered: boolean;
}

export interface BranchCoverage {
  readonly line: number;
  /** Which ways were gone: of an `if` first the one where its condition is false; of a switch by index. */
  readonly arms: readonly boolean[];
}

interface FileDraft {
  readonly functions: Map<string, { line: number; covered: boolean }>;
  readonly lines: Map<number, boolean>;
  readonly branches: Map<number, { line: number; arms: boolean[] }>;
}

/** Coverage by file, sorted: a line ran when any of its blocks did. */
export function coverageByFile(points: readonly CoveragePoint[], covered: Uint8Array): FileCoverage[] {
  const drafts = new Map<string, FileDraft>();
  const draftOf = (file: string): FileDraft => {
    let draft = drafts.get(file);
    if (!draft) drafts.set(file, (draft = { functions: new Map(), lines: new Map(), branches: new Map() }));
    return draft;
  };
  points.forEach((point, i) => {
    const isCovered = covered[i] !== 0;
    if (point.kind === 'arm') {
      const { branches } = draftOf(point.place.file);
      const branch = branches.get(point.branch);
      if (branch) branch.arms[point.arm] = isCovered;
      else branches.set(point.branch, { line: point.place.line, arms: [isCovered] });
      return;
    }
    for (const { file, line, function: name } of point.places) {
      const { lines, functions } = draftOf(file);
      lines.set(line, lines.get(line) === true || isCovered);
      const known = functions.get(name);
      if (!known) functions.set(name, { line, covered: isCovered });
      else {
        known.line = Math.min(known.line, line);
        known.covered ||= isCovered;
      }
    }
  });
  return [...drafts]
    .sort(([a], [b]) => compareText(a, b))
    .map(([file, { functions, lines, branches }]) => ({
      file,
      functions: [...functions]
        .map(([name, each]) => ({ name, ...each }))
        .sort((a, b) => a.line - b.line || compareText(a.name, b.name)),
      lines: [...lines].map(([line, isCovered]) => ({ line, covered: isCovered })).sort((a, b) => a.line - b.line),
      branches: [...branches]
        .sort(([a, { line }], [b, { line: other }]) => line - other || a - b)
        .map(([, branch]) => branch),
    }));
}

/** Lines by file and number, whatever the number of blocks they have; branches by arm. */
export function summarizeCoverage(
  points: readonly CoveragePoint[],
  covered: Uint8Array,
): { lines: Ratio; branches: Ratio } {
  const files = coverageByFile(points, covered);
  const lines = files.flatMap((file) => file.lines.map((line) => line.covered));
  const arms = files.flatMap((file) => file.branches.flatMap((branch) => branch.arms));
  return { lines: ratioOf(lines), branches: ratioOf(arms) };
}

export function ratioOf(flags: readonly boolean[]): Ratio {
  return { covered: flags.filter(Boolean).length, total: flags.length };
}
