import { readFileSync, writeFileSync } from 'node:fs';
import type { Row, Start, Tool } from './rows.js';

/** Within this much two numbers of branches are equal. */
const equal = 0.01;

/** The median of rows that differ in their seed alone. */
interface Cell {
  readonly branches: number;
  readonly total: number;
  readonly rate: number;
  readonly memory: number;
  readonly bugs: number;
  readonly count: number;
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

function cellOf(rows: readonly Row[]): Cell | undefined {
  if (rows.length === 0) return undefined;
  return {
    branches: median(rows.map(({ branches }) => branches)),
    total: rows[0].total,
    rate: median(rows.map(({ runs, used }) => runs / used)),
    memory: median(rows.map(({ memory }) => memory)),
    bugs: new Set(rows.flatMap(({ bugs }) => bugs)).size,
    count: rows.length,
  };
}

/** What all rows of so many seconds say, as Markdown: made of rows alone, so that a test can make it again. */
export function tableOf(all: readonly Row[], seconds: number, libraries: readonly string[]): string {
  const rows = all.filter((row) => row.seconds === seconds && row.engine === undefined);
  const cell = (library: string, tool: Tool, start: Start): Cell | undefined =>
    cellOf(rows.filter((row) => row.library === library && row.tool === tool && row.start === start));
  const measured = libraries.filter(
    (library) => cell(library, 'nearmiss', 'nothing') ?? cell(library, 'nearmiss', 'seeds'),
  );
  const lines = [
    `${seconds} s of processor time each, one job; medians; branches by gcov, bugs of all seeds together. AFL++ with cmplog where it was measured.`,
    '',
    '| library | branches in all | from nothing: nearmiss | libFuzzer | ratio | AFL++ | with seeds: nearmiss | libFuzzer | ratio | AFL++ | bugs | runs/s, nothing | MB | seeds |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|---|---|',
    ...measured.map((library) => {
      const of = (tool: Tool, start: Start) => cell(library, tool, start);
      const any = of('nearmiss', 'nothing') ?? of('nearmiss', 'seeds');
      const side = (start: Start): string[] => [
        number(of('nearmiss', start)?.branches),
        number(of('libfuzzer', start)?.branches),
        ratioText(ratioOf(of('nearmiss', start), of('libfuzzer', start))),
        number(of('afl', start)?.branches),
      ];
      const both = (pick: (cell: Cell) => number): string =>
        (['nearmiss', 'libfuzzer'] as const)
          .map((tool) => of(tool, 'nothing') ?? of(tool, 'seeds'))
          .map((each) => number(each && pick(each)))
          .join(' / ');
      const counts = (['nothing', 'seeds'] as const).map((start) => of('nearmiss', start)?.count ?? 0);
      return `| ${[
        ...[library, number(any?.total), ...side('nothing'), ...side('seeds'), both((each) => each.bugs)],
        ...[
          both((each) => Math.round(each.rate)),
          both((each) => Math.round(each.memory)),
          [...new Set(counts)].join(' / '),
        ],
      ].join(' | ')} |`;
    }),
    '',
    ...(['nothing', 'seeds'] as const).map((start) =>
      summary(start, measured, (library, tool) => cell(library, tool, start)),
    ),
  ];
  return lines.join('\n');
}

function summary(
  start: Start,
  libraries: readonly string[],
  cell: (library: string, tool: Tool) => Cell | undefined,
): string {
  const name = start === 'nothing' ? 'From nothing' : 'With seeds';
  const ratios = libraries.flatMap((library) => ratioOf(cell(library, 'nearmiss'), cell(library, 'libfuzzer')) ?? []);
  if (ratios.length === 0) return `${name}: not measured.`;
  const count = (test: (ratio: number) => boolean): number => ratios.filter(test).length;
  const ahead = count((ratio) => ratio > 1 + equal);
  const behind = count((ratio) => ratio < 1 - equal);
  const geomean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  return `${name}: ahead on ${ahead}, equal (within 1 %) on ${ratios.length - ahead - behind}, behind on ${behind} of ${ratios.length}; geometric mean ${geomean.toFixed(2)} ×, smallest ${Math.min(...ratios).toFixed(2)} ×.\n`;
}

const ratioOf = (ours: Cell | undefined, theirs: Cell | undefined): number | undefined =>
  ours && theirs ? ours.branches / theirs.branches : undefined;
const ratioText = (ratio: number | undefined): string => (ratio === undefined ? '–' : `${ratio.toFixed(2)} ×`);
const number = (value: number | undefined): string => (value === undefined ? '–' : String(value));

const [begin, end] = ['<!-- bench:real begins -->', '<!-- bench:real ends -->'];

/** Puts the table where the document has its place for it. */
export function writeTable(document: string, table: string): void {
  const text = readFileSync(document, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${document} has no place for the table: ${begin}`);
  writeFileSync(document, `${text.slice(0, from + begin.length)}\n${table}\n${text.slice(to)}`);
}
