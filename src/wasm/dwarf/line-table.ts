import type { SourceFiles } from './file-names.js';
import { readLineHeader } from './line-header.js';
import { runLineProgram } from './line-program.js';
import { RowBuffer } from './row-buffer.js';
import type { DebugSections } from './sections.js';
import type { Unit } from './unit.js';

/** From `address` on (to the next row's address) the code comes from this place. */
export interface LineRow {
  /** Offset into the payload of the code section; dead-code.ts says exactly what that is. */
  readonly address: number;
  readonly file: string;
  /** 0: the compiler made this code up. */
  readonly line: number;
  readonly column: number;
  readonly isStatement: boolean;
  /** The first address behind the code; its file and line mean nothing. */
  readonly endSequence: boolean;
}

/** All rows of a module, sorted by address, and the ways to look into them. */
export class LineTable {
  private byFile: Map<string, Map<number, number[]>> | undefined;

  constructor(
    private readonly rows: RowBuffer,
    private readonly names: SourceFiles,
  ) {}

  get length(): number {
    return this.rows.rowCount;
  }

  row(index: number): LineRow {
    const { rows } = this;
    return {
      address: rows.address(index),
      file: this.names.nameOf(rows.file(index)),
      line: rows.line(index),
      column: rows.column(index),
      isStatement: rows.isStatement(index),
      endSequence: rows.isEnd(index),
    };
  }

  *[Symbol.iterator](): IterableIterator<LineRow> {
    for (let index = 0; index < this.length; index++) yield this.row(index);
  }

  /** The row that covers an address, undefined where no source is known. */
  lookup(address: number): LineRow | undefined {
    const index = this.indexAt(address);
    return index < 0 ? undefined : this.row(index);
  }

  /** The number of the row that covers an address, or -1: the last of those that begin at or before it. */
  indexAt(address: number): number {
    const { rows } = this;
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows.address(middle) <= address) low = middle + 1;
      else high = middle;
    }
    return low === 0 || rows.isEnd(low - 1) ? -1 : low - 1;
  }

  /** Line of a row without making an object of it, for walks over neighbours. */
  lineOf(index: number): number {
    return this.rows.isEnd(index) ? 0 : this.rows.line(index);
  }

  addressOf(index: number): number {
    return this.rows.address(index);
  }

  /** Files that some code comes from, sorted. Headers are among them when they hold inline functions. */
  get files(): readonly string[] {
    return [...this.index().keys()].sort();
  }

  /** Rows of one line, by address. */
  rowsOf(file: string, line: number): LineRow[] {
    return (this.index().get(file)?.get(line) ?? []).map((index) => this.row(index));
  }

  /** Lines of a file that have rows (statements only, when asked so), ascending. */
  linesOf(file: string, statementsOnly: boolean): number[] {
    const lines = this.index().get(file);
    if (!lines) return [];
    const found: number[] = [];
    for (const [line, indices] of lines) {
      if (!statementsOnly || indices.some((index) => this.rows.isStatement(index))) found.push(line);
    }
    return found.sort((a, b) => a - b);
  }

  private index(): Map<string, Map<number, number[]>> {
    if (this.byFile) return this.byFile;
    const byFile = new Map<string, Map<number, number[]>>();
    for (let index = 0; index < this.length; index++) {
      const line = this.lineOf(index);
      const file = this.rows.file(index);
      if (line === 0 || file < 0) continue;
      const name = this.names.nameOf(file);
      let lines = byFile.get(name);
      if (!lines) byFile.set(name, (lines = new Map()));
      const indices = lines.get(line);
      if (indices) indices.push(index);
      else lines.set(line, [index]);
    }
    return (this.byFile = byFile);
  }
}

/** Runs the line program of every unit; `filesOf` then tells what a unit's file numbers mean. */
export function readLines(
  sections: DebugSections,
  units: readonly Unit[],
  names: SourceFiles,
): { readonly lines: LineTable; readonly filesOf: ReadonlyMap<Unit, readonly number[]> } {
  const rows = new RowBuffer();
  const filesOf = new Map<Unit, readonly number[]>();
  const filesAt = new Map<string, readonly number[]>();
  for (const unit of units) {
    if (unit.statementList === undefined || unit.statementList >= sections.line.length) continue;
    // Units may share a line program: it runs once.
    const key = `${unit.statementList} ${unit.compileDirectory}`;
    let files = filesAt.get(key);
    if (!files) {
      const header = readLineHeader(unit, unit.statementList, names);
      if (!header) continue;
      runLineProgram(header, rows, sections.allowance);
      filesAt.set(key, (files = header.files));
    }
    filesOf.set(unit, files);
  }
  return { lines: new LineTable(rows.sorted(), names), filesOf };
}
