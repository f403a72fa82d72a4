import { debugSuffix } from './text.js';

const forms = (word: string) => ({
  gep: new RegExp(String.raw`^ {2}%\S+ = getelementptr .*, ${word} (%[-\w.$]+)(?:, !|$)`),
  store: new RegExp(String.raw`^ {2}store ${word} (%[-\w.$]+), ptr (%[-\w.$]+)`),
  load: new RegExp(String.raw`^ {2}(%[-\w.$]+) = load ${word}, ptr (%[-\w.$]+)`),
});
const narrow = forms('i32');
/** Where pointers have 64 bits an index has as many, and was made wider if it had fewer. */
const wide = forms('i64');
const EXTENSION = /^ {2}(%[-\w.$]+) = zext i32 (%[-\w.$]+) to i64/;

/** Copies from variable to variable that are followed. */
const rounds = 3;

/**
 * Where an unsigned number that the function computed is used as an index: an unsigned sum may wrap, but not one that
 * says where in an array. Other indices are not marked, as a mark costs a test each time: a mere counter among them.
 */
export function markElements(
  lines: readonly string[],
  computed: ReadonlySet<string>,
  marker: (value: string, type: string) => string,
  bits: 32 | 64,
): string[] {
  if (computed.size === 0) return [...lines];
  const values = new Set(computed);
  const variables = new Set<string>();
  const extended = new Map<string, string>();
  const copies = bits === 64 ? [narrow, wide] : [narrow];
  for (let i = 0; i < rounds; i++) {
    const before = values.size;
    for (const line of lines) {
      for (const { store, load } of copies) {
        const stored = store.exec(line);
        if (stored && values.has(stored[1])) variables.add(stored[2]);
        const loaded = load.exec(line);
        if (loaded && variables.has(loaded[2])) values.add(loaded[1]);
      }
      const extension = bits === 64 ? EXTENSION.exec(line) : null;
      if (extension && values.has(extension[2])) extended.set(extension[1], extension[2]);
    }
    if (values.size === before) break;
  }
  return lines.flatMap((line) => {
    const index = (bits === 64 ? wide : narrow).gep.exec(line)?.[1] ?? '';
    const before = extended.get(index);
    if (before !== undefined) return [`${marker(before, 'i32')}${debugSuffix(line)}`, line];
    return values.has(index) ? [`${marker(index, `i${bits}`)}${debugSuffix(line)}`, line] : [line];
  });
}
