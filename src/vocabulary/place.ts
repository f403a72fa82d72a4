/** A place in the user's own source, as debug information gives it. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly function: string;
}

/** A line of the user's source, by the name debug information uses. */
export interface SourceLine {
  readonly file: string;
  readonly line: number;
}

/** `f.c:12` — how a place is named everywhere a person or a script reads it. */
export function placeName(place: Pick<Place, 'file' | 'line'> | undefined): string {
  return place ? `${place.file}:${place.line}` : '?';
}

/** Whether a stack (`buggy f.c:7`, innermost first) has a call on this line. */
export const isCalledFrom = (stack: readonly string[], line: SourceLine): boolean =>
  stack.slice(1).some((frame) => frame.endsWith(` ${placeName(line)}`));
