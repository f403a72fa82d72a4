/**
 * The values brute force gives to one piece of input: `x:-1,0,5..9`, `c:'a'..'z'`, or for the bytes (elements)
 * of an array `s[2]:…`, `s[0..3]:…`; the length of something of symbolic length is called `s.length`.
 */
export interface Domain {
  readonly name: string;
  /** Elements of an array; undefined for a value of its own. */
  readonly indices: readonly number[] | undefined;
  readonly values: readonly bigint[];
}

/** One value for one piece of input. */
export interface Assignment {
  readonly name: string;
  readonly index: number | undefined;
  readonly value: bigint;
}

export function parseDomain(text: string): Domain {
  const match = /^([\w.]+?)(?:\[(\d+)(?:\.\.(\d+))?\])?:(.+)$/.exec(text);
  if (!match) throw new Error(`not a set of values: ${text}`);
  const [, name, from, to, values] = match;
  const indices = from === undefined ? undefined : range(BigInt(from), BigInt(to ?? from)).map(Number);
  return { name: name!, indices, values: parseValues(values!) };
}

function parseValues(text: string): bigint[] {
  const parts = [...text.matchAll(/('.'|-?\d+)(?:\.\.('.'|-?\d+))?(?:,|$)/g)];
  if (parts.map((part) => part[0]).join('') !== text) throw new Error(`neither values nor ranges: ${text}`);
  return parts.flatMap(([, from, to]) => range(parseValue(from!), parseValue(to ?? from!)));
}

function parseValue(text: string): bigint {
  return text.startsWith("'") ? BigInt(text.charCodeAt(1)) : BigInt(text);
}

function range(from: bigint, to: bigint): bigint[] {
  const values: bigint[] = [];
  for (let value = from; value <= to; value++) values.push(value);
  return values;
}

/** How many combinations there are. */
export function combinationCount(domains: readonly Domain[]): number {
  return domains.reduce((product, { indices, values }) => product * values.length ** (indices?.length ?? 1), 1);
}

/** Every combination, the last piece varying fastest. */
export function* combinations(domains: readonly Domain[]): Generator<Assignment[]> {
  const pieces = domains.flatMap(({ name, indices, values }) =>
    (indices ?? [undefined]).map((index) => ({ name, index, values })),
  );
  const positions = pieces.map(() => 0);
  while (true) {
    yield pieces.map(({ name, index, values }, piece) => ({ name, index, value: values[positions[piece]!]! }));
    let piece = pieces.length - 1;
    while (piece >= 0 && ++positions[piece]! === pieces[piece]!.values.length) positions[piece--] = 0;
    if (piece < 0) return;
  }
}
