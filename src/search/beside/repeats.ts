import { stretchesOf, usedBytes, withBytes } from '../../inputs/stretches.js';
import type { LaidOut } from './corpus.js';
import { again, linesIn, newline } from './lines.js';

/**
 * An input with a part of it as often as there is room: tables of a fixed size overflow with one entry too many, names
 * with one letter. One for each part that may mean something by itself.
 */
export function repeatsOf({ input, regions }: LaidOut): Uint8Array[] {
  return stretchesOf(regions).flatMap((stretch) => {
    const bytes = usedBytes(input, stretch);
    return partsOf(bytes).flatMap(([part, at]) => {
      const times = Math.floor((stretch.size - bytes.length) / part.length);
      if (times === 0) return [];
      const all = [...bytes.subarray(0, at), ...again(part, times), ...bytes.subarray(at)];
      return [withBytes(input, stretch, Uint8Array.from(all), all.length)];
    });
  });
}

type Part = readonly [part: Uint8Array, behind: number];

/** Lines, words with what separates them on either side, single bytes; and where each ends. */
function partsOf(bytes: Uint8Array): Part[] {
  const parts: Part[] = [];
  const cutAt = (from: number, to: number): void => {
    parts.push([bytes.slice(from, to), to]);
  };
  for (const [from, to] of linesIn(bytes)) {
    if (bytes[to - 1] === newline) cutAt(from, to);
    else parts.push([Uint8Array.of(newline, ...bytes.subarray(from)), to]);
  }
  for (let from = 0; from < bytes.length; from++) {
    if (!isOfWord(bytes[from]) || (from > 0 && isOfWord(bytes[from - 1]))) continue;
    let to = from;
    while (to < bytes.length && isOfWord(bytes[to])) to++;
    if (from > 0) cutAt(from - 1, to);
    if (to < bytes.length) cutAt(from, to + 1);
  }
  for (let i = 0; i < bytes.length; i++) if (i === 0 || bytes[i] !== bytes[i - 1]) cutAt(i, i + 1);
  return parts;
}

/** Letters, digits, _ and whatever is beyond ASCII. */
function isOfWord(byte: number): boolean {
  return (
    (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || byte === 95 || (byte >= 97 && byte <= 122) || byte > 127
  );
}
