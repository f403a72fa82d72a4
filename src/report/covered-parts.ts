export interface FunctionCoverage {
  readonly name: string;
  /** Its first line with code. */
  readonly line: number;
  /** Its last one. */
  readonly end: number;
  readonly covered: boolean;
}

export interface LineCoverage {
  readonly line: number;
  /** Where its code begins. */
  readonly column: number;
  readonly covered: boolean;
}

export interface BranchCoverage {
  readonly line: number;
  readonly column: number;
  /** Which ways were gone: of an `if` first the one where its condition is false; of a switch by target. */
  readonly arms: readonly boolean[];
}
