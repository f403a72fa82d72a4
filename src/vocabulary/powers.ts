const most = 64;
const powersOfTwo = Float64Array.from({ length: most + 1 }, (_, exponent) => 2 ** exponent);

/** 2 to the power of a whole number, a width or a shift: for a power that is no constant V8 calls a routine. */
export function powerOfTwo(exponent: number): number {
  return exponent >= 0 && exponent <= most ? powersOfTwo[exponent] : 2 ** exponent;
}
