import { normalize } from './file-names.js';
import type { LineTable } from './line-table.js';

/**
 * Which lines of the user's own files have code: what line coverage counts, and where `file:line` on a command
 * line can point. A line has code when a statement begins on it.
 */
export class SourceLines {
  private readonly byFile = new Map<string, readonly number[]>();

  /** `isUserFile` keeps out libraries, models and runtimes; left out, every file counts. */
  constructor(lines: LineTable, isUserFile: (file: string) => boolean = () => true) {
    for (const file of lines.files) {
      if (!isUserFile(file)) continue;
      const found = lines.linesOf(file, true);
      if (found.length > 0) this.byFile.set(file, found);
    }
  }

  /** Sorted. */
  get files(): readonly string[] {
    return [...this.byFile.keys()];
  }

  /** Ascending; empty for a file without code. */
  linesWithCode(file: string): readonly number[] {
    return this.byFile.get(file) ?? [];
  }

  hasCode(file: string, line: number): boolean {
    return this.nearestLineWithCode(file, line) === line;
  }

  /**
   * Where a debugger would put a breakpoint meant for this line: the line itself, else the next one with code
   * (a comment, a declaration or a brace stands before what it belongs to), else the file's last one.
   */
  nearestLineWithCode(file: string, line: number): number | undefined {
    const lines = this.linesWithCode(file);
    let low = 0;
    let high = lines.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (lines[middle] < line) low = middle + 1;
      else high = middle;
    }
    return lines[low] ?? lines.at(-1);
  }

  /**
   * The files a person can mean by a path: the one of exactly that name; else those that end in it (`f.c` for
   * `src/f.c`), or that it ends in (`/home/me/src/f.c` for `src/f.c`). More than one is for the caller to refuse.
   */
  filesNamed(path: string): readonly string[] {
    const wanted = normalize(path);
    if (this.byFile.has(wanted)) return [wanted];
    const endsIn = (whole: string, part: string) => whole.endsWith(`/${part.replace(/^(\.\.\/)+/, '')}`);
    return this.files.filter((file) => endsIn(file, wanted) || endsIn(wanted, file));
  }
}
