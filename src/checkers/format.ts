/** The conversions of a printf or scanf format. */

import type { LibraryCall } from './types.js';

/** A conversion in a format. */
interface Conversion {
  /** Where its `%` stands. */
  readonly at: number;
  readonly letter: string;
  readonly flags: string;
  readonly width: number | '*' | undefined;
  readonly precision: number | '*' | undefined;
  readonly length: string;
}

/** `%2$*1$d` too: which argument is meant makes no conversion less of one; `I` and `Z` are glibc's. */
const pattern =
  /%(?:\d+\$)?([-+ #0'I]*)(\*(?:\d+\$)?|\d+)?(?:\.(\*(?:\d+\$)?|\d*))?(hh|h|ll|l|j|z|Z|t|L|q)?([a-zA-Z%])/g;

/** The conversions of a format, in order; `%%` is none. */
export function conversionsOf(format: string): Conversion[] {
  const found: Conversion[] = [];
  for (const match of format.matchAll(pattern)) {
    if (match[0] === '%%') continue;
    const number = (text: string | undefined): number | '*' | undefined =>
      text === undefined ? undefined : text.startsWith('*') ? '*' : Number(text);
    found.push({
      at: match.index,
      letter: match[5],
      flags: match[1],
      width: number(match[2]),
      precision: number(match[3]),
      length: match[4] ?? '',
    });
  }
  return found;
}

interface FormattedStrings {
  /** Bytes the call makes in all on this input, without the NUL. */
  readonly length: number;
  /** Strings printed whole by `%s`. */
  readonly strings: readonly { readonly address: number; readonly length: number }[];
}

/**
 * What a call of the printf family makes of its arguments, where that can be told: formats with `%s`, `%c` and
 * integers. In Wasm variable arguments lie one after the other in memory.
 */
export function formattedStrings({ fn, args, memory }: LibraryCall): FormattedStrings | undefined {
  if (fn.format === undefined || fn.rest === undefined) return undefined;
  const format = memory.string(args[fn.format]);
  const conversions = conversionsOf(format);
  let at = args[fn.rest];
  const strings: { address: number; length: number }[] = [];
  let total = format.replaceAll('%%', '%').length;
  const take = (): number => {
    at += 4;
    return memory.word(at - 4);
  };
  for (const conversion of conversions) {
    const { letter, width, precision, length, flags } = conversion;
    total -= textOf(conversion, format).length;
    if (width === '*' || precision === '*' || flags.includes("'") || textOf(conversion, format).includes('$')) {
      return undefined;
    }
    let made: number;
    if (letter === 's' && length === '') {
      const address = take();
      const whole = memory.stringLength(address);
      if (whole === undefined) return undefined;
      made = precision === undefined ? whole : Math.min(whole, precision);
      if (precision === undefined && whole >= (width ?? 0)) strings.push({ address, length: whole });
    } else if (letter === 'c' && length === '') {
      take();
      made = 1;
    } else if (/[diuxXo]/.test(letter) && /^(|h|hh|l|z|t)$/.test(length) && precision === undefined && flags === '') {
      const value = take();
      const shown = letter === 'd' || letter === 'i' ? value | 0 : value >>> 0;
      made = shown.toString(letter === 'o' ? 8 : /[xX]/.test(letter) ? 16 : 10).length;
    } else return undefined;
    total += Math.max(made, width ?? 0);
  }
  return { length: total, strings };
}

function textOf({ at }: Conversion, format: string): string {
  const rest = new RegExp(pattern.source, 'y');
  rest.lastIndex = at;
  return rest.exec(format)?.[0] ?? '';
}
