import { ByteSet } from './byte-set.js';

/** A regular expression over bytes. */
export type Regex =
  | { readonly kind: 'set'; readonly set: ByteSet }
  | { readonly kind: 'sequence'; readonly items: readonly Regex[] }
  | { readonly kind: 'choice'; readonly items: readonly Regex[] }
  | { readonly kind: 'repeat'; readonly item: Regex; readonly min: number; readonly max: number };

export const empty: Regex = { kind: 'sequence', items: [] };

export const oneOf = (set: ByteSet): Regex => ({ kind: 'set', set });

export function sequence(items: readonly Regex[]): Regex {
  return items.length === 1 ? items[0] : { kind: 'sequence', items };
}

export function choice(items: readonly Regex[]): Regex {
  return items.length === 1 ? items[0] : { kind: 'choice', items };
}

export const repeat = (item: Regex, min: number, max: number): Regex => ({ kind: 'repeat', item, min, max });

/** The bytes of a text (one character a byte), one after the other. */
export function literal(text: string, anyCase = false): Regex {
  const sets = [...text].map((character) => ByteSet.of(character.charCodeAt(0) & 0xff));
  return sequence(sets.map((set) => oneOf(anyCase ? set.anyCase : set)));
}
