import type { InputValue } from '../../inputs/decode.js';
import type { CalledProgram } from '../../modes/emit.js';
import type { SavedTest } from '../../modes/saved-test.js';
import { functionOf } from '../../vocabulary/finding.js';
import type { Content } from '../writers.js';

/** A saved test that is written for others. */
export interface EmittedTest extends SavedTest {
  readonly entry: string;
  readonly input: Readonly<Record<string, InputValue>>;
  /** Bytes of what the program made symbolic as it ran, in order, by name. */
  readonly taken: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

/** Tests of one program, sorted by id, and where their files go. */
export interface EmittedTests {
  readonly tests: readonly EmittedTest[];
  readonly program: CalledProgram;
  /** Absolute. */
  readonly folder: string;
  /** What files are called by: the entry, or the program. */
  readonly name: string;
}

export type EmittedFile = readonly [path: string, content: Content, isExecutable?: boolean];

/** `parse_0bafef86094f`. */
export const testFunction = ({ name }: EmittedTests, { id }: EmittedTest): string =>
  `${name}_${id.replace(/\W/g, '_')}`;

/** Why a test is not run: the bug it shows is still there. */
export const disabledBecause = ({ failures: [failure], outcome }: EmittedTest): string | undefined => {
  // By its function: lines change with code that the test never came near.
  if (failure)
    return `${failure.checker} in ${functionOf(failure.stack?.[0])}: ${failure.message.replace(/ \((declared|allocated|freed)[^)]*\)/g, '')}`;
  return ['fuel', 'stack', 'stopped', 'failed'].includes(outcome) ? 'it does not end by itself' : undefined;
};
