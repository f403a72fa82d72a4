import { UserError } from '../vocabulary/errors.js';

/** A place in a grammar file, both from 1 on. */
export interface TextPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One sentence at a place: `calc.y:3:7: …`. What it quotes of the file may be any bytes. */
export function grammarError(place: TextPlace, sentence: string): UserError {
  const printable = sentence.replace(/[^ -~]/g, (c) => {
    const code = c.charCodeAt(0);
    return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : c;
  });
  return new UserError(`${place.file}:${place.line}:${place.column}: ${printable}`);
}
