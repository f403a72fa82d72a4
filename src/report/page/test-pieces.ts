import { decodeInput } from '../../inputs/decode.js';
import { formatInput } from '../console.js';
import type { TestRow } from './page-data.js';
import type { ProgramTests } from './saved-results.js';
import { outcomeOf, shortened } from './source-pieces.js';

/** Rows of a piece, and rows there are at most: `nearmiss tests` lists the rest. */
const chunkSize = 1000;
const mostListed = 20_000;

/** The tests of a program in pieces that are loaded as they come into view. */
export function listedTests({ tests, pack, number }: ProgramTests): {
  readonly count: number;
  readonly listed: number;
  readonly chunks: readonly (readonly TestRow[])[];
} {
  const { plan } = pack.programs[number];
  const listed = tests.slice(0, mostListed);
  const chunks: TestRow[][] = [];
  listed.forEach((test, i) => {
    const { id, exitCode, failures, bytes, layout } = test;
    if (i % chunkSize === 0) chunks.push([]);
    chunks.at(-1)!.push({
      ...{ id, exitCode },
      outcome: outcomeOf(test),
      input: shortened(formatInput(decodeInput(plan, bytes, layout))),
      failures: failures.map(({ checker }) => checker),
    });
  });
  return { count: tests.length, listed: listed.length, chunks };
}
