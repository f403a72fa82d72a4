import type { DataSymbol } from './symbols.js';

export interface LinkMap {
  data: DataSymbol[];
  /** What the code section has, in its order, with the object each function is from. */
  functions: { name: string; object: string }[];
}

const LINE = /^ *([0-9a-f]+|-) +([0-9a-f]+) +([0-9a-f]+) ( *)(.*)$/;
const CHUNK = /^(.*):\(([^()]*)\)$/;

/** Reads what `wasm-ld --print-map` prints: an address, an offset, a size, and indentation for the level. */
export function readLinkMap(text: string): LinkMap {
  const data: DataSymbol[] = [];
  const functions: LinkMap['functions'] = [];
  let isCode = false;
  let chunk: { object: string; section: string; address: number; size: number; named: boolean } | undefined;
  const endChunk = () => {
    // Merged string constants have no symbol of their own.
    if (chunk && !chunk.named && chunk.size > 0)
      data.push({ name: chunk.section, address: chunk.address, size: chunk.size });
    chunk = undefined;
  };
  for (const line of text.split('\n')) {
    const match = LINE.exec(line);
    if (!match) continue;
    const hasAddress = match[1] !== '-';
    const address = Number.parseInt(match[1], 16);
    const size = Number.parseInt(match[3], 16);
    const depth = match[4].length;
    const what = match[5];
    if (depth === 0) {
      endChunk();
      if (!hasAddress) isCode = what === 'CODE';
    } else if (depth < 16) {
      endChunk();
      const parts = CHUNK.exec(what);
      if (parts) chunk = { object: parts[1], section: parts[2], address, size, named: !hasAddress };
      // A function may have several names, which follow, and what the linker makes itself has none.
      if (isCode) functions.push({ name: parts?.[2] ?? '', object: parts?.[1] ?? '' });
    } else if (chunk) {
      // Other names of the same place follow the first.
      if (hasAddress && data.at(-1)?.address !== address) data.push({ name: what, address, size });
      chunk.named = true;
    }
  }
  endChunk();
  data.sort((a, b) => a.address - b.address);
  return { data, functions };
}
