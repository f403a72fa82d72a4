/** Which differences come from the same place? */

import { compareInputs } from '../inputs/order.js';
import type { CoveragePoint } from '../instrument/prepare.js';
import { differenceOf } from '../runtime/product-program.js';
import type { PassedPoints } from '../search/results/passed-points.js';
import type { RunRecord } from '../search/results/records.js';
import type { TestTable } from '../search/results/test-table.js';
import { type Place, placeName } from '../vocabulary/place.js';

/** Paths that differ for the same reason, as far as one can tell. */
export interface DifferenceGroup {
  /** Where each side comes by, and paths that agree do so least. */
  readonly places: readonly [Place | undefined, Place | undefined];
  /** The input a person would rather see first. */
  readonly records: readonly RunRecord[];
}

/** How many paths passed each point, and how many of those differ. */
interface Spectrum {
  readonly all: Float64Array;
  readonly differing: Float64Array;
}

/**
 * Groups differing paths by where they come from: of all places that a path passes, in either program, the one that
 * most says *here they differ*, because of the paths through it most do. (Fault localisation calls this a spectrum. A
 * difference is one whatever place it is put down to.)
 */
export function groupDifferences(
  tests: TestTable,
  points: readonly CoveragePoint[],
  pointsOfFirst: number,
): DifferenceGroup[] {
  const spectrum = spectrumOf(tests, points.length);
  const groups = new Map<string, RunRecord[]>();
  const origins = new Map<PassedPoints, string>();
  for (let i = 0; i < tests.size; i++) {
    const record = tests.at(i);
    if (differenceOf(record.exitCode) === undefined) continue;
    let origin = origins.get(record.passed);
    if (origin === undefined) {
      const point = mostTelling(record.passed, spectrum, 0, points.length);
      const place = point < 0 ? undefined : placeOf(points[point]);
      origin = `${point < pointsOfFirst ? 'a' : 'b'} ${place ? placeName(place) : ''}`;
      origins.set(record.passed, origin);
    }
    const records = groups.get(origin);
    if (records) records.push(record);
    else groups.set(origin, [record]);
  }
  const found = Array.from(groups.values(), (records): DifferenceGroup => {
    records.sort(compareInputs);
    const [{ passed }] = records;
    const side = (from: number, to: number): Place | undefined => {
      const point = mostTelling(passed, spectrum, from, to);
      return point < 0 ? undefined : placeOf(points[point]);
    };
    return { places: [side(0, pointsOfFirst), side(pointsOfFirst, points.length)], records };
  });
  return found.sort((a, b) => compareInputs(a.records[0], b.records[0]));
}

const isPassed = (passed: PassedPoints, point: number): boolean => (passed[point >> 3] & (1 << (point & 7))) !== 0;

function spectrumOf(tests: TestTable, count: number): Spectrum {
  const all = new Float64Array(count);
  const differing = new Float64Array(count);
  for (let i = 0; i < tests.size; i++) {
    const { passed, exitCode } = tests.at(i);
    const differs = differenceOf(exitCode) === undefined ? 0 : 1;
    for (let point = 0; point < count; point++) {
      if (!isPassed(passed, point)) continue;
      all[point]++;
      differing[point] += differs;
    }
  }
  return { all, differing };
}

/** The point that the largest share of paths differs at; of several, the one that most paths pass. -1 for none. */
function mostTelling(passed: PassedPoints, { all, differing }: Spectrum, from: number, to: number): number {
  let best = -1;
  for (let point = from; point < to; point++) {
    if (!isPassed(passed, point)) continue;
    const share = differing[point] / all[point];
    const order = best < 0 ? 1 : share - differing[best] / all[best] || differing[point] - differing[best];
    if (order > 0) best = point;
  }
  return best;
}

const placeOf = (point: CoveragePoint): Place => (point.kind === 'arm' ? point.place : point.places[0]);
