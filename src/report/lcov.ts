import { type FileCoverage, ratioOf } from './coverage.js';

/**
 * `coverage.info` as lcov's tools read it. Runs are not counted: what was met at all has the count 1. A branch
 * on a line that never ran is `-`, lcov's word for *not even asked*.
 */
export function formatLcov(files: readonly FileCoverage[]): string {
  return files.flatMap((file) => [...fileRecord(file)]).join('');
}

function* fileRecord({ file, functions, lines, branches }: FileCoverage): Generator<string> {
  yield 'TN:\n';
  yield `SF:${file}\n`;
  for (const { name, line } of functions) yield `FN:${line},${name}\n`;
  for (const { name, covered } of functions) yield `FNDA:${count(covered)},${name}\n`;
  const called = ratioOf(functions.map(({ covered }) => covered));
  yield `FNF:${called.total}\nFNH:${called.covered}\n`;
  const ofLine = new Map<number, number>();
  for (const { line, arms } of branches) {
    const block = ofLine.get(line) ?? 0;
    ofLine.set(line, block + 1);
    const isAsked = arms.includes(true);
    for (const [arm, taken] of arms.entries()) yield `BRDA:${line},${block},${arm},${isAsked ? count(taken) : '-'}\n`;
  }
  const taken = ratioOf(branches.flatMap(({ arms }) => arms));
  yield `BRF:${taken.total}\nBRH:${taken.covered}\n`;
  for (const { line, covered } of lines) yield `DA:${line},${count(covered)}\n`;
  const ran = ratioOf(lines.map(({ covered }) => covered));
  yield `LF:${ran.total}\nLH:${ran.covered}\nend_of_record\n`;
}

const count = (covered: boolean): number => (covered ? 1 : 0);
