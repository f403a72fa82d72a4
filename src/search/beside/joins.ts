import { stretchesOf, usedBytes, withBytes } from '../../inputs/stretches.js';
import type { LaidOut } from './corpus.js';
import { again, ended, linesIn } from './lines.js';

/** Two inputs one after the other. */
export interface Join {
  readonly input: Uint8Array;
  /** Whether a byte of the input lies behind the first. */
  readonly isBehind: (variable: number) => boolean;
}

/**
 * On a line of its own; on as many lines as there is room for, each the same; or, where both begin alike, without that:
 * as records of a file go, behind one header.
 */
const ways = {
  line: onNextLine,
  lines: onAllLines,
  record: afterHeader,
} as const;
export type JoinKind = keyof typeof ways;
export const joinKinds = Object.keys(ways) as readonly JoinKind[];
/** Those that leave room. */
export const onceKinds: readonly JoinKind[] = ['line', 'record'];

/** `undefined` if it would be too long, or nothing else than one of them. */
export function join(first: LaidOut, second: LaidOut, kind: JoinKind): Join | undefined {
  const others = stretchesOf(second.regions);
  let { input } = first;
  const behind: { from: number; to: number }[] = [];
  for (const stretch of stretchesOf(first.regions)) {
    const other = others.find(({ name }) => name === stretch.name);
    if (!other) continue;
    const before = usedBytes(first.input, stretch);
    const after = usedBytes(second.input, other);
    const parts = ways[kind](before, after, stretch.size);
    if (!parts) continue;
    const [begun, rest] = parts;
    if (rest.length === 0 || begun.length + rest.length > stretch.size) continue;
    input = withBytes(input, stretch, Uint8Array.from([...begun, ...rest]));
    behind.push({ from: stretch.offset + begun.length, to: stretch.offset + stretch.size });
  }
  if (behind.length === 0) return undefined;
  return { input, isBehind: (variable) => behind.some(({ from, to }) => variable >= from && variable < to) };
}

type Parts = readonly [Uint8Array, Uint8Array];

function onNextLine(before: Uint8Array, after: Uint8Array): Parts | undefined {
  return before.length === 0 ? undefined : [ended(before), after];
}

function onAllLines(before: Uint8Array, after: Uint8Array, room: number): Parts | undefined {
  if (before.length === 0 || after.length === 0) return undefined;
  const [begun, line] = [ended(before), ended(after)];
  const times = Math.floor((room - begun.length) / line.length);
  return times < 2 ? undefined : [begun, again(line, times)];
}

function afterHeader(before: Uint8Array, after: Uint8Array): Parts | undefined {
  let common = 0;
  while (common < before.length && common < after.length && before[common] === after[common]) common++;
  return common === 0 ? undefined : [before, after.subarray(common)];
}

/** Each line as an input of its own; the whole where there is but one. */
export function linesOf({ input, regions }: LaidOut): LaidOut[] {
  const [stretch] = stretchesOf(regions);
  const bytes = usedBytes(input, stretch);
  const lines = linesIn(bytes);
  if (lines.length < 2) return [{ input, regions }];
  return lines.map(([from, to]) => ({ input: withBytes(input, stretch, bytes.subarray(from, to)), regions }));
}
