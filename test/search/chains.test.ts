import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Chain, callsOf, keepChain } from '../../src/search/results/chains.js';
import { noPoints } from '../../src/search/results/passed-points.js';
import type { RunRecord } from '../../src/search/results/records.js';

const recordOf = (byte: number): RunRecord => ({
  pathLow: 0,
  pathHigh: 0,
  input: Uint8Array.of(byte),
  layout: [],
  outcome: 'failed',
  exitCode: 0,
  failures: [],
  passed: noPoints,
});

test('a recursion is one chain, however deep', () => {
  const frames = (depth: number) => ['leaf a.c:1', ...Array<string>(depth).fill('walk a.c:5'), 'main a.c:9'];
  expect(callsOf({ stack: frames(7) })).toBe(callsOf({ stack: frames(1) }));
  expect(callsOf({ stack: frames(1) })).not.toBe(callsOf({ stack: frames(0) }));
});

test('the shortest four, the plainest run of each, in whatever order they come', () => {
  const arrivals = fc.array(fc.tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 0, max: 255 })), {
    minLength: 1,
    maxLength: 30,
  });
  fc.assert(
    fc.property(arrivals, fc.infiniteStream(fc.nat()), (list, random) => {
      const kept = (order: typeof list): [string, number][] => {
        const chains: Chain[] = [];
        for (const [length, byte] of order) keepChain(chains, 'f'.repeat(length), recordOf(byte), (record) => record);
        return chains.map(({ calls, record }) => [calls, record.input[0]]);
      };
      const shuffled = list
        .map((each) => ({ each, key: random.next().value as number }))
        .sort((a, b) => a.key - b.key)
        .map(({ each }) => each);
      const lengths = [...new Set(list.map(([length]) => length))].sort((a, b) => a - b).slice(0, 4);
      expect(kept(list).map(([calls]) => calls.length)).toEqual(lengths);
      expect(kept(shuffled)).toEqual(kept(list));
    }),
  );
});
