import { beforeAll, expect, test } from 'vitest';
import { RunGivenUp } from '../../src/runtime/stop-sign.js';
import { type OpenedProgram, openProgram } from '../support/opened.js';

/** More than two portions of fuel (runtime/fuel-tank.ts), and no multiple of one. */
const fuel = 20_000;
const inputOf = (turns: number, by: number): Uint8Array => new Uint8Array(Int32Array.of(turns, by).buffer);

let opened: OpenedProgram;
beforeAll(async () => {
  opened = await openProgram('test/runtime/counts.c', { entry: 'counts', fuel });
});

test.each([
  [0, 'returned'],
  [8190, 'returned'],
  [8191, 'returned'],
  [8192, 'returned'],
  [8193, 'returned'],
  [16385, 'returned'],
  [fuel - 1, 'returned'],
  [fuel, 'fuel'],
  [1_000_000, 'fuel'],
])('fuel comes in portions and is as much as it was: %d turns', (turns, outcome) => {
  const input = inputOf(turns, 1);
  const run = opened.engine.program.run(input);
  expect(run.outcome).toBe(outcome);
  // The head of the loop is passed once more than its body.
  expect(run.iterations).toBe(Math.min(turns + 1, fuel + 1));
  expect(opened.engine.replay().replay(input).outcome).toBe(outcome);
});

test('runs, replays and the look for an endless loop end in the middle when the sign is up, and the next is as good as new', () => {
  const { program, replay, hang, stopSign, clear } = opened.engine;
  const input = inputOf(18_000, 0);
  const endless = inputOf(-1, 1);
  const before = { run: program.run(input).failures, replayed: replay().replay(input).failures };
  expect(before.run.map(({ checker }) => checker)).toEqual(['division-by-zero']);
  for (const work of [() => program.run(input), () => replay().replay(input), () => hang?.(endless, true)]) {
    let looks = 0;
    stopSign!.isUp = () => ++looks === 2;
    expect(work).toThrow(RunGivenUp);
    stopSign!.isUp = () => false;
    expect(program.run(input).failures).toEqual(before.run);
    expect(replay().replay(input).failures).toEqual(before.replayed);
    // The solver may make expressions again, as many as it likes.
    expect(program.store.limit).toBe(Infinity);
  }
  clear();
});
