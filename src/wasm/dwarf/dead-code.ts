/**
 * Addresses of code are offsets into the *payload* of the code section: 0 is the first byte after the section's
 * id and size, where the number of functions stands. A function's `low` is the first byte of its body, after the
 * body's own size: the count of its local declarations. Instructions follow at once.
 *
 * So 0 is never a function. For functions it threw away, wasm-ld writes -1 (in .debug_ranges and .debug_loc -2,
 * where -1 has a meaning of its own); older linkers left 0.
 */
export function isDeadCode(address: number): boolean {
  return address === 0 || address >= 0xfffffffe;
}

/** The same for addresses of data: nothing of a C program lives in the NULL page's first byte. */
export function isDeadData(address: number): boolean {
  return address === 0 || address >= 0xfffffffe;
}
