import { pointerBits } from './type-layout.js';

/** A program has 256 MB in all; one array that takes most of it leaves no room to run, and takes minutes to link. */
const largestGlobal = 160 * 2 ** 20;

const GLOBAL = /^@"?([^ "]+)"? = (?!external)[^\n]*?\b(?:global|constant) (?:<?\{ )?((?:\[\d+ x )+)(\w+)/gm;
const sizes: Readonly<Record<string, number>> = { i16: 2, i32: 4, i64: 8, float: 4, double: 8 };

/** The first array that can't be held, found in the text: to make code of it would fill disk and memory with zeros. */
export function hugeGlobal(text: string): { readonly name: string; readonly bytes: number } | undefined {
  for (const [, name, dimensions, element] of text.matchAll(GLOBAL)) {
    const size = element === 'ptr' ? pointerBits(text) / 8 : (sizes[element] ?? 1);
    const counts = [...dimensions.matchAll(/\d+/g)].map(Number);
    const bytes = counts.reduce((product, count) => product * count, size);
    if (bytes > largestGlobal) return { name, bytes };
  }
  return undefined;
}
