import { blobOf } from '../inputs/decode.js';
import { flatSize } from '../inputs/layout.js';
import type { SavedRun } from './saved-run.js';

/** Inputs as raw bytes, for fuzzers: undefined where no test has any. */
export function corpusFiles(tests: Iterable<SavedRun>): Iterable<readonly [string, Uint8Array]> | undefined {
  const files = rawInputs(tests);
  const first = files.next();
  return first.done ? undefined : startingWith(first.value, files);
}

function* rawInputs(tests: Iterable<SavedRun>): Generator<readonly [string, Uint8Array]> {
  for (const test of tests) {
    const blob = rawInput(test);
    if (blob) yield [test.id, blob];
  }
}

function* startingWith<T>(first: T, rest: Iterable<T>): Generator<T> {
  yield first;
  yield* rest;
}

/** The whole input as one stretch of bytes, unless the program made more of it symbolic as it ran. */
function rawInput({ plan, record }: SavedRun): Uint8Array | undefined {
  const { input, layout, exitCode } = record();
  // A harness that answers −1 asks fuzzers not to keep the input.
  if (exitCode === -1) return undefined;
  const end = flatSize(plan);
  return layout.some(({ offset }) => offset >= end) ? undefined : blobOf(plan, input);
}
