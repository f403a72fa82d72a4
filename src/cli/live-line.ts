import { basename } from 'node:path';
import type { ExploreEvent } from '../library/explore.js';

type Told = ExploreEvent & { readonly kind: 'progress' };

/** What a line of progress may say, in the order it is read; `rank`: what a narrow terminal gives up last. */
const parts: readonly { readonly rank: number; say(event: Told): string }[] = [
  { rank: 1, say: ({ elapsedMs }) => clock(elapsedMs) },
  { rank: 2, say: ({ paths }) => counted(paths, 'path') },
  { rank: 8, say: ({ runs }) => counted(runs, 'run') },
  { rank: 9, say: ({ pending }) => `${short(pending)} pending` },
  { rank: 4, say: ({ covered, points }) => (points === 0 ? '' : `${Math.floor((covered / points) * 100)}% covered`) },
  // Not yet replayed, so not yet findings.
  { rank: 3, say: ({ suspects }) => (suspects === 0 ? '' : counted(suspects, 'suspect')) },
  { rank: 7, say: ({ queries, elapsedMs }) => `${short((queries * 1000) / Math.max(1, elapsedMs))} queries/s` },
  { rank: 6, say: ({ at }) => (at === undefined ? '' : `at ${withoutFolder(at)}`) },
  { rank: 5, say: ({ leftMs }) => (Number.isFinite(leftMs) ? `${clock(leftMs)} left` : '') },
];

const between = '  ';

/** One line of progress that fits. */
export function describeProgress(event: Told, columns: number): string {
  const said = parts.map(({ rank, say }) => ({ rank, text: say(event) })).filter(({ text }) => text !== '');
  const kept = new Set<string>();
  let length = -between.length;
  for (const { text } of [...said].sort((a, b) => a.rank - b.rank)) {
    if (length + between.length + text.length > columns) continue;
    kept.add(text);
    length += between.length + text.length;
  }
  return said
    .filter(({ text }) => kept.has(text))
    .map(({ text }) => text)
    .join(between);
}

export function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** 950, 12.3k, 4.1M: numbers that keep their width while they grow. */
function short(value: number): string {
  if (value < 1000) return String(Math.round(value));
  return value < 1e6 ? `${(value / 1e3).toFixed(1)}k` : `${(value / 1e6).toFixed(1)}M`;
}

const counted = (count: number, what: string): string =>
  `${count < 1e5 ? count : short(count)} ${what}${count === 1 ? '' : 's'}`;

/** `parse /home/me/f.c:12` → `parse f.c:12`. */
function withoutFolder(at: string): string {
  const space = at.indexOf(' ');
  return `${at.slice(0, space)} ${basename(at.slice(space + 1))}`;
}
