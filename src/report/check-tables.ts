import { checkers } from '../checkers/index.js';
import type { SearchStats } from '../search/results/stats.js';
import type { ConfirmedBug } from '../search/search.js';
import { bucketId } from './test-id.js';

const percent = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${((100 * part) / whole).toFixed(part === whole ? 0 : 1)}%`;
const mean = (sum: number, count: number): string => (count === 0 ? '-' : (sum / count).toFixed(1));

/** For `--stats`: what active checking did, as the tables of the paper show it. */
export function formatCheckTables(
  { checks, lists, cacheHits, queries }: SearchStats,
  /** None where nobody counts which runs of checks failed. */
  bugs?: readonly ConfirmedBug[],
): string {
  const rows = checkers.flatMap(({ id }, i) =>
    checks.injected[i] === 0
      ? []
      : [
          [
            id,
            `${checks.injected[i]}`,
            `${checks.bounded[i]}`,
            `${checks.solved[i]}`,
            ...(bugs ? [`${checks.failed[i]}`, percent(checks.failed[i], checks.solved[i])] : []),
          ],
        ],
  );
  const lines =
    rows.length > 0
      ? table([['checker', 'injected', 'by bounds', 'solved', ...(bugs ? ['failed', 'yield'] : [])], ...rows])
      : ['no checks injected'];
  if (checks.groups > 0) {
    lines.push(
      `disjunctions ${checks.groups} (${checks.smallest}/${mean(checks.grouped, checks.groups)}/${checks.largest} checks: least, mean, most)`,
    );
  }
  lines.push(
    `constraints of a query: ${mean(lists.assumed, lists.queries)} on the path, ${mean(lists.kept, lists.queries)} after unrelated ones are dropped (mean of ${lists.queries})`,
    `local cache: ${percent(checks.known, checks.made)} of ${checks.made} checks, ${percent(checks.impossible, checks.made)} can't fail on any path; query cache: ${percent(cacheHits, queries)} of ${queries} queries`,
  );
  if (bugs && bugs.length > 0) {
    lines.push(
      ...table([
        ['bucket', 'kind', 'place', 'found by'],
        ...bugs.map(({ bucket, failure }) => [
          bucketId(bucket.key),
          failure.checker,
          `${failure.place.file}:${failure.place.line}`,
          [bucket.passive ? 'path' : '', ...askers(bucket)].filter(Boolean).join(', '),
        ]),
      ]),
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Which checkers' conditions led there, and how many runs made for them failed so. */
function askers({ by, active }: ConfirmedBug['bucket']): string[] {
  const ids = Object.keys(by).sort();
  if (ids.length === 0) return active ? ['check'] : [];
  return ids.map((id) => `${id} (${by[id]})`);
}

/** Columns of equal width: the first to the left, numbers to the right. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const isNumber = rows[0].map((_, column) => rows.slice(1).every((row) => /^[\d.%-]+$/.test(row[column])));
  return rows.map((row) =>
    `  ${row.map((cell, i) => (isNumber[i] ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join('  ')}`.trimEnd(),
  );
}
