/**
 * First inputs that are made as the search goes, one after the other, such as a grammar's templates. Each begins a
 * tree of paths of its own, and every input made from it belongs to it.
 */
export interface RootSource {
  /** The next first input, undefined when there are no more. The same in every run. */
  next(): Uint8Array | undefined;
  /** Of so many runs one is a new first input's: fewer once those that show something of everything are through. */
  readonly runsPerRoot: number;
  /**
   * First inputs that follow from how the program took earlier ones: undefined when none is due. Whoever takes one
   * runs it and tells what it did before asking again.
   */
  nextProbe?(): Uint8Array | undefined;
  tellProbe?(behaviour: number): void;
  /**
   * An input next to a first one that is most likely none the program takes: what complains about such inputs is
   * code as well. Undefined where none is wanted.
   */
  miss(input: Uint8Array): Uint8Array | undefined;
  /** Whether an input was made from a miss. */
  isMiss(input: Uint8Array): boolean;
  /** Which first input's tree an input belongs to: equal numbers, (almost surely) equal trees. */
  groupOf(input: Uint8Array): number;
}

/** What a source with something left counts as among pending tasks: enough that others are asked to help. */
export const sourcePending = 64;

/** Of so many runs one may be of a miss: of the tests, too, which are fewer, 99 in 100 are then inputs the program takes. */
export const runsPerMiss = 125;
