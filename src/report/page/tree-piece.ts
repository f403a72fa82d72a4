import type { PathTree } from '../../modes/path-tree.js';
import type { SourceText } from '../../vocabulary/source-text.js';
import { packNumbers } from './packed-numbers.js';
import type { TreePiece } from './page-data.js';
import type { KnownTest } from './saved-results.js';
import { sourceWords, wordsHold } from './source-words.js';

/** What a path came to, by its number in `pathOutcomes`. */
export const outcomeNumber = ({ failures, outcome }: Pick<KnownTest, 'failures' | 'outcome'>): number => {
  if (failures.length > 0) return 1;
  return outcome === 'returned' || outcome === 'exited' ? 0 : 2;
};

/** A choice that takes part in a packed number: targets of calls may be any. */
const choices = 256;

export function treePiece(tree: PathTree, tests: readonly KnownTest[], source: SourceText): TreePiece {
  const nodes = tree.parent.length;
  const ends = tree.path.map((path) => (path < 0 ? 0 : 1 + outcomeNumber(tests[path])));
  return {
    paths: tree.paths,
    of: tree.of,
    nodes,
    sites: tree.sites.map(({ kind, place, leads }) => ({
      kind,
      ...(place && {
        file: place.file,
        line: place.line,
        function: place.function,
        words: sourceWords(source(place.file)[place.line - 1], place.column),
        holds: leads && choiceThatHolds(wordsHold(source(place.file)[place.line - 1], place, leads[1], leads[0])),
      }),
    })),
    parent: packNumbers(tree.parent.map((parent, i) => (parent < 0 ? 0 : i - parent))),
    decisions: packNumbers(tree.first.map((first, i) => (tree.first[i + 1] ?? tree.site.length) - first)),
    decided: packNumbers(tree.site.map((site, i) => site * choices + (tree.choice[i] & (choices - 1)))),
    ends: packNumbers(ends),
    failing: tree.path.flatMap((path, i) => (ends[i] === 2 ? [tests[path].id] : [])),
  };
}

const choiceThatHolds = (isOne: boolean | undefined): number | undefined =>
  isOne === undefined ? undefined : Number(isOne);
