const newline = 10;

/** What can be left out of bytes, one at a time: lines, and all but one of several equal bytes. From, to. */
export function cutsOf(bytes: Uint8Array): (readonly [number, number])[] {
  const cuts: (readonly [number, number])[] = [];
  let line = 0;
  bytes.forEach((byte, i) => {
    if (byte !== newline) return;
    cuts.push([line, i + 1]);
    line = i + 1;
  });
  if (line > 0 && line < bytes.length) cuts.push([line - 1, bytes.length]);
  for (let from = 0; from < bytes.length; ) {
    let to = from + 1;
    while (to < bytes.length && bytes[to] === bytes[from]) to++;
    if (to > from + 1) cuts.push([from + 1, to]);
    from = to;
  }
  return cuts;
}

export function cut(bytes: Uint8Array, [from, to]: readonly [number, number]): Uint8Array {
  return Uint8Array.from([...bytes.subarray(0, from), ...bytes.subarray(to)]);
}
