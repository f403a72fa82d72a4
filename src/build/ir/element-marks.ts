import { debugSuffix } from './text.js';

const GEP = /^ {2}%\S+ = getelementptr .*, i32 (%[-\w.$]+)(?:, !|$)/;
const STORE = /^ {2}store i32 (%[-\w.$]+), ptr (%[-\w.$]+)/;
const LOAD = /^ {2}(%[-\w.$]+) = load i32, ptr (%[-\w.$]+)/;

/** Copies from variable to variable that are followed. */
const rounds = 3;

/**
 * Where an unsigned number that the function computed is used as an index: an unsigned sum may wrap, but not one that
 * says where in an array. Other indices are not marked, as a mark costs a test each time: a mere counter among them.
 */
export function markElements(
  lines: readonly string[],
  computed: ReadonlySet<string>,
  marker: (value: string) => string,
): string[] {
  if (computed.size === 0) return [...lines];
  const values = new Set(computed);
  const variables = new Set<string>();
  for (let i = 0; i < rounds; i++) {
    const before = values.size;
    for (const line of lines) {
      const store = STORE.exec(line);
      if (store && values.has(store[1])) variables.add(store[2]);
      const load = LOAD.exec(line);
      if (load && variables.has(load[2])) values.add(load[1]);
    }
    if (values.size === before) break;
  }
  return lines.flatMap((line) => {
    const index = GEP.exec(line)?.[1];
    return index !== undefined && values.has(index) ? [`${marker(index)}${debugSuffix(line)}`, line] : [line];
  });
}
