/** Bytes as the values that C sees in them. */

/** A string without its NUL and what follows. */
export function upToNul(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

export function floatOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.slice().buffer);
  return bytes.length === 4 ? view.getFloat32(0, true) : view.getFloat64(0, true);
}

export function floatBytes(value: number, bits: 32 | 64): Uint8Array {
  const view = new DataView(new ArrayBuffer(bits / 8));
  if (bits === 32) view.setFloat32(0, value, true);
  else view.setFloat64(0, value, true);
  return new Uint8Array(view.buffer);
}

export function integerBytes(value: number | bigint, size: number): Uint8Array {
  const wide = BigInt.asUintN(8 * size, BigInt(value));
  return Uint8Array.from({ length: size }, (_, i) => Number((wide >> BigInt(8 * i)) & 0xffn));
}
