import type { CoveragePoint } from '../instrument/prepare.js';
import { compareText } from '../search/results/buckets.js';
import { joinSwitches, withoutMadeUp } from './counted-branches.js';
import { countedLines } from './counted-lines.js';
import type { BranchCoverage, FunctionCoverage, LineCoverage } from './covered-parts.js';
import { SourceShape } from './source-shape.js';

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

class FileDraft {
  readonly functions = new Map<string, { line: number; end: number; covered: boolean }>();
  readonly lines = new Map<number, { column: number; covered: boolean }>();
  readonly branches = new Map<number, { line: number; column: number; arms: boolean[] }>();

  addLine(line: number, column: number, name: string, covered: boolean): void {
    const known = this.lines.get(line);
    if (!known) this.lines.set(line, { column, covered });
    else {
      known.column = Math.min(known.column, column);
      known.covered ||= covered;
    }
    const caller = this.functions.get(name);
    if (!caller) this.functions.set(name, { line, end: line, covered });
    else {
      caller.line = Math.min(caller.line, line);
      caller.end = Math.max(caller.end, line);
      caller.covered ||= covered;
    }
  }

  addArm({ place, branch, arm }: CoveragePoint & { kind: 'arm' }, covered: boolean): void {
    const known = this.branches.get(branch);
    if (known) known.arms[arm] ||= covered;
    else this.branches.set(branch, { line: place.line, column: place.column, arms: [covered] });
  }

  finish(file: string, source: SourceShape | undefined): FileCoverage {
    const functions = [...this.functions]
      .map(([name, each]) => ({ name, ...each }))
      .sort((a, b) => a.line - b.line || compareText(a.name, b.name));
    const lines = [...this.lines].map(([line, each]) => ({ line, ...each })).sort((a, b) => a.line - b.line);
    const branches = [...this.branches]
      .sort(([a, one], [b, other]) => one.line - other.line || a - b)
      .map(([, branch]) => branch);
    if (!source) return { file, functions, lines, branches };
    return {
      file,
      functions,
      lines: countedLines(lines, functions, source),
      branches: joinSwitches(withoutMadeUp(branches, source), source),
    };
  }
}

/** Coverage by file, sorted: a line ran when any of its blocks did. What counts is what gcov counts. */
export function coverageByFile(
  points: readonly CoveragePoint[],
  covered: Uint8Array,
  sourceOf: (file: string) => SourceShape | undefined = SourceShape.ofFile,
): FileCoverage[] {
  const drafts = new Map<string, FileDraft>();
  const draftOf = (file: string): FileDraft => {
    let draft = drafts.get(file);
    if (!draft) drafts.set(file, (draft = new FileDraft()));
    return draft;
  };
  points.forEach((point, i) => {
    const isCovered = covered[i] !== 0;
    if (point.kind === 'arm') draftOf(point.place.file).addArm(point, isCovered);
    else {
      for (const { file, line, column, function: name } of point.places) {
        draftOf(file).addLine(line, column, name, isCovered);
      }
    }
  });
  return [...drafts].sort(([a], [b]) => compareText(a, b)).map(([file, draft]) => draft.finish(file, sourceOf(file)));
}

/** Lines by file and number, whatever the number of blocks they have; branches by arm. */
export function summarizeCoverage(files: readonly FileCoverage[]): { lines: Ratio; branches: Ratio } {
  const lines = files.flatMap((file) => file.lines.map((line) => line.covered));
  const arms = files.flatMap((file) => file.branches.flatMap((branch) => branch.arms));
  return { lines: ratioOf(lines), branches: ratioOf(arms) };
}

export function ratioOf(flags: readonly boolean[]): Ratio {
  return { covered: flags.filter(Boolean).length, total: flags.length };
}
