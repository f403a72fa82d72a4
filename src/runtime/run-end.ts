import type { RunResult } from './types.js';

/** Thrown through the program's frames to end a run early. Made once per kind: its stack is never read. */
export class RunEnd extends Error {
  constructor(readonly outcome: RunResult['outcome']) {
    super(outcome);
  }
}

const quiet = (outcome: RunResult['outcome']): RunEnd => {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const end = new RunEnd(outcome);
  Error.stackTraceLimit = limit;
  return end;
};

export const runEnds = {
  failed: quiet('failed'),
  assume: quiet('assume'),
  fuel: quiet('fuel'),
  stack: quiet('stack'),
  decided: quiet('decided'),
} as const;
