/** How far two inputs are from each other: values that differ, and for people in which way. */
export function distanceOf(from: unknown, to: unknown): { readonly changed: number; readonly words: string } {
  let bytes = 0;
  let numbers = 0;
  let least = Infinity;
  const compare = (a: unknown, b: unknown): void => {
    if (typeof a === 'number' && typeof b === 'number') {
      if (a === b) return;
      numbers++;
      least = Math.min(least, Math.abs(a - b));
    } else if (isPlain(a) || isPlain(b)) bytes += lettersChanged(textOf(a), textOf(b));
    else {
      const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>];
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) compare(one[key], other[key]);
    }
  };
  compare(from, to);
  const parts = [
    ...(bytes > 0 ? [`${bytes} byte${bytes === 1 ? '' : 's'} changed`] : []),
    ...(numbers === 1 ? [`one number ${least.toLocaleString('en')} away`] : []),
    ...(numbers > 1 ? [`${numbers} numbers changed`] : []),
  ];
  return { changed: bytes + numbers, words: parts.join(', ') };
}

const isPlain = (value: unknown): boolean =>
  value === null ||
  typeof value !== 'object' ||
  (typeof (value as { hex?: unknown }).hex === 'string' && Object.keys(value).length === 1);

/** A letter a byte, whatever the bytes were written as. */
function textOf(value: unknown): string {
  const hex = (value as { readonly hex?: string } | null)?.hex;
  if (typeof hex === 'string') return hex.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
  if (typeof value !== 'string') return value === undefined || value === null ? '' : String(value);
  return value.replace(/\\(x[0-9a-f]{2}|[0-7]{1,3}|.)/g, (_, letters: string) => {
    if (letters[0] === 'x') return String.fromCharCode(Number.parseInt(letters.slice(1), 16));
    if (/^[0-7]/.test(letters)) return String.fromCharCode(Number.parseInt(letters, 8));
    return (
      ({ n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' } as Record<string, string>)[letters] ??
      letters
    );
  });
}

function lettersChanged(a: string, b: string): number {
  let count = Math.abs(a.length - b.length);
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) count++;
  return count;
}
