/** Rows of cells under a head, as Markdown; the columns are padded, so that it reads in a terminal too. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

export type Cell = string | number | undefined;

/** One table or figure of a paper, with theirs and ours side by side. */
export interface Exhibit {
  /** As the paper numbers it: `Table 1`. */
  readonly name: string;
  readonly title: string;
  /** What they ran, and what we run in its place. */
  readonly subject: string;
  readonly tables: readonly Table[];
  /** Why the two differ, or cannot be compared: a sentence or more each. */
  readonly differs: readonly string[];
}

export function renderTable({ head, rows }: Table): string {
  const texts = [head, ...rows].map((row) => head.map((_, i) => textOf(row[i])));
  const widths = head.map((_, i) => Math.max(3, ...texts.map((row) => row[i].length)));
  const isNumber = head.map((_, i) => texts.slice(1).every((row) => /^[\d–<≥-]|^$/.test(row[i])));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => (isNumber[i] ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join(' | ')} |`;
  const rule = `| ${widths.map((width, i) => (isNumber[i] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`;
  return [line(texts[0]), rule, ...texts.slice(1).map(line)].join('\n');
}

/** A bar in a cell would end it. */
const textOf = (cell: Cell): string =>
  cell === undefined ? '–' : (typeof cell === 'number' ? cell.toLocaleString('en') : cell).replaceAll('|', '\\|');

export const renderExhibit = ({ name, title, subject, tables, differs }: Exhibit): string =>
  [
    `### ${name}: ${title}`,
    subject,
    ...tables.map(renderTable),
    ['Why they differ:', ...differs.map((sentence) => `- ${sentence}`)].join('\n'),
  ].join('\n\n');

/** `12/20 60 %`, as papers write coverage. */
export const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

export const seconds = (time: number): string => `${time < 10 ? time.toFixed(1) : time.toFixed(0)} s`;
