import { afterEach, expect, test, vi } from 'vitest';
import { StackTracer } from '../../src/runtime/stack-trace.js';
import { exploreHere, openProgram } from '../support/opened.js';

const source = 'test/runtime/hang-behind.c';
const fuel = 400_000;

afterEach(() => {
  vi.restoreAllMocks();
});

async function explored(entry: string): Promise<{ checkers: string[]; incomplete: string[] }> {
  const { bugs, tally } = exploreHere(await openProgram(source, { entry, fuel }));
  return {
    checkers: bugs.map(({ failure }) => failure.checker).sort(),
    incomplete: tally.drain().map(({ reason }) => reason),
  };
}

test('a loop that never ends behind a bad read is no bug of its own', async () => {
  const { checkers, incomplete } = await explored('behind_a_bad_read');
  expect(checkers).toEqual(['array-overflow']);
  expect(incomplete).toContain('hang');
});

test('behind a sum that wraps it is one', async () => {
  expect((await explored('behind_a_sum')).checkers).toEqual(['hang', 'integer-overflow']);
});

test('a sum that wraps again and again is looked up once a replay, and so is another of its kind', async () => {
  const { engine } = await openProgram(source, { entry: 'sums_in_a_loop', fuel });
  const capture = vi.spyOn(StackTracer.prototype, 'capture');
  const { failures } = engine.replay().replay(Uint8Array.of(0xff, 0xff, 0xff, 0x7f));
  expect(failures.map(({ checker }) => checker)).toEqual(['integer-overflow', 'integer-overflow']);
  expect(new Set(failures.map(({ place }) => place.line)).size).toBe(2);
  // A thousand turns.
  expect(capture.mock.calls.length).toBeLessThan(10);
});
