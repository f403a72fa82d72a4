import { expect, test } from 'vitest';
import { verdictsOn } from '../../src/search/confirming/verdicts.js';
import { wallNow } from '../../src/search/contracts/shared-state.js';
import { SharedMemory } from '../../src/search/workers/threads/shared-memory.js';
import { openEngine } from './toy.js';

/** failsFirst: divides by its first byte. The last of these does not fail. */
const failing = [Uint8Array.of(0, 5), Uint8Array.of(0, 7)];
const harmless = Uint8Array.of(3, 3);

function verdictsAt(endBy: number, inputs: readonly Uint8Array[], isKnown: boolean, isDoubted = false) {
  const engine = openEngine({ program: 'failsFirst', bytes: 2, domain: 8 });
  const [failure] = engine.program.run(failing[0]).failures;
  const shared = SharedMemory.create(engine.coveragePoints, { maxRuns: Infinity, maxTests: Infinity });
  shared.endBy = endBy;
  const verdicts = verdictsOn(engine, [{ failure, inputs, isKnown, isDoubted, chains: [] }], shared);
  return { verdict: verdicts[0], replays: shared.runs };
}

test('with time: the best input that fails, made plain', () => {
  const { verdict } = verdictsAt(Infinity, [harmless, ...failing], true);
  expect(verdict.input).toBe(1);
  expect([...verdict.shown!.record.input]).toEqual([0, 0]);
});

test('without: the input that is known to fail, and nothing is run', () => {
  const { verdict, replays } = verdictsAt(wallNow() - 10_000, failing, true);
  expect(verdict).toEqual({ input: 1, shown: undefined, stacks: [] });
  expect(replays).toBe(0);
});

test('what nobody has tried is replayed however late it is, once; what did not fail then is not', () => {
  const late = wallNow() - 10_000;
  expect(verdictsAt(late, failing, false)).toEqual({ verdict: { input: 0, shown: undefined, stacks: [] }, replays: 1 });
  expect(verdictsAt(late, [harmless, ...failing], false).verdict.input).toBe(-1);
  expect(verdictsAt(late, failing, false, true)).toEqual({
    verdict: { input: -1, shown: undefined, stacks: [] },
    replays: 0,
  });
  expect(verdictsAt(Infinity, failing, false, true).verdict.input).toBe(0);
  expect(verdictsAt(Infinity, [harmless, ...failing], false).verdict.input).toBe(1);
});
