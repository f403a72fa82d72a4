import { decodeInput, type InputValue } from '../inputs/decode.js';
import { entryName } from '../inputs/start.js';
import type { Recipe } from '../modes/recipe.js';
import type { Outcome } from '../search/results/records.js';
import type { CheckerId } from '../vocabulary/finding.js';
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
    outcome: record.outcome,
    exitCode: record.exitCode,
    failures: record.failures.map(({ checker, also, message, place, stack }) => ({
      checker,
      also,
      message,
      at: placeName(place),
      stack,
    })),
  };
}

/** The text of tests/<id>.json. */
export function testText(test: SavedRun): string {
  return `${JSON.stringify(savedTest(test), undefined, 1)}\n`;
}
