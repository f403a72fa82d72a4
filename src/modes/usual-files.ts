import type { PlacedEntry } from '../host/surroundings.js';
import { fromUtf8, includesBytes } from '../platform/bytes.js';
import { SectionId, sectionsOf } from '../wasm/sections.js';

/** What programs count on, given to those whose data names it: others need not be asked whether a name means this. */
const usualFiles: readonly { readonly named: string; readonly entry: PlacedEntry }[] = [
  { named: '/tmp', entry: { path: 'tmp', kind: 'scratch' } },
  { named: '/dev/null', entry: { path: 'dev/null', kind: 'nothing' } },
  { named: '/dev/urandom', entry: { path: 'dev/urandom', kind: 'random' } },
  { named: '/dev/random', entry: { path: 'dev/random', kind: 'random' } },
];

/** By the module's data alone: debug information names the places of sources. */
export function usualFilesFor(wasm: Uint8Array): PlacedEntry[] {
  const data = [...sectionsOf(wasm)].flatMap(({ id, content }) => (id === SectionId.Data ? [content.rest()] : []));
  return usualFiles
    .filter(({ named }) => data.some((bytes) => includesBytes(bytes, fromUtf8(named))))
    .map(({ entry }) => entry);
}
