import { UserError } from '../vocabulary/errors.js';

/** A place in a grammar file, both from 1 on. */
export interface TextPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One sentence at a place: `calc.y:3:7: …`. */
export function grammarError(place: TextPlace, sentence: string): UserError {
  return new UserError(`${place.file}:${place.line}:${place.column}: ${sentence}`);
}
