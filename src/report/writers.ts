import { packName } from '../inputs/saved/pack.js';
import { withVerdicts } from '../warnings/write-verdicts.js';
import { corpusFiles } from './corpus.js';
import { formatJunit } from './junit.js';
import { formatLcov } from './lcov.js';
import type { Output } from './output.js';
import { formatSarif } from './sarif.js';
import { testText } from './saved-test.js';
import { formatTaintSarif } from './taint-report.js';
import { packChunks } from './test-pack.js';

export type Content = string | Uint8Array;

/** A file in pieces, each made when it is its turn. */
export interface Pieces {
  readonly pieces: Iterable<Content>;
}

interface Writer {
  /** The file, or the folder, as it is called in the out-dir. */
  readonly name: string;
  /**
   * The text of the file, or the folder's files by name; undefined where the mode has nothing of the kind. Files of a
   * folder are made one by one as they are written: a million tests never lie in memory as text.
   */
  content(output: Output): string | Pieces | Iterable<readonly [name: string, content: Content]> | undefined;
}

/**
 * All that a run may leave in an out-dir, whatever the mode. A new format is one file that makes its text, and a row
 * here. The summary stands last: results are replaced in this order and taken away in the opposite one, so where the
 * summary is, all is.
 */
export const writers: readonly Writer[] = [
  { name: packName, content: ({ pack }) => pack && { pieces: packChunks(pack) } },
  { name: 'tests', content: ({ tests }) => tests && files(tests, testText) },
  { name: 'corpus', content: ({ corpus }) => corpus && corpusFiles(corpus) },
  { name: 'findings', content: ({ findings }) => findings && files(findings.findings, asJson) },
  { name: 'findings.sarif', content: ({ findings }) => findings && formatSarif(findings, findings) },
  {
    name: 'verified.sarif',
    content: ({ verdicts }) => verdicts && asJson(withVerdicts(verdicts.log, verdicts.results)),
  },
  { name: 'taint.sarif', content: ({ flows }) => flows && formatTaintSarif(flows) },
  { name: 'coverage.info', content: (output) => output.coverage && formatLcov(output.coverage()) },
  { name: 'junit.xml', content: ({ summary }) => formatJunit(summary) },
  { name: 'summary.json', content: ({ summary }) => asJson(summary) },
];

/** One .json an item, called by its id. */
function* files<T extends { readonly id: string }>(
  items: Iterable<T>,
  text: (item: T) => string,
): Generator<readonly [string, string]> {
  for (const item of items) yield [`${item.id}.json`, text(item)];
}

const asJson = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;
