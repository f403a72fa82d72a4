import { readFileSync, statSync } from '../platform/files.js';

/** The lines of a file as debug information names it; none when it can't be read. */
export type SourceText = (file: string) => readonly string[];

/** Reads each file once, as long as it stays as it is: who calls the library edits sources between two commands. */
export function sourceReader(): SourceText {
  const files = new Map<string, { readonly state: string; readonly lines: readonly string[] }>();
  return (file) => {
    const state = stateOf(file);
    const known = files.get(file);
    if (known?.state === state) return known.lines;
    const lines = linesOf(file);
    files.set(file, { state, lines });
    return lines;
  };
}

function stateOf(file: string): string {
  const status = statSync(file, { throwIfNoEntry: false });
  return status ? `${status.ino} ${status.mtimeMs} ${status.size}` : '';
}

export const readSource: SourceText = sourceReader();

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/);
  } catch {
    return [];
  }
}
