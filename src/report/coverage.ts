import type { CoveragePoint } from '../instrument/prepare.js';

export interface Ratio {
  readonly covered: number;
  readonly total: number;
}

/** Lines by file and number, whatever the number of blocks they have; branches by arm. */
export function summarizeCoverage(
  points: readonly CoveragePoint[],
  covered: Uint8Array,
): { lines: Ratio; branches: Ratio } {
  const lines = new Map<string, boolean>();
  let arms = 0;
  let armsCovered = 0;
  points.forEach((point, i) => {
    const isCovered = covered[i] !== 0;
    if (point.kind === 'arm') {
      arms++;
      armsCovered += Number(isCovered);
      return;
    }
    for (const { file, line } of point.places) {
      const key = `${file}:${line}`;
      lines.set(key, lines.get(key) === true || isCovered);
    }
  });
  const linesCovered = [...lines.values()].filter(Boolean).length;
  return { lines: { covered: linesCovered, total: lines.size }, branches: { covered: armsCovered, total: arms } };
}
