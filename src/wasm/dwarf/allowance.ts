/**
 * How much work one module's debug information may cause. Everything in DWARF points at something else, so a
 * few crafted kilobytes can make a reader walk the same bytes a million times; an allowance in proportion to
 * the input keeps reading linear. Honest input uses about a twentieth of it.
 */
export class Allowance {
  private left: number;

  constructor(inputBytes: number) {
    this.left = 1_000_000 + 64 * inputBytes;
  }

  /** Takes `steps`; false once nothing is left, and the caller stops with what it has. */
  spend(steps: number): boolean {
    return (this.left -= steps) >= 0;
  }

  /** Takes what a kept object is worth: bounds memory as `spend` bounds time. */
  spendObject(): boolean {
    return this.spend(64);
  }
}
