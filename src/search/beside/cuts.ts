import { linesIn, newline } from './lines.js';

/**
 * What can be left out of bytes, one at a time: all before a line, or before what follows zeros (a line that was too
 * long for its buffer goes on as the next); lines; halves, quarters …; all but one of several equal bytes. From, to.
 */
export function cutsOf(bytes: Uint8Array): (readonly [number, number])[] {
  const cuts: (readonly [number, number])[] = [];
  const cutOut = (from: number, to: number): void => {
    if (to > from && to - from < bytes.length) cuts.push([from, to]);
  };
  for (let at = bytes.length - 1; at > 0; at--) {
    const isBegun = bytes[at - 1] === newline || (bytes[at - 1] === 0 && bytes[at] !== 0);
    if (isBegun) cutOut(0, at);
  }
  // The last line goes with the newline before it.
  for (const [from, to] of linesIn(bytes)) cutOut(bytes[to - 1] === newline ? from : from - 1, to);
  for (let size = bytes.length >> 1; size > 1; size >>= 1) {
    for (let from = 0; from + size <= bytes.length; from += size) cutOut(from, from + size);
  }
  for (let from = 0; from < bytes.length; ) {
    let to = from + 1;
    while (to < bytes.length && bytes[to] === bytes[from]) to++;
    cutOut(from + 1, to);
    from = to;
  }
  return cuts;
}

export function cut(bytes: Uint8Array, [from, to]: readonly [number, number]): Uint8Array {
  return Uint8Array.from([...bytes.subarray(0, from), ...bytes.subarray(to)]);
}
