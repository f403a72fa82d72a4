import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Start, Tool } from './rows.js';

export interface Options {
  /** Libraries and programs; none: all. */
  readonly names: readonly string[];
  readonly seconds: number;
  readonly rngs: readonly number[];
  readonly starts: readonly Start[];
  readonly tools: readonly Tool[];
  readonly engine?: string;
  /** Measure again what has a row. */
  readonly again: boolean;
  readonly onlyBuild: boolean;
  readonly onlyTable: boolean;
  /** Sources, builds and outputs. */
  readonly work: string;
  readonly rows: string;
}

/** Rows that the table in bench/README.md is made of. */
export const keptRows = join(dirname(fileURLToPath(import.meta.url)), 'rows');

export function readOptions(words: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '60' },
      seeds: { type: 'string', default: '1,2,3' },
      starts: { type: 'string', default: 'nothing,seeds' },
      tools: { type: 'string', default: 'nearmiss,libfuzzer,afl' },
      engine: { type: 'string' },
      again: { type: 'boolean', default: false },
      build: { type: 'boolean', default: false },
      table: { type: 'boolean', default: false },
      work: { type: 'string', default: join(tmpdir(), 'nearmiss-bench-real') },
      rows: { type: 'string', default: keptRows },
    },
  });
  return {
    names: positionals,
    seconds: Number(values.seconds),
    rngs: values.seeds.split(',').map(Number),
    starts: listed(values.starts, ['nothing', 'seeds']),
    tools: listed(values.tools, ['nearmiss', 'libfuzzer', 'afl']),
    engine: values.engine,
    again: values.again,
    onlyBuild: values.build,
    onlyTable: values.table,
    work: resolve(values.work),
    rows: resolve(values.rows),
  };
}

function listed<Word extends string>(text: string, known: readonly Word[]): Word[] {
  return text.split(',').map((word) => {
    const found = known.find((each) => each === word);
    if (found === undefined) throw new Error(`${word} is none of ${known.join(', ')}`);
    return found;
  });
}
