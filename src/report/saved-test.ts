import { decodeInput, type InputValue } from '../inputs/decode.js';
import { entryName } from '../inputs/start.js';
import type { Recipe } from '../modes/recipe.js';
import type { Effects } from '../runtime/effects.js';
import type { Outcome } from '../search/results/records.js';
import type { CheckerId, Failure } from '../vocabulary/finding.js';
import { placeName } from '../vocabulary/place.js';
import type { SavedRun } from './saved-run.js';

/** What tests/<id>.json holds: what went in, as people read it and as bytes, and what the run did. */
export interface SavedTestObject {
  readonly id: string;
  /** How to make the program again. */
  readonly program: Recipe | undefined;
  readonly entry: string;
  readonly input: Readonly<Record<string, InputValue>>;
  /** The whole input in hexadecimal. */
  readonly bytes: string;
  readonly outcome: Outcome;
  readonly exitCode: number;
  /** What else it did, where that is known. */
  readonly effects?: Effects;
  readonly failures: readonly {
    readonly checker: CheckerId;
    readonly also: readonly CheckerId[];
    readonly message: string;
    readonly at: string;
    readonly stack: readonly string[];
  }[];
}

export function savedTest({ id, record: recordOf, plan, recipe }: SavedRun): SavedTestObject {
  const record = recordOf();
  return {
    id,
    program: recipe,
    entry: entryName(plan),
    input: decodeInput(plan, record.input, record.layout),
    bytes: Buffer.from(record.input.buffer, record.input.byteOffset, record.input.byteLength).toString('hex'),
    ...outcomeObject(record.outcome, record.exitCode, record.effects && JSON.parse(record.effects)),
    failures: record.failures.map(failureObject),
  };
}

export const outcomeObject = (
  outcome: Outcome,
  exitCode: number,
  effects: Effects | undefined,
): Pick<SavedTestObject, 'outcome' | 'exitCode' | 'effects'> => ({ outcome, exitCode, ...(effects && { effects }) });

export const failureObject = ({
  checker,
  also,
  message,
  place,
  stack,
}: Failure): SavedTestObject['failures'][number] => ({ checker, also, message, at: placeName(place), stack });

/** The text of tests/<id>.json. */
export const testText = (test: SavedRun): string => testObjectText(savedTest(test));

export const testObjectText = (test: object): string => `${JSON.stringify(test, undefined, 1)}\n`;
