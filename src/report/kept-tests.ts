import type { Exploration } from '../modes/explore.js';
import type { PassedPoints } from '../search/results/passed-points.js';
import { minimalCover } from './minimal-cover.js';
import { testsOf } from './tests.js';
import { examplesOf } from './unended.js';

/**
 * The tests that have files of their own, by their places: those of bugs, examples of runs that did not end, and so many
 * that they cover what all tests do. The plainest tests come first; one that adds nothing to those before it stays in
 * the pack. `minimise`: as few as cover the branches that all tests do. A function of the set of tests.
 */
export function keptTests(exploration: Exploration, minimise = false): number[] {
  const tests = testsOf(exploration);
  const { table } = tests;
  const records = [...exploration.bugs.map(({ record }) => record), ...examplesOf(exploration)];
  const places = new Set(records.map((record) => tests.placeOf(record)));
  const keep = (index: number) => places.add(tests.placeOfId(table.idAt(index)));
  if (minimise) {
    // Those that fail nothing cover what they can: a test that is kept is one to run.
    const plainest = table.plainest().sort((a, b) => Number(table.failsAt(a)) - Number(table.failsAt(b)));
    for (const i of minimalCover(plainest.map((index) => branchesIn(exploration, table.passedAt(index)))))
      keep(plainest[i]);
    if (places.size === 0 && plainest.length > 0) keep(plainest[0]);
    return [...places].sort((a, b) => a - b);
  }
  const covered = new Uint8Array(Math.ceil(exploration.coverage.length / 8));
  for (const index of table.plainest()) {
    // A program without a line of its own has its plainest test all the same.
    if (addPoints(covered, table.passedAt(index)) || places.size === 0) keep(index);
  }
  return [...places].sort((a, b) => a - b);
}

/** Of the points those that are branches. */
const branchesIn = ({ coverage }: Exploration, points: PassedPoints): Uint8Array =>
  points.map((byte, i) => {
    let kept = 0;
    for (let bit = 0; bit < 8; bit++) if (coverage[i * 8 + bit]?.kind === 'arm') kept |= byte & (1 << bit);
    return kept;
  });

/** Whether any of the points is new. */
function addPoints(covered: Uint8Array, points: PassedPoints): boolean {
  let isNew = false;
  for (let i = 0; i < points.length; i++) {
    if ((points[i] & ~covered[i]) !== 0) isNew = true;
    covered[i] |= points[i];
  }
  return isNew;
}
