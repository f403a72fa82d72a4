import { sha256 } from '../platform/hash.js';
import { basename } from '../platform/paths.js';
import type { CheckerId } from './finding.js';
import type { Place } from './place.js';
import { readSource, type SourceText } from './source-text.js';

const digits = 12;

/**
 * What a bug is known by from one version of a source to the next: the checker, the function, the file's
 * name and the text of the line, with its number among equal lines of the function. Lines added above,
 * another folder or another indentation leave it as it is.
 */
export function fingerprintOf(checker: CheckerId, place: Place, source: SourceText = readSource): string {
  const lines = source(place.file);
  const text = lines[place.line - 1]?.trim();
  const where = text === undefined ? `line ${place.line}` : `${plain(text)} ${earlierEqual(lines, place.line, text)}`;
  const parts = [checker, basename(place.file), place.function, where];
  return sha256(parts.join('\0')).slice(0, digits);
}

const plain = (text: string): string => text.replace(/\s+/g, ' ');

/** How many lines before this one, up to the end of the function before, have its text. */
function earlierEqual(lines: readonly string[], line: number, text: string): number {
  let count = 0;
  for (let i = line - 2; i >= 0 && !lines[i].startsWith('}'); i--) if (lines[i].trim() === text) count++;
  return count;
}
