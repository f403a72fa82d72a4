import { readFileSync } from '../platform/files.js';

/** The lines of a file as debug information names it; none when it can't be read. */
export type SourceText = (file: string) => readonly string[];

/** Reads each file once, for as long as the reader lives. */
export function sourceReader(): SourceText {
  const files = new Map<string, readonly string[]>();
  return (file) => {
    const known = files.get(file);
    if (known) return known;
    const lines = linesOf(file);
    files.set(file, lines);
    return lines;
  };
}

/** For the life of the process: sources don't change while they are looked at. */
export const readSource: SourceText = sourceReader();

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/);
  } catch {
    return [];
  }
}
