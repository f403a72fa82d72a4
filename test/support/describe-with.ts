import { describe, test } from 'vitest';
import { findNativeCompiler } from '../../src/native/compiler.js';

/**
 * `describe` for tests that need something a machine may lack, or that run only when asked. `missing` is then a sentence
 * that says what, and how to get it: it is printed, and stands in the name of the one test that is skipped instead.
 */
export function describeWith(missing: string | undefined, name: string, body: () => void): void {
  if (missing === undefined) {
    describe(name, body);
    return;
  }
  console.log(`Skipped: ${name}. ${missing}`);
  test.skip(`${name} (${missing})`, () => {});
}

/** What is missing where findings can't be run on the machine itself. */
export const noSanitizers = (): string | undefined =>
  findNativeCompiler() ? undefined : 'There is no gcc or clang with sanitizers: apt-get install gcc gcc-multilib';
