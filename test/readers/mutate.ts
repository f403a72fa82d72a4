/** Small deterministic generator: the same files each time, so that a failure can be looked at again. */
export function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const interesting = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff];

/** One of the files, changed in a few places: bytes, lengths, pieces taken out, doubled or from another file. */
export function mutated(files: readonly Uint8Array[], random: (below: number) => number): Uint8Array {
  let bytes = Buffer.from(files[random(files.length)]);
  for (let left = 1 + random(4); left > 0; left--) {
    const at = bytes.length === 0 ? 0 : random(bytes.length);
    switch (random(8)) {
      case 0:
        if (bytes.length > 0) bytes[at] ^= 1 << random(8);
        break;
      case 1:
        if (bytes.length > 0) bytes[at] = random(256);
        break;
      case 2: {
        const value = interesting[random(interesting.length)];
        if (at + 4 <= bytes.length) random(2) ? bytes.writeUInt32BE(value, at) : bytes.writeUInt32LE(value, at);
        break;
      }
      case 3:
        bytes = bytes.subarray(0, at);
        break;
      case 4:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.min(bytes.length, at + 1 + random(16)))]);
        break;
      case 5: {
        const piece = bytes.subarray(at, at + 1 + random(32));
        bytes = Buffer.concat([bytes.subarray(0, at), piece, piece, bytes.subarray(at + piece.length)]);
        break;
      }
      case 6: {
        const other = files[random(files.length)];
        const from = other.length === 0 ? 0 : random(other.length);
        bytes = Buffer.concat([bytes.subarray(0, at), other.subarray(from, from + 1 + random(64)), bytes.subarray(at)]);
        break;
      }
      default:
        bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from([random(256)]), bytes.subarray(at)]);
    }
  }
  return new Uint8Array(bytes);
}
