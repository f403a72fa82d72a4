export const newline = 10;

/** Where the lines of an input begin, and where they end, newline included; the last may have none. */
export function linesIn(bytes: Uint8Array): (readonly [from: number, to: number])[] {
  const lines: (readonly [number, number])[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(newline, from);
    const to = end < 0 ? bytes.length : end + 1;
    lines.push([from, to]);
    from = to;
  }
  return lines;
}

/** The line as one that another can follow. */
export function ended(bytes: Uint8Array): Uint8Array {
  return bytes[bytes.length - 1] === newline ? bytes : Uint8Array.of(...bytes, newline);
}

export function again(bytes: Uint8Array, times: number): Uint8Array {
  return Uint8Array.from({ length: bytes.length * times }, (_, i) => bytes[i % bytes.length]);
}
