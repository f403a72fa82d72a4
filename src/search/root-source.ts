/**
 * First inputs that are made as the search goes, one after the other, such as a grammar's templates. Each begins a
 * tree of paths of its own, and every input made from it belongs to it.
 */
export interface RootSource {
  /** The next first input, undefined when there are no more. The same in every run. */
  next(): Uint8Array | undefined;
  /**
   * First inputs that follow from how the program took earlier ones: undefined when none is due. Whoever takes one
   * runs it and tells what it did before asking again.
   */
  nextProbe?(): Uint8Array | undefined;
  tellProbe?(behaviour: number): void;
  /** Which first input's tree an input belongs to: equal numbers, (almost surely) equal trees. */
  groupOf(input: Uint8Array): number;
}

/** What a source with something left counts as among pending tasks: enough that others are asked to help. */
export const sourcePending = 64;
