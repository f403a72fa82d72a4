/** Values up to this length are told as they are. */
const short = 100;
/** This many of the same byte are told as one and a number. */
const longRun = 16;
/** What is still longer is cut here; the test has the whole. */
const longest = 320;

/** A text of C's escapes in quotes: of a long one, runs of one byte are counted, `"ab" "\0"×510`, and the rest is cut. */
export function quoted(escaped: string): string {
  const whole = `"${escaped}"`;
  if (whole.length <= short) return whole;
  return told(escaped.match(/\\x[0-9a-f]{2}|\\[0-7]{1,3}|\\.|[^\\]/gsu) ?? [], (text) => `"${text}"`);
}

/** Bytes in hex, likewise. */
export function inHex(hex: string): string {
  if (hex.length <= short) return `bytes ${hex}`;
  return `bytes ${told(hex.match(/../g) ?? [], (text) => text)}`;
}

function told(bytes: readonly string[], write: (text: string) => string): string {
  const parts: string[] = [];
  let plain = '';
  const flush = (): void => {
    if (plain !== '') parts.push(write(plain));
    plain = '';
  };
  let room = longest;
  let at = 0;
  while (at < bytes.length && room > 0) {
    let end = at + 1;
    while (end < bytes.length && bytes[end] === bytes[at]) end++;
    if (end - at >= longRun) {
      flush();
      parts.push(`${write(bytes[at])}×${end - at}`);
      room -= parts[parts.length - 1].length;
      at = end;
    } else {
      plain += bytes[at];
      room -= bytes[at].length;
      at++;
    }
  }
  flush();
  if (at < bytes.length) parts.push(`… (${bytes.length} bytes)`);
  return parts.join(' ');
}
