import { expect, test } from 'vitest';
import { judgePairs } from '../support/judge-pairs.js';
import { memoryPairs } from '../support/memory-pairs.js';

/** More of them: `npx tsx scripts/memory-pairs.ts --pairs 2000 --seed 1`. */
test('25 planted failures of memory are found, and of their repaired twins it is verified that there are none', async () => {
  const verdicts = await judgePairs(memoryPairs(7, 25));
  const told = verdicts.flatMap(({ pair, isFound, isReported, isVerified }) => [
    ...(isFound ? [] : [`${pair.planted} is not found:\n${pair.source}`]),
    ...(isReported ? [`${pair.repaired} is reported:\n${pair.source}`] : []),
    ...(isVerified ? [] : [`${pair.repaired} is not verified:\n${pair.source}`]),
  ]);
  expect(told).toEqual([]);
  expect(verdicts).toHaveLength(25);
});
