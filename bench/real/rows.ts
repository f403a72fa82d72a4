import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Tool = 'nearmiss' | 'libfuzzer' | 'afl';
export type Start = 'nothing' | 'seeds';

/** One tool on one library, once. A file a library, a row a line: pieces are measured and merged apart. */
export interface Row {
  readonly library: string;
  readonly tool: Tool;
  readonly start: Start;
  readonly rng: number;
  /** Of processor time: as it was asked for, and as it was used. */
  readonly seconds: number;
  readonly used: number;
  readonly branches: number;
  readonly total: number;
  readonly bugs: readonly string[];
  readonly runs: number;
  /** Megabytes at most. */
  readonly memory: number;
  readonly inputs: number;
  /** Of the inputs, those on which the build for gcov dies. */
  readonly died: number;
  /** Of what was measured: Debian's version of the library, the tool's own. */
  readonly version: string;
  readonly by: string;
  /** Only where it is not the default. */
  readonly engine?: string;
}

const keyOf = ({ library, tool, start, rng, seconds, engine }: Row): string =>
  [library, tool, start, rng, seconds, engine].join(' ');

export class Rows {
  constructor(readonly folder: string) {
    mkdirSync(folder, { recursive: true });
  }

  all(): Row[] {
    return readdirSync(this.folder)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .flatMap((name) => this.#read(name));
  }

  find(wanted: Pick<Row, 'library' | 'tool' | 'start' | 'rng' | 'seconds' | 'engine'>): Row | undefined {
    return this.#read(`${wanted.library}.jsonl`).find((row) => keyOf(row) === keyOf(wanted as Row));
  }

  /** Takes the place of a row of the same question. */
  keep(row: Row): void {
    const name = `${row.library}.jsonl`;
    const others = this.#read(name).filter((each) => keyOf(each) !== keyOf(row));
    const rows = [...others, row].sort((a, b) => keyOf(a).localeCompare(keyOf(b)));
    writeFileSync(join(this.folder, name), rows.map((each) => `${JSON.stringify(each)}\n`).join(''));
  }

  #read(name: string): Row[] {
    const path = join(this.folder, name);
    if (!existsSync(path)) return [];
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Row);
  }
}
